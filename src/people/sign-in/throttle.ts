import { networkOf } from '../../foundation/network-address.ts';
import type { Vault } from '../../foundation/vault.ts';

/** Where a sign-in attempt comes from. */
export interface Visitor {
  /** The request's network address. */
  address: string;
  /** The browser's user agent. */
  agent: string;
  /** The cookie of a browser that has signed in before, if any. */
  device?: string | undefined;
}

/** A counter of attempts and its throttle: after the free attempts, each wait is twice as long as the last. */
export interface TryCount {
  key: Buffer;
  free: number;
  longestSeconds: number;
}

/**
 * Counts attempts by network as well as by e-mail address, so that an attacker on one network cannot lock out
 * the owner of the address. A browser that has signed in before has its own counter, so that even an attacker
 * on the same network cannot lock it out.
 */
export function countsOfSignIn(
  vault: Vault,
  email: string,
  { address, device }: { address: string; device: string | undefined },
): TryCount[] {
  if (device !== undefined) return [slow(vault, `device ${device}`)];
  const network = networkOf(address);
  return [
    slow(vault, `pair ${network} ${email}`),
    // One address may be a whole company or a reverse proxy missing from the settings, so its wait stays short.
    { key: vault.fingerprint('try', `address ${network}`), free: 30, longestSeconds: 30 },
  ];
}

/**
 * An attacker who has the password can guess six-digit codes from many networks, so codes are
 * counted per person. Passkeys cannot be guessed, but each wrong one costs a query and a log entry,
 * so they have their own counter.
 */
export function countOfFactor(
  vault: Vault,
  factor: 'codes' | 'passkeys',
  personId: number,
  device: string | undefined,
): TryCount {
  const of = `${factor} ${personId}`;
  return slow(vault, device === undefined ? of : `${of} ${device}`);
}

function slow(vault: Vault, of: string): TryCount {
  return { key: vault.fingerprint('try', of), free: 5, longestSeconds: 15 * 60 };
}
