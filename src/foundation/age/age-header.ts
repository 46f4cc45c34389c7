import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { agree, publicKeyOf } from './age-keys.ts';

/** The format of age, version 1 (https://age-encryption.org/v1): its header wraps the key of the file. */
export const ageVersionLine = 'age-encryption.org/v1\n';
const wrapInfo = 'age-encryption.org/v1/X25519';
const cipher = 'chacha20-poly1305';
const tagLength = 16;
const fileKeyLength = 16;

/** A new key for one file. */
export function createFileKey(): Buffer {
  return randomBytes(fileKeyLength);
}

/** The header of a file that each of these public keys can open. */
export function writeHeader(fileKey: Buffer, publicKeys: readonly Buffer[]): Buffer {
  const stanzas = publicKeys.map((publicKey) => wrap(fileKey, publicKey)).join('');
  const signed = `${ageVersionLine}${stanzas}---`;
  return Buffer.from(`${signed} ${macOf(fileKey, signed)}\n`);
}

/** The key of a file; undefined if none of these private keys opens it, and an error if the header is damaged. */
export function openHeader(header: string, privateKeys: readonly Buffer[]): Buffer | undefined {
  const { stanzas, signed, mac } = parseHeader(header);
  for (const { share, body } of stanzas) {
    for (const secret of privateKeys) {
      const fileKey = unwrap(share, body, secret);
      if (!fileKey) continue;
      if (!timingSafeEqual(Buffer.from(macOf(fileKey, signed)), mac)) {
        throw new Error('the header is damaged');
      }
      return fileKey;
    }
  }
  return undefined;
}

/** Seals one text under a key that seals nothing else with the same nonce. */
export function seal(key: Buffer, nonce: Buffer, text: Buffer): Buffer {
  const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagLength });
  return Buffer.concat([sealing.update(text), sealing.final(), sealing.getAuthTag()]);
}

export function unseal(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer {
  if (sealed.length < tagLength) throw new Error('a sealed text is cut off');
  const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tagLength });
  opening.setAuthTag(sealed.subarray(-tagLength));
  return Buffer.concat([opening.update(sealed.subarray(0, -tagLength)), opening.final()]);
}

export function derive(key: Buffer, salt: Buffer, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, 32));
}

function wrap(fileKey: Buffer, publicKey: Buffer): string {
  const secret = randomBytes(32);
  const share = publicKeyOf(secret);
  const key = derive(agree(secret, publicKey), Buffer.concat([share, publicKey]), wrapInfo);
  return `-> X25519 ${unpadded(share)}\n${unpadded(seal(key, Buffer.alloc(12), fileKey))}\n`;
}

function unwrap(share: Buffer, body: Buffer, secret: Buffer): Buffer | undefined {
  try {
    const salt = Buffer.concat([share, publicKeyOf(secret)]);
    return unseal(derive(agree(secret, share), salt, wrapInfo), Buffer.alloc(12), body);
  } catch {
    // The stanza is for another key.
    return undefined;
  }
}

/** Stanzas of other kinds of keys are skipped. */
function parseHeader(header: string) {
  const [, signed = '', mac = ''] = /^([\s\S]*\n---) ([A-Za-z0-9+/]{43})\n$/.exec(header) ?? [];
  if (!signed.startsWith(ageVersionLine)) throw new Error('the header is damaged');
  const found = signed.matchAll(/\n-> X25519 ([A-Za-z0-9+/]{43})\n([A-Za-z0-9+/]{43})(?=\n)/g);
  const stanzas = [...found].map(([, share = '', body = '']) => ({
    share: Buffer.from(share, 'base64'),
    body: Buffer.from(body, 'base64'),
  }));
  // As text: base64 can spell the same bytes in several ways.
  return { stanzas, signed, mac: Buffer.from(mac) };
}

function macOf(fileKey: Buffer, signed: string): string {
  const key = derive(fileKey, Buffer.alloc(0), 'header');
  return unpadded(createHmac('sha256', key).update(signed).digest());
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
