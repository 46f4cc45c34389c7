import type { Pool } from 'pg';
import { hashApiKey } from './api-key.ts';
import type { Principal } from './principal.ts';
import { loadPrincipal } from './principal-queries.ts';

/**
 * Keeps what is known of each key in memory, so that a call needs no read for it. The database tells
 * of every change (`forget`); while it cannot be heard, nothing is kept. And should a word be missed
 * all the same, the hold compares versions and says "stale", and an entry lives a minute at most.
 */
export interface PrincipalCache {
  /** What is known of a key: null for one that does not exist, undefined for one not seen lately. */
  known(apiKey: string): Principal | null | undefined;
  load(apiKey: string): Promise<Principal | null>;
  /** Drops one key, after the hold has called it stale. */
  drop(apiKey: string): void;
  /** Drops an account, or everything. */
  forget(accountId: number | '*'): void;
  setListening(isListening: boolean): void;
}

interface Entry {
  principal: Principal | null;
  until: number;
}

const lifeMs = 60_000;
/** An unknown key is remembered too, so that hammering with one does not reach the database. */
const unknownLifeMs = 5_000;
const mostEntries = 50_000;

export function createPrincipalCache(pool: Pool): PrincipalCache {
  const entries = new Map<string, Entry>();
  const loading = new Map<string, Promise<Principal | null>>();
  let isListening = false;
  /** Rises with every word of a change: what was read before it may be old, and is not kept. */
  let changes = 0;

  async function read(apiKey: string): Promise<Principal | null> {
    const before = changes;
    const principal = (await loadPrincipal(pool, hashApiKey(apiKey))) ?? null;
    loading.delete(apiKey);
    if (isListening && before === changes) {
      if (entries.size >= mostEntries) entries.clear();
      entries.set(apiKey, {
        principal,
        until: performance.now() + (principal ? lifeMs : unknownLifeMs),
      });
    }
    return principal;
  }

  return {
    known(apiKey) {
      const entry = entries.get(apiKey);
      return entry && entry.until > performance.now() ? entry.principal : undefined;
    },
    load(apiKey) {
      const already = loading.get(apiKey);
      if (already) return already;
      const promise = read(apiKey);
      loading.set(apiKey, promise);
      promise.catch(() => loading.delete(apiKey));
      return promise;
    },
    drop(apiKey) {
      entries.delete(apiKey);
      loading.delete(apiKey);
    },
    forget(accountId) {
      changes++;
      loading.clear();
      for (const [apiKey, { principal }] of entries) {
        if (accountId === '*' || principal === null || principal.accountId === accountId) {
          entries.delete(apiKey);
        }
      }
    },
    setListening(value) {
      isListening = value;
      changes++;
      entries.clear();
    },
  };
}
