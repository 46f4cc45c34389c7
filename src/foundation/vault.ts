import { hash, randomBytes } from 'node:crypto';
import { hmacOfTexts } from './hmac-of-texts.ts';
import { deriveKey, KeyRing } from './key-ring.ts';

/** Protects personal data: seals texts so that only this platform can read them. */
export interface Vault {
  /** The data keys that seal and open. */
  ring: KeyRing;
  /** Encrypts a text. Opening it requires the same context (such as a call's ID). */
  seal(text: string, context: string): Buffer;
  open(sealed: Buffer, context: string): string;
  /**
   * A keyed hash: the same text always gives the same 16 bytes for the same use, other bytes for another use,
   * and guesses cannot be tried without the key.
   */
  fingerprint(use: FingerprintUse, text: string): Buffer;
  /** The same in hexadecimal digits, for the line: a buffer of its own for each hash costs as much as hashing. */
  fingerprintHex(use: FingerprintUse, text: string): string;
}

/** Seals and opens, without fingerprints. */
export type Sealer = Pick<Vault, 'seal' | 'open'>;

/** What a fingerprint is for. */
export type FingerprintUse =
  | 'number'
  | 'code'
  | 'verification'
  | 'verification code'
  | 'card'
  | 'body'
  | 'try'
  | 'device'
  | 'recovery code'
  | 'erased'
  | 'certificate key'
  | 'provider secret'
  | 'bank line';

/** Values of one column that are sealed, for sealing them again under another key. */
export interface SealedColumn {
  table: string;
  column: string;
  /** The columns of the primary key, each with its type. */
  key: Readonly<Record<string, string>>;
  /** Another column that the context needs. */
  besides?: string;
  /** No call waits for a row of it, so many can be replaced in one transaction. */
  isQuiet?: boolean;
  contextOf(row: Readonly<Record<string, string>>): string;
}

/**
 * The key of the fingerprints. It does not change when the data key is rotated: erased data could not be
 * fingerprinted again. It is stored sealed.
 */
export interface FingerprintKey {
  /** Installations from before key rings hash the key and the text; all others use HMAC. */
  scheme: 'sha256' | 'hmac';
  secret: Buffer;
}

/** A vault of one data key, or of a ring with the fingerprint key that the installation keeps. */
export function createVault(key: Buffer): Vault;
export function createVault(ring: KeyRing, fingerprints: FingerprintKey): Vault;
export function createVault(from: Buffer | KeyRing, fingerprints?: FingerprintKey): Vault {
  const ring = from instanceof KeyRing ? from : new KeyRing([from]);
  const secret = fingerprints ?? { scheme: 'hmac', secret: fingerprintSecretOf(from as Buffer) };
  return {
    ring,
    seal: (text, context) => ring.seal(text, context),
    open: (sealed, context) => ring.open(sealed, context),
    ...fingerprintBy(secret),
  };
}

function fingerprintBy(key: FingerprintKey): Pick<Vault, 'fingerprint' | 'fingerprintHex'> {
  const hashOf = hashBy(key);
  const fingerprintHex: Vault['fingerprintHex'] = (use, text) => hashOf(use, text).slice(0, 32);
  return {
    fingerprintHex,
    fingerprint: (use, text) => Buffer.from(fingerprintHex(use, text), 'hex'),
  };
}

function hashBy({ scheme, secret }: FingerprintKey): Vault['fingerprintHex'] {
  if (scheme === 'hmac') {
    const hmacOf = hmacOfTexts(secret);
    return (use, text) => hmacOf(`${use}\0${text}`);
  }
  const key = secret.toString('hex');
  // Numbers came first, and have no prefix.
  return (use, text) => hash('sha256', use === 'number' ? key + text : `${key}${use} ${text}`);
}

export function makeFingerprintKey(): FingerprintKey {
  return { scheme: 'hmac', secret: randomBytes(32) };
}

/** The fingerprint key of an installation from before key rings: it was derived from its one data key. */
export function firstFingerprintKey(dataKey: Buffer): FingerprintKey {
  return { scheme: 'sha256', secret: fingerprintSecretOf(dataKey) };
}

/** Identifies the data key of an installation from before key rings. */
export function firstKeyCheck(dataKey: Buffer): Buffer {
  return fingerprintBy(firstFingerprintKey(dataKey)).fingerprint('number', 'countersign');
}

function fingerprintSecretOf(dataKey: Buffer): Buffer {
  return deriveKey(dataKey, 'countersign fingerprint').export();
}
