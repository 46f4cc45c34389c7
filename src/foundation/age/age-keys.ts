import { createPrivateKey, createPublicKey, diffieHellman, randomBytes } from 'node:crypto';
import { decodeBech32, encodeBech32 } from './bech32.ts';

const publicPrefix = 'age';
const privatePrefix = 'age-secret-key-';
const keyBytes = 32;
/** What DER puts before the 32 bytes of an X25519 key (RFC 8410). */
const spki = Buffer.from('302a300506032b656e032100', 'hex');
const pkcs8 = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** A new pair of keys, as `age-keygen` writes them. */
export function createAgeKeys(): { publicKey: string; privateKey: string } {
  const secret = randomBytes(keyBytes);
  return {
    publicKey: printPublicKey(publicKeyOf(secret)),
    privateKey: encodeBech32(privatePrefix, secret).toUpperCase(),
  };
}

export function printPublicKey(publicKey: Buffer): string {
  return encodeBech32(publicPrefix, publicKey);
}

export function readPublicKey(text: string): Buffer | undefined {
  return ofKeyLength(decodeBech32(publicPrefix, text));
}

/** The private keys of a file that we or `age-keygen` wrote; undefined if a line is no such key. */
export function readPrivateKeys(text: string): Buffer[] | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const keys = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ofKeyLength(decodeBech32(privatePrefix, line)));
  const read = keys.filter((key) => key !== undefined);
  return read.length > 0 && read.length === keys.length ? read : undefined;
}

export function publicKeyOf(secret: Buffer): Buffer {
  return createPublicKey(privateObject(secret))
    .export({ type: 'spki', format: 'der' })
    .subarray(-keyBytes);
}

/** The shared secret of X25519; OpenSSL rejects a share that would make it all zeros. */
export function agree(secret: Buffer, share: Buffer): Buffer {
  const publicKey = createPublicKey({
    key: Buffer.concat([spki, share]),
    format: 'der',
    type: 'spki',
  });
  return diffieHellman({ privateKey: privateObject(secret), publicKey });
}

function privateObject(secret: Buffer) {
  return createPrivateKey({ key: Buffer.concat([pkcs8, secret]), format: 'der', type: 'pkcs8' });
}

function ofKeyLength(bytes: Buffer | undefined): Buffer | undefined {
  return bytes?.length === keyBytes ? bytes : undefined;
}
