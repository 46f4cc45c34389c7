import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { openPools } from './open-pools.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a server opens as many connections as its setting says, and ten more: five for the line, two for deliveries, three for long jobs', () => {
  const max = (setting: number) =>
    Object.values(openPools('postgresql:///nowhere', setting)).map((pool) => pool.options.max);
  expect(max(10)).toEqual([3, 7, 5, 2, 3]);
  expect(max(5)).toEqual([3, 2, 5, 2, 3]);
});

test('work for a waiting caller waits for the database no longer than the caller would', async () => {
  const pools = openPools(database.target, 10);
  const boundsOf = async (pool: Pool) => {
    const { rows } = await pool.query(
      `select current_setting('statement_timeout') as runs, current_setting('lock_timeout') as waits`,
    );
    return rows[0];
  };
  expect(await boundsOf(pools.pool)).toEqual({ runs: '15s', waits: '5s' });
  expect(await boundsOf(pools.callPool)).toEqual({ runs: '4s', waits: '2s' });
  // A call whose wallet stays locked soon leaves the batch for its own queue.
  expect(await boundsOf(pools.linePool)).toEqual({ runs: '4s', waits: '250ms' });
  await Promise.all(Object.values(pools).map((pool: Pool) => pool.end()));
});
