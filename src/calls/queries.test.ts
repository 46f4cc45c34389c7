import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { sweepReceipts } from '../sandbox/queries.ts';
import { sweepAbandoned } from './queries.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ max: 1 });
});
afterAll(() => database.drop());

/** How often tables that grow with every call were read from the first row to the last. */
async function countWholeReads(): Promise<number> {
  await database.pool.query('select pg_stat_force_next_flush()');
  const { rows } = await database.pool.query<{ reads: number }>(
    `select coalesce(sum(seq_scan), 0)::integer as reads
     from pg_stat_user_tables
     where relname ~ '^(calls|transfers|sandbox_messages|message_contents)'`,
  );
  return rows[0]?.reads ?? Number.NaN;
}

test('what runs every few seconds reads no growing table whole', async () => {
  const before = await countWholeReads();
  await sweepAbandoned(database.pool, null, 30_000);
  await sweepReceipts(database.pool, 60_000);
  expect(await countWholeReads()).toBe(before);
  await database.pool.query('select count(*) from calls');
  expect(await countWholeReads()).toBeGreaterThan(before);
});
