import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { assertDurable, createPool } from './connect.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

describe('createPool', () => {
  test('amounts arrive as bigint, moments as Date, days as text', async () => {
    const { rows } = await database.pool.query(
      `select 9223372036854775807::int8 as amount, '{1,null}'::int8[] as amounts,
              '2026-01-31'::date as day, '2026-01-31T00:00:00Z'::timestamptz as moment`,
    );
    expect(rows[0]).toEqual({
      amount: 9223372036854775807n,
      amounts: [1n, null],
      day: '2026-01-31',
      moment: new Date('2026-01-31T00:00:00Z'),
    });
  });

  test('no statement can wait or run for ever', async () => {
    const { rows } = await database.pool.query(
      `select current_setting('lock_timeout') as wait, current_setting('statement_timeout') as run`,
    );
    expect(rows[0]).toEqual({ wait: '5s', run: '15s' });
  });

  test('a lost idle connection is replaced and ends nothing', async () => {
    const { rows } = await database.pool.query('select pg_backend_pid() as pid');
    const other = createPool(database.target, { max: 1, applicationName: 'other' });
    await other.query('select pg_terminate_backend($1)', [rows[0].pid]);
    await other.end();
    await expect.poll(() => database.pool.idleCount).toBe(0);
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});

describe('assertDurable', () => {
  test('accepts the database that the platform runs itself', async () => {
    await assertDurable(database.pool);
  });

  test('refuses a database that confirms commits before they are safe', async () => {
    const name = new URL(database.target).pathname.slice(1);
    await database.pool.query(`alter database ${name} set synchronous_commit = off`);
    const pool = createPool(database.target, { max: 1, applicationName: 'careless' });
    await expect(assertDurable(pool)).rejects.toThrow(/synchronous_commit is off/);
    await pool.end();
  });
});
