import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { compareBill } from './bill-queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('no snapshot is held while the bill is read and while differences are written', async () => {
  const counts: number[] = [];
  async function countSnapshots() {
    const { rows } = await database.pool.query<{ held: number }>(
      `select count(*)::integer as held
       from pg_stat_activity
       where datname = current_database() and state = 'idle in transaction'`,
    );
    counts.push(...rows.map(({ held }) => held));
  }
  async function* bill() {
    yield [{ line: 2, ref: 'foreign', cost: 1n }];
    await countSnapshots();
  }
  const period = {
    providerCode: 'mine',
    starts: new Date('2026-10-01'),
    ends: new Date('2026-10-02'),
  };
  const total = await compareBill(database.pool, period, bill(), async (found) => {
    expect(found.map(({ kind, ref }) => [kind, ref])).toEqual([['not_ours', 'foreign']]);
    await countSnapshots();
  });
  expect(total).toEqual({ lines: 1, billed: 1n, calls: 0, cost: 0n });
  expect(counts).toEqual([0, 0]);
});
