import { isIPv6 } from 'node:net';
import type { Vault } from '../../foundation/vault.ts';

/** Where somebody is when they try to sign in. */
export interface Visitor {
  /** The network address that the request came from. */
  address: string;
  /** What the browser says that it is. */
  agent: string;
  /** The cookie of a browser that signed in before, if it has one. */
  device?: string | undefined;
}

/** A count of tries, and how it slows them down: after so many free ones they wait, twice as long each time. */
export interface TryCount {
  key: Buffer;
  free: number;
  longestSeconds: number;
}

/**
 * Tries are counted by who tries, never by the e-mail alone: whoever hammers an e-mail from one network
 * does not keep the person out who has it. A browser in which the person signed in before has a count of
 * its own, so that not even somebody in the same network does.
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
    // One address may be a whole company, or a reverse proxy that nobody named: its wait stays short.
    { key: vault.fingerprint(`try address ${network}`), free: 30, longestSeconds: 30 },
  ];
}

/**
 * Codes of six digits can be guessed by whoever has the password already, from as many networks as they
 * have: so these are counted by person. A passkey cannot be guessed, but every wrong one is a question to
 * the database and an entry in the log, so they are counted too, apart from the codes.
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
  return { key: vault.fingerprint(`try ${of}`), free: 5, longestSeconds: 15 * 60 };
}

/** Whoever has one address of IPv6 has the 2^64 beside it. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = (plain.split('%')[0] as string).toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = [...before, ...(tail === undefined ? [] : zeros), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
