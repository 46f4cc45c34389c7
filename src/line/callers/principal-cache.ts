import type { Pool } from 'pg';
import { refusal } from '../../foundation/contract/errors/refusal.ts';
import { createMissLimiter, missBurst } from '../limits/miss-limiter.ts';
import { hashApiKey } from './api-key.ts';
import type { Principal } from './principal.ts';
import { loadPrincipal, loadPrincipalOfKey } from './principal-queries.ts';

/**
 * Keeps what is known of each key in memory, so that a call needs no read for it. The database tells
 * of every change (`forget`); while it cannot be heard, nothing is kept. And should a word be missed
 * all the same, the hold compares versions and says "stale", and an entry lives a minute at most.
 */
export interface PrincipalCache {
  /** What is known of a key: null for one that does not exist, undefined for one not seen lately. */
  known(apiKey: string): Principal | null | undefined;
  /** Reads a key, unless its caller's address has tried too many that do not exist. */
  load(apiKey: string, address: string): Promise<Principal | null>;
  /** Reads the key of an account, for what the platform does in its name; nothing of it is kept. */
  loadKey(accountId: number, keyId: number): Promise<Principal | null>;
  /** Drops one key, after the hold has called it stale. */
  drop(apiKey: string): void;
  /** Drops an account, or everything. */
  forget(accountId: number | '*'): void;
  setListening(isListening: boolean): void;
}

interface Entry {
  principal: Principal;
  /** In the past for one that may no longer be used, and is kept as a key that was good once. */
  until: number;
}

const lifeMs = 60_000;
/** An unknown key is remembered too, so that hammering with one does not reach the database. */
const unknownLifeMs = 5_000;
const missPolicy = { name: 'unknown-keys', quota: missBurst, windowSeconds: missBurst };

export interface PrincipalCacheSizes {
  mostKnown: number;
  /** Unknown keys have a room of their own: however many are made up, they push out no customer. */
  mostUnknown: number;
}

/** Sees to whatever must be known before a caller that was just read is served. */
export type OnRead = (principal: Principal) => Promise<void>;

export function createPrincipalCache(
  pool: Pool,
  { mostKnown, mostUnknown }: PrincipalCacheSizes = { mostKnown: 50_000, mostUnknown: 10_000 },
  onRead: OnRead = async () => {},
): PrincipalCache {
  const entries = new Map<string, Entry>();
  const unknown = new Map<string, number>();
  const loading = new Map<string, Promise<Principal | null>>();
  const misses = createMissLimiter();
  let isListening = false;
  /** Rises with every word of a change: what was read before it may be old, and is not kept. */
  let changes = 0;

  async function read(apiKey: string, address: string): Promise<Principal | null> {
    const before = changes;
    const principal = await served(loadPrincipal(pool, hashApiKey(apiKey)), onRead);
    loading.delete(apiKey);
    const now = performance.now();
    const isFresh = isListening && before === changes;
    if (principal) {
      putLast(entries, apiKey, { principal, until: isFresh ? now + lifeMs : 0 }, mostKnown);
    } else {
      entries.delete(apiKey);
      misses.miss(address, now);
      if (isFresh) putLast(unknown, apiKey, now + unknownLifeMs, mostUnknown);
    }
    return principal;
  }

  function forget(accountId: number | '*'): void {
    changes++;
    loading.clear();
    unknown.clear();
    for (const entry of entries.values()) {
      if (accountId === '*' || entry.principal.accountId === accountId) entry.until = 0;
    }
  }

  return {
    known(apiKey) {
      const now = performance.now();
      const entry = entries.get(apiKey);
      if (entry && entry.until > now) return entry.principal;
      return (unknown.get(apiKey) ?? 0) > now ? null : undefined;
    },
    async load(apiKey, address) {
      const already = loading.get(apiKey);
      if (already) return already;
      // A key that was good once is no guess, whoever else comes from its address.
      const waitMs = entries.has(apiKey) ? 0 : misses.waitMs(address, performance.now());
      if (waitMs > 0) throw refusal('rate_limited_address', waitMs, missPolicy);
      const promise = read(apiKey, address);
      loading.set(apiKey, promise);
      promise.catch(() => loading.delete(apiKey));
      return promise;
    },
    loadKey: (accountId, keyId) => served(loadPrincipalOfKey(pool, accountId, keyId), onRead),
    drop(apiKey) {
      const entry = entries.get(apiKey);
      if (entry) entry.until = 0;
      unknown.delete(apiKey);
      loading.delete(apiKey);
    },
    forget,
    setListening(value) {
      isListening = value;
      forget('*');
    },
  };
}

/** A caller once all is known that must be; null when there is none. */
async function served(
  reading: Promise<Principal | undefined>,
  onRead: OnRead,
): Promise<Principal | null> {
  const principal = await reading;
  if (principal) await onRead(principal);
  return principal ?? null;
}

/** Puts an entry behind all others, and lets the oldest go where there are too many. */
function putLast<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) break;
    map.delete(oldest);
  }
}
