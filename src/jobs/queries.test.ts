import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { beginRun } from './queries.ts';

const hourMs = 3_600_000;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const claims = (count: number) =>
  Promise.all(Array.from({ length: count }, () => beginRun(database.pool, 'job', hourMs)));
const granted = (runs: boolean[]) => runs.filter(Boolean).length;

test('a shared job runs in one process within its interval', async () => {
  expect(granted(await claims(5))).toBe(1);
  expect(granted(await claims(5))).toBe(0);
  await database.pool.query(`update job_runs set started_at = now() - interval '1 hour'`);
  expect(granted(await claims(5))).toBe(1);
});

test('a shared job that ran while the clock was ahead runs again, once', async () => {
  await database.pool.query(`update job_runs set started_at = now() + interval '1 year'`);
  expect(granted(await claims(5))).toBe(1);
  expect(granted(await claims(5))).toBe(0);
});

test('a shared job that failed is tried again after a minute, once, and not while it runs', async () => {
  const { pool } = database;
  await pool.query(
    `update job_runs set started_at = now() - interval '3 minutes', failed_at = now() - interval '50 seconds'`,
  );
  expect(granted(await claims(5))).toBe(0);
  await pool.query(`update job_runs set failed_at = now() - interval '2 minutes'`);
  expect(granted(await claims(5))).toBe(1);
  expect(granted(await claims(5))).toBe(0);
});
