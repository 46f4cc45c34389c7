import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createAccount } from '../accounts/queries.ts';
import { ApiError } from '../contract/errors.ts';
import { missBurst } from '../limits/miss-limiter.ts';
import { makeApiKey } from './api-key.ts';
import { createKey } from './key-queries.ts';
import { createPrincipalCache, type PrincipalCache } from './principal-cache.ts';

const here = '192.0.2.1';
const there = '192.0.2.2';

let database: TestDatabase;
let accountId: number;
let cache: PrincipalCache;
/** How often the database was asked. */
let asked: number;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ accountId } = await createAccount(database.pool, { name: 'Rowan' }));
});
afterAll(() => database.drop());

beforeEach(() => {
  asked = 0;
  const pool = {
    query: (...parts: Parameters<Pool['query']>) => {
      asked += 1;
      return database.pool.query(...parts);
    },
  };
  cache = createPrincipalCache(pool as unknown as Pool, { mostKnown: 3, mostUnknown: 5 });
  cache.setListening(true);
});

async function newKey(): Promise<string> {
  return (await createKey(database.pool, { accountId, mode: 'test' })).apiKey;
}

async function guess(address: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await cache.load(makeApiKey('test'), address);
}

test('keys that do not exist push out no key that does', async () => {
  const apiKey = await newKey();
  await cache.load(apiKey, here);
  await guess(there, 20);
  expect(cache.known(apiKey)).toMatchObject({ accountId });
});

test('a key that does not exist is remembered, and asked for once', async () => {
  const apiKey = makeApiKey('test');
  expect(await cache.load(apiKey, here)).toBeNull();
  expect(cache.known(apiKey)).toBeNull();
  expect(asked).toBe(1);
});

test('where there are too many keys the oldest goes, and the others stay', async () => {
  const keys = [await newKey(), await newKey(), await newKey(), await newKey()];
  for (const apiKey of keys) await cache.load(apiKey, here);
  const isKnown = keys.map((apiKey) => cache.known(apiKey) !== undefined);
  expect(isKnown).toEqual([false, true, true, true]);
});

describe('an address that has tried too many keys that do not exist', () => {
  beforeEach(() => guess(here, missBurst));

  test('is refused without a word to the database, be the key good or not', async () => {
    const before = asked;
    for (const apiKey of [makeApiKey('test'), await newKey()]) {
      const fault = await cache.load(apiKey, here).catch((error: unknown) => error);
      expect(fault).toBeInstanceOf(ApiError);
      expect(fault).toMatchObject({ reason: 'rate_limited_address' });
      expect(Number((fault as ApiError).headers?.['retry-after'])).toBeGreaterThan(0);
    }
    expect(asked).toBe(before);
  });

  test('does no harm to a fresh key from another address', async () => {
    expect(await cache.load(await newKey(), there)).toMatchObject({ accountId });
  });

  test('does no harm to a key of the same address that was good once', async () => {
    const apiKey = await newKey();
    await cache.load(apiKey, there);
    for (const stale of [() => cache.forget('*'), () => cache.drop(apiKey)]) {
      stale();
      expect(cache.known(apiKey)).toBeUndefined();
      expect(await cache.load(apiKey, here)).toMatchObject({ accountId });
    }
  });
});

test('nothing is used that was read before a change, or while changes cannot be heard', async () => {
  const apiKey = await newKey();
  await cache.load(apiKey, here);
  cache.forget(accountId + 1);
  expect(cache.known(apiKey)).toBeDefined();
  cache.forget(accountId);
  expect(cache.known(apiKey)).toBeUndefined();
  cache.setListening(false);
  await cache.load(apiKey, here);
  expect(cache.known(apiKey)).toBeUndefined();
});

test('what is read while a change is told is used for its call, and not kept', async () => {
  const apiKey = await newKey();
  const reading = cache.load(apiKey, here);
  cache.forget(accountId);
  expect((await reading)?.accountId).toBe(accountId);
  expect(cache.known(apiKey)).toBeUndefined();
  await cache.load(apiKey, here);
  expect(cache.known(apiKey)?.accountId).toBe(accountId);
});
