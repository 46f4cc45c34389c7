import { createHash, createHmac } from 'node:crypto';
import { isSameSignature } from '../../providers/is-same-signature.ts';
import type { Callback } from '../../providers/vendor.ts';

const algorithm = 'SDK-HMAC-SHA256';
const form =
  /^SDK-HMAC-SHA256\s+Access=([^,\s]+),\s?SignedHeaders=([^,\s]+),\s?Signature=([0-9a-f]+)$/;

/** A key and its secret. */
export type KeyPair = readonly [key: string, secret: string];

/**
 * Verifies a push that one of these keys signed, and returns what is wrong with it; undefined if it is right. It
 * uses the URL that the vendor was given, because a proxy in front of us may have rewritten the request's URL.
 *
 * The date is signed, and may be of any age: a receipt that is repeated names the same message and says the same,
 * and Huawei does not say whether it signs a repeated push anew.
 */
export function findSignatureFault(
  callback: Callback,
  pairs: readonly KeyPair[],
): string | undefined {
  const match = form.exec(callback.headers.authorization ?? '');
  if (!match) return 'there is no signature';
  const [, access = '', names = '', signature] = match;
  const pair = pairs.find(([key]) => key === access);
  if (!pair) return `Access=${access.slice(0, 64)} is no key in the settings`;
  if (!names.split(';').includes('x-sdk-date')) return 'the date is not signed';
  const isRight = isSameSignature(signature, huaweiSignature(callback, names, pair[1]));
  return isRight ? undefined : `the signature is not by the secret of Access=${access}`;
}

export function huaweiSignature(
  { method, url, headers, body }: Callback,
  signedHeaders: string,
  secret: string,
): string {
  const { host, pathname, searchParams } = new URL(url);
  const lines = signedHeaders
    .split(';')
    .map((name) => `${name}:${(name === 'host' ? host : (headers[name] ?? '')).trim()}\n`);
  const canonical = [
    method,
    pathname.endsWith('/') ? pathname : `${pathname}/`,
    writeQuery(searchParams),
    lines.join(''),
    signedHeaders,
    hash(body),
  ].join('\n');
  const toSign = [algorithm, headers['x-sdk-date'] ?? '', hash(canonical)].join('\n');
  return createHmac('sha256', secret).update(toSign).digest('hex');
}

function writeQuery(query: URLSearchParams): string {
  const pairs = [...query].map((pair) => pair.map(encode).join('='));
  return pairs.sort().join('&');
}

/** RFC 3986: escapes everything except letters, digits, `-`, `.`, `_` and `~`. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
