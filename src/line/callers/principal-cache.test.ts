import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { ApiError } from '../../foundation/contract/errors/errors.ts';
import { createAccount } from '../../people/accounts/queries.ts';
import { missBurst } from '../limits/miss-limiter.ts';
import { makeApiKey } from './api-key.ts';
import { createKey } from './key-queries.ts';
import { createPrincipalCache, type PrincipalCache } from './principal-cache.ts';

const here = '192.0.2.1';
const there = '192.0.2.2';

let database: TestDatabase;
let accountId: number;
let cache: PrincipalCache;
/** How often the database was queried. */
let asked: number;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ accountId } = await createAccount(byTest(database.pool), { name: 'Rowan' }));
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
  cache = createPrincipalCache(pool as unknown as Pool, { maxKnown: 3, maxUnknown: 5 });
  cache.setListening(true);
});

async function newKey(): Promise<string> {
  return (await createKey(byTest(database.pool), { accountId, mode: 'test' })).apiKey;
}

async function guess(address: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await cache.load(makeApiKey('test'), address);
}

/** Freezes time, so that guesses are not forgiven; returns the way to advance it. */
function stopTime(): (ms: number) => void {
  // Whole numbers, so that sums are exact.
  let nowMs = Math.ceil(performance.now());
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  return (ms) => {
    nowMs += ms;
  };
}
afterEach(() => vi.restoreAllMocks());

test('unknown keys evict no known key', async () => {
  const apiKey = await newKey();
  await cache.load(apiKey, here);
  await guess(there, 20);
  expect(cache.known(apiKey)).toMatchObject({ accountId });
});

test('an unknown key is cached, and looked up once', async () => {
  const apiKey = makeApiKey('test');
  expect(await cache.load(apiKey, here)).toBeNull();
  expect(cache.known(apiKey)).toBeNull();
  expect(asked).toBe(1);
});

test('the oldest key is evicted when the cache is full, and the others stay', async () => {
  const keys = [await newKey(), await newKey(), await newKey(), await newKey()];
  for (const apiKey of keys) await cache.load(apiKey, here);
  const isKnown = keys.map((apiKey) => cache.known(apiKey) !== undefined);
  expect(isKnown).toEqual([false, true, true, true]);
});

test('a key that is read again counts as the newest', async () => {
  const first = await newKey();
  const second = await newKey();
  for (const apiKey of [first, second, await newKey()]) await cache.load(apiKey, here);
  cache.drop(first);
  await cache.load(first, here);
  await cache.load(await newKey(), here);
  expect(cache.known(first)).toMatchObject({ accountId });
  expect(cache.known(second)).toBeUndefined();
});

describe('an address that tried too many unknown keys', () => {
  beforeEach(async () => {
    stopTime();
    await guess(here, missBurst);
  });

  test('is refused without asking the database, whether the key is valid or not', async () => {
    const before = asked;
    for (const apiKey of [makeApiKey('test'), await newKey()]) {
      const fault = await cache.load(apiKey, here).catch((error: unknown) => error);
      expect(fault).toBeInstanceOf(ApiError);
      expect(fault).toMatchObject({ reason: 'rate_limited_address' });
      expect(Number((fault as ApiError).headers?.['retry-after'])).toBeGreaterThan(0);
    }
    expect(asked).toBe(before);
  });

  test('does not affect a new key from another address', async () => {
    expect(await cache.load(await newKey(), there)).toMatchObject({ accountId });
  });

  test('does not affect a key that was valid before from the same address', async () => {
    const apiKey = await newKey();
    await cache.load(apiKey, there);
    for (const stale of [() => cache.forget('*'), () => cache.drop(apiKey)]) {
      stale();
      expect(cache.known(apiKey)).toBeUndefined();
      expect(await cache.load(apiKey, here)).toMatchObject({ accountId });
    }
  });
});

