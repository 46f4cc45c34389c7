import { randomInt } from 'node:crypto';
import type { Vault } from '../../foundation/vault.ts';

/** No letter that looks like another, and none that spells: 28 characters, 57 bits in a code. */
const alphabet = '23456789bcdfghjkmnpqrstvwxyz';
const howMany = 10;

/** Codes that stand in for a lost second factor, each once. They are shown at this moment only. */
export function makeRecoveryCodes(): string[] {
  const part = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: howMany }, () => `${part()}-${part()}-${part()}`);
}

/** What is stored of a code, however it is typed: nobody without the data key can try. */
export function hashRecoveryCode(vault: Vault, personId: number, code: string): Buffer {
  const typed = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return vault.fingerprint(`recovery code ${personId} ${typed}`);
}
