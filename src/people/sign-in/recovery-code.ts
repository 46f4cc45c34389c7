import { randomInt } from 'node:crypto';
import type { Vault } from '../../foundation/vault.ts';

/** No look-alike characters, and no vowels that could spell a word: 28 characters, 57 bits per code. */
const alphabet = '23456789bcdfghjkmnpqrstvwxyz';
const howMany = 10;

/** Single-use codes that replace a lost second factor. They are shown only once. */
export function makeRecoveryCodes(): string[] {
  const part = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: howMany }, () => `${part()}-${part()}-${part()}`);
}

/** A keyed hash of the normalized code, so that guessing offline requires the data key. */
export function hashRecoveryCode(vault: Vault, personId: number, code: string): Buffer {
  const typed = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return vault.fingerprint('recovery code', `${personId} ${typed}`);
}