// @mutant src/line/callers/principal-cache.ts
// - accountId === '*' || entry.principal.accountId === accountId
// + accountId === '*'
// @mutant src/line/callers/principal-cache.ts
// - isListening && before === changes
// + before === changes
test('uses nothing that was read before a change, or while notifications are lost', async () => {
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

// @mutant src/line/callers/principal-cache.ts
// - isListening && before === changes
// + isListening
test('a read during a change serves its call, and is not cached', async () => {
  const apiKey = await newKey();
  const reading = cache.load(apiKey, here);
  cache.forget(accountId);
  expect((await reading)?.accountId).toBe(accountId);
  expect(cache.known(apiKey)).toBeUndefined();
  await cache.load(apiKey, here);
  expect(cache.known(apiKey)?.accountId).toBe(accountId);
});

test('a platform change clears the cache of every account once', async () => {
  const apiKey = await newKey();
  await cache.load(apiKey, here);
  cache.forget('*');
  expect(cache.known(apiKey)).toBeUndefined();
  await cache.load(apiKey, here);
  expect(cache.known(apiKey)).toBeDefined();
});

test('losing and regaining notifications each clear the cache', async () => {
  const apiKey = await newKey();
  const made = makeApiKey('test');
  for (const isListening of [false, true]) {
    cache.setListening(true);
    await Promise.all([cache.load(apiKey, here), cache.load(made, here)]);
    expect([cache.known(apiKey)?.accountId, cache.known(made)]).toEqual([accountId, null]);
    cache.setListening(isListening);
    expect([cache.known(apiKey), cache.known(made)]).toEqual([undefined, undefined]);
  }
});

test('a read that began while not listening is not cached', async () => {
  const apiKey = await newKey();
  cache.setListening(false);
  const reading = cache.load(apiKey, here);
  cache.setListening(true);
  await reading;
  expect(cache.known(apiKey)).toBeUndefined();
});

test('a caller after a change reads again, and does not share an earlier read', async () => {
  const apiKey = await newKey();
  const reads = [cache.load(apiKey, here), cache.load(apiKey, there)];
  expect(asked).toBe(1);
  cache.forget(accountId);
  reads.push(cache.load(apiKey, here));
  expect(asked).toBe(2);
  cache.drop(apiKey);
  reads.push(cache.load(apiKey, here));
  expect(asked).toBe(3);
  cache.setListening(true);
  reads.push(cache.load(apiKey, here));
  expect(asked).toBe(4);
  for (const read of await Promise.all(reads)) expect(read).toMatchObject({ accountId });
});

test('a key not found during a change is looked up again', async () => {
  const apiKey = makeApiKey('test');
  const reading = cache.load(apiKey, here);
  cache.forget(accountId);
  expect(await reading).toBeNull();
  expect(cache.known(apiKey)).toBeUndefined();
});

test('a key created after it was tried is found as soon as its notification arrives', async () => {
  const apiKey = makeApiKey('test');
  await cache.load(apiKey, here);
  expect(cache.known(apiKey)).toBeNull();
  cache.forget(accountId + 1);
  expect(cache.known(apiKey)).toBeUndefined();
});

test('a caller is served once everything it needs is loaded, on either path', async () => {
  const { keyId, apiKey } = await createKey(byTest(database.pool), { accountId, mode: 'test' });
  const { promise: known, resolve } = Promise.withResolvers<void>();
  const served: string[] = [];
  const onRead = async () => {
    await known;
    served.push('known');
  };
  const waiting = createPrincipalCache(database.pool, undefined, onRead);
  const reads = [waiting.load(apiKey, here), waiting.loadKey(accountId, keyId)];
  for (const read of reads) void read.then(() => served.push('served'));
  // Both have been read by then: later queries get later answers.
  await database.pool.query('select pg_sleep(0.1)');
  expect(served).toEqual([]);
  resolve();
  await Promise.all(reads);
  expect(served).toHaveLength(4);
});

test('a failed read is repeated', async () => {
  const apiKey = await newKey();
  let isDown = true;
  const query = (...parts: Parameters<Pool['query']>) =>
    isDown ? Promise.reject(new Error('down')) : database.pool.query(...parts);
  const troubled = createPrincipalCache({ query } as unknown as Pool);
  await expect(troubled.load(apiKey, here)).rejects.toThrow('down');
  isDown = false;
  expect(await troubled.load(apiKey, here)).toMatchObject({ accountId });
});

test('a key that was deleted counts as a guess', async () => {
  const { apiKey, keyId } = await createKey(byTest(database.pool), { accountId, mode: 'test' });
  await cache.load(apiKey, there);
  await database.pool.query('delete from keys where key_id = $1', [keyId]);
  cache.forget(accountId);
  expect(await cache.load(apiKey, there)).toBeNull();
  stopTime();
  await guess(here, missBurst);
  const fault = await cache.load(apiKey, here).catch((error: unknown) => error);
  expect(fault).toMatchObject({ reason: 'rate_limited_address' });
});

describe('with time', () => {
  let pass: ReturnType<typeof stopTime>;
  beforeEach(() => {
    pass = stopTime();
  });

  test('a cached key is read again after a minute', async () => {
    const apiKey = await newKey();
    await cache.load(apiKey, here);
    pass(59_999);
    expect(cache.known(apiKey)).toBeDefined();
    pass(1);
    expect(cache.known(apiKey)).toBeUndefined();
  });

  test('an unknown key is looked up again after five seconds', async () => {
    const apiKey = makeApiKey('test');
    await cache.load(apiKey, here);
    pass(4_999);
    expect(cache.known(apiKey)).toBeNull();
    pass(1);
    expect(cache.known(apiKey)).toBeUndefined();
  });

  test('a new valid key waits a second behind the guesses of its address, not until they end', async () => {
    const apiKey = await newKey();
    await guess(here, missBurst);
    // Refused guesses do not count, however many there are.
    for (let more = 0; more < 1_000; more++) {
      await cache.load(makeApiKey('test'), here).catch(() => {});
    }
    const fault = await cache.load(apiKey, here).catch((error: unknown) => error);
    expect((fault as ApiError).headers?.['retry-after']).toBe('1');
    pass(1_000);
    expect(await cache.load(apiKey, here)).toMatchObject({ accountId });
    // From here on it is cached, and later guesses from its address do not affect it.
    await guess(here, 1);
    cache.forget('*');
    expect(await cache.load(apiKey, here)).toMatchObject({ accountId });
  });
});
