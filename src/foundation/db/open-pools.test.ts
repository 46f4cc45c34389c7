import type { Pool, PoolConfig } from 'pg';
import { expect, test } from 'vitest';
import { openPools } from './open-pools.ts';

/** How many connections there may be, and how long a statement may run and may wait for a lock. */
function boundsOf(pool: Pool) {
  const { max, statement_timeout: runsMs, lock_timeout: waitsMs } = pool.options as PoolConfig;
  return { max, runsMs, waitsMs };
}

test('a server opens as many connections as its setting says, and ten more: five for the line, two for deliveries, three for long jobs', () => {
  const max = (setting: number) =>
    Object.values(openPools('postgresql:///nowhere', setting)).map((pool) => boundsOf(pool).max);
  expect(max(10)).toEqual([3, 7, 5, 2, 3]);
  expect(max(5)).toEqual([3, 2, 5, 2, 3]);
});

test('work for a waiting caller waits for the database no longer than the caller would', () => {
  const { pool, callPool, linePool } = openPools('postgresql:///nowhere', 10);
  expect(boundsOf(pool)).toMatchObject({ runsMs: 15_000, waitsMs: 5_000 });
  expect(boundsOf(callPool)).toMatchObject({ runsMs: 4_000, waitsMs: 2_000 });
  // A call whose wallet stays locked soon leaves the batch for its own queue.
  expect(boundsOf(linePool)).toMatchObject({ runsMs: 4_000, waitsMs: 250 });
});
