import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Vault } from '../../foundation/vault.ts';

/**
 * A signed cookie for a browser in which the person has signed in before. It grants no access; it only gives
 * this browser its own count of sign-in attempts.
 */
export function makeDevice(vault: Vault, personId: number): string {
  const device = randomBytes(16).toString('base64url');
  return `${device}.${signatureOf(vault, personId, device)}`;
}

/** The browser's device ID, if the cookie belongs to this person. */
export function knownDevice(
  vault: Vault,
  personId: number,
  cookie: string | undefined,
): string | undefined {
  const [device = '', signature = ''] = cookie?.split('.') ?? [];
  if (!/^[A-Za-z0-9_-]{22}$/.test(device) || !/^[A-Za-z0-9_-]{22}$/.test(signature)) {
    return undefined;
  }
  const expected = signatureOf(vault, personId, device);
  return timingSafeEqual(Buffer.from(expected), Buffer.from(signature)) ? device : undefined;
}

function signatureOf(vault: Vault, personId: number, device: string): string {
  return vault.fingerprint('device', `${personId} ${device}`).toString('base64url');
}
