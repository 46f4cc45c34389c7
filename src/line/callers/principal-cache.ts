import type { Pool } from 'pg';
import { refusal } from '../../foundation/contract/errors/refusal.ts';
import { createMissLimiter, missBurst } from '../limits/miss-limiter.ts';
import { hashApiKey } from './api-key.ts';
import type { Principal } from './principal.ts';
import { loadPrincipal, loadPrincipalOfKey } from './principal-queries.ts';

/**
 * Caches callers by API key, so that a call needs no database read for its key. The database notifies of
 * every change (`forget`); while the listener is disconnected, nothing is cached. Two safeguards cover a
 * missed notification: the hold compares versions and returns "stale", and an entry lives for a minute at
 * most.
 */
export interface PrincipalCache {
  /** The cached caller of a key: null if the key does not exist, undefined if it is not cached. */
  known(apiKey: string): Principal | null | undefined;
  /** Reads a key, unless this address has tried too many nonexistent keys. */
  load(apiKey: string, address: string): Promise<Principal | null>;
  /** Reads a key by its id, for calls that the platform makes for an account; not cached. */
  loadKey(accountId: number, keyId: number): Promise<Principal | null>;
  /** Invalidates one key after the hold returned "stale". */
  drop(apiKey: string): void;
  /** Invalidates all keys of an account, or everything. */
  forget(accountId: number | '*'): void;
  setListening(isListening: boolean): void;
}

interface Entry {
  principal: Principal;
  /** In the past for a stale entry, which only records that the key was once valid. */
  until: number;
}

const lifeMs = 60_000;
/** Unknown keys are cached too, so that repeated requests with one do not reach the database. */
const unknownLifeMs = 5_000;
const missPolicy = { name: 'unknown-keys', quota: missBurst, windowSeconds: missBurst };

interface PrincipalCacheSizes {
  maxKnown: number;
  /** Unknown keys have a separate limit, so that invented keys never evict customers. */
  maxUnknown: number;
}

/** Prepares what a caller needs after it is read and before it is served. */
type OnRead = (principal: Principal) => Promise<void>;

export function createPrincipalCache(
  pool: Pool,
  { maxKnown, maxUnknown }: PrincipalCacheSizes = { maxKnown: 50_000, maxUnknown: 10_000 },
  onRead: OnRead = async () => {},
): PrincipalCache {
  const entries = new Map<string, Entry>();
  const unknown = new Map<string, number>();
  const loading = new Map<string, Promise<Principal | null>>();
  const misses = createMissLimiter();
  let isListening = false;
  /** Incremented with every notified change: a read that began before it may be stale and is not cached. */
  let changes = 0;

  async function read(apiKey: string, address: string): Promise<Principal | null> {
    const before = changes;
    const principal = await served(loadPrincipal(pool, hashApiKey(apiKey)), onRead);
    loading.delete(apiKey);
    const now = performance.now();
    const isFresh = isListening && before === changes;
    if (principal) {
      putLast(entries, apiKey, { principal, until: isFresh ? now + lifeMs : 0 }, maxKnown);
    } else {
      entries.delete(apiKey);
      misses.miss(address, now);
      if (isFresh) putLast(unknown, apiKey, now + unknownLifeMs, maxUnknown);
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
      // A key that was once valid is not a guess, even if other clients share its address.
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

/** Waits for `onRead` before it returns the caller; null if there is none. */
async function served(
  reading: Promise<Principal | undefined>,
  onRead: OnRead,
): Promise<Principal | null> {
  const principal = await reading;
  if (principal) await onRead(principal);
  return principal ?? null;
}

/** Inserts an entry as the newest, and evicts the oldest entries above the limit. */
function putLast<Value>(map: Map<string, Value>, key: string, value: Value, limit: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= limit) break;
    map.delete(oldest);
  }
}
