import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import type { Queryable } from './queryable.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function next(db: Queryable, kind: string): Promise<number> {
  const { rows } = await db.query<{ number: number }>('select next_number($1) as number', [kind]);
  return rows[0]?.number ?? expect.fail('no number');
}

test('numbers follow each other', async () => {
  const drawn: number[] = [];
  for (let i = 0; i < 40; i++) drawn.push(await next(database.pool, 'routes'));
  expect(drawn).toEqual(drawn.map((_, i) => (drawn[0] ?? 0) + i));
});

test('overlapping transactions wait for none, and draw different numbers', async () => {
  const clients = await Promise.all(Array.from({ length: 8 }, () => database.pool.connect()));
  try {
    for (const client of clients) {
      await client.query(`begin; set local lock_timeout = '1ms'`);
    }
    const drawn: number[] = [];
    for (const client of [...clients, ...clients]) drawn.push(await next(client, 'keys'));
    expect(new Set(drawn).size).toBe(16);
    for (const client of clients) await client.query('commit');
    expect(drawn).not.toContain(await next(database.pool, 'keys'));
  } finally {
    for (const client of clients) client.release(true);
  }
});

test('a number that was rolled back is drawn again', async () => {
  const client = await database.pool.connect();
  await client.query('begin');
  const drawn = await next(client, 'endpoints');
  await client.query('rollback');
  client.release();
  expect(await next(database.pool, 'endpoints')).toBe(drawn);
});

test('many rows of one statement have one number each', async () => {
  await database.pool.query(
    `insert into accounts (name) select 'Many' from generate_series(1, 1000)`,
  );
  const { rows } = await database.pool.query<{ span: number }>(
    `select max(account_id) - min(account_id) + 1 as span from accounts where name = 'Many'`,
  );
  expect(rows).toEqual([{ span: 1000 }]);
});
