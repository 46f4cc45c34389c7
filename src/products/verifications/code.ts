import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Vault } from '../../foundation/vault.ts';

/** A code of so many digits, each as likely as any other. */
export function makeCode(length: number): string {
  return String(randomInt(10 ** length)).padStart(length, '0');
}

/**
 * The code that every message of a verification has, if its account wants that. It is computed anew for each
 * message, so that it is stored nowhere, and follows from the ID only for whoever has the key.
 */
export function codeOf(
  vault: Pick<Vault, 'fingerprint'>,
  verificationId: string,
  length: number,
): string {
  const bytes = vault.fingerprint('verification code', `${verificationId} ${length}`);
  return String(bytes.readBigUInt64BE() % 10n ** BigInt(length)).padStart(length, '0');
}

/** The keyed hash of a code. The call that sends the code is part of it, so equal codes have other hashes. */
export function hashCode(
  vault: Pick<Vault, 'fingerprintHex'>,
  callId: string,
  code: string,
): string {
  return vault.fingerprintHex('verification', `${callId} ${code}`);
}

/** Compares in a time that says nothing about the code. */
export function isCode(
  vault: Pick<Vault, 'fingerprintHex'>,
  { codeCall, codeHash }: { codeCall: string; codeHash: Buffer },
  guess: string,
): boolean {
  return timingSafeEqual(Buffer.from(hashCode(vault, codeCall, guess), 'hex'), codeHash);
}

/** Replaces the code in a text that is stored. */
export function withoutCode(text: string, code: string): string {
  return text.replaceAll(code, '•'.repeat(code.length));
}
