import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export const algorithms = [
  'hmac-sha256',
  'hmac-sha1',
  'hmac-sha512',
  'hmac-md5',
  'sha256',
  'sha1',
  'md5',
] as const;
export type Algorithm = (typeof algorithms)[number];

export const encodings = ['hex', 'HEX', 'base64', 'base64url'] as const;
export type Encoding = (typeof encodings)[number];

/** Without HMAC, the signed text itself must contain the secret. */
export function signText(
  text: string,
  secret: string,
  algorithm: Algorithm,
  encoding: Encoding,
): string {
  const hash = algorithm.startsWith('hmac-')
    ? createHmac(algorithm.slice('hmac-'.length), secret)
    : createHash(algorithm);
  const bytes = hash.update(text, 'utf8');
  return encoding === 'HEX' ? bytes.digest('hex').toUpperCase() : bytes.digest(encoding);
}

export function isSameSignature(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
