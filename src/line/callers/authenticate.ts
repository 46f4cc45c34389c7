import { type CellPorts, requireOwnCell } from '../../foundation/cell/require-own-cell.ts';
import type { Clock } from '../../foundation/clock.ts';
import { fail } from '../../foundation/contract/errors/errors.ts';
import { refusal } from '../../foundation/contract/errors/refusal.ts';
import { problems } from '../../foundation/contract/text/problems.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import { readApiKey } from './api-key.ts';
import type { Principal } from './principal.ts';
import type { PrincipalCache } from './principal-cache.ts';

export interface CallerPorts {
  cells: CellPorts;
  principals: PrincipalCache;
  rateLimiter: RateLimiter;
  clock: Clock;
}

/** The credentials of a request. */
interface Credentials {
  apiKey: string | undefined;
  address: string;
  /** Whether there is an Authorization header, in which other platforms expect the key. */
  hasAuthorization: boolean;
}

/**
 * Identifies the caller. Every bad key gets the same error, so that an attacker learns nothing from it. A
 * recently used key costs only a map lookup.
 */
export async function authenticate(
  { principals, clock, cells }: Pick<CallerPorts, 'principals' | 'clock' | 'cells'>,
  { apiKey, address, hasAuthorization }: Credentials,
): Promise<Principal> {
  if (apiKey === undefined || apiKey === '') {
    const details = [{ field: 'x-api-key', problem: problems.key_elsewhere }];
    fail('key_missing', hasAuthorization ? { details } : undefined);
  }
  const known = principals.known(apiKey);
  const caller = known === undefined ? await find({ principals, cells }, apiKey, address) : known;
  if (!caller || !isInForce(caller, clock)) fail('key_invalid');
  return caller;
}

/** Refuses a request from a network address that is not on the key's list. */
export function requireListed(
  { addresses }: Pick<Principal, 'addresses'>,
  { address }: Pick<Credentials, 'address'>,
): void {
  if (addresses && !isListed(addresses, address)) fail('address_not_allowed');
}

/** Counts a request against the rate limit of its key. */
export function takeRateSlot(
  { rateLimiter }: Pick<CallerPorts, 'rateLimiter'>,
  { keyId, perSecond }: Pick<Principal, 'keyId' | 'perSecond'>,
): void {
  if (perSecond === null) return;
  const waitMs = rateLimiter.take(keyId, perSecond, performance.now());
  if (waitMs === 0) return;
  throw refusal('rate_limited_key', waitMs, { name: 'key', quota: perSecond, windowSeconds: 1 });
}

export function isInForce({ isRevoked, expiresAtMs }: Principal, clock: Clock): boolean {
  return !isRevoked && expiresAtMs > clock.nowMs();
}

/** The checksum keeps invented keys from reaching the database. */
function find(
  { principals, cells }: Pick<CallerPorts, 'principals' | 'cells'>,
  apiKey: string,
  address: string,
): Promise<Principal | null> | null {
  const read = readApiKey(apiKey);
  if (!read) return null;
  requireOwnCell(cells, { field: 'x-api-key', cell: read.cell, unknown: 'key_invalid' });
  return principals.load(apiKey, address);
}

function isListed(addresses: NonNullable<Principal['addresses']>, address: string): boolean {
  // A dual-stack socket shows an IPv4 caller as ::ffff:a.b.c.d, which the list compares as IPv4.
  return addresses.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
}
