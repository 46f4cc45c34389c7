import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { nextMillisecond } from '../../../test/kit/next-millisecond.ts';
import { beginRun, endRun, listRuns } from './queries.ts';

const hourMs = 3_600_000;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const claims = (count: number) =>
  Promise.all(Array.from({ length: count }, () => beginRun(database.pool, 'job', hourMs)));
const granted = (runs: boolean[]) => runs.filter(Boolean).length;

test('a shared job runs in one process per interval', async () => {
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

test('a failed shared job is retried after a minute, once, and not while it runs', async () => {
  const { pool } = database;
  await pool.query(
    `update job_runs set started_at = now() - interval '3 minutes', failed_at = now() - interval '50 seconds'`,
  );
  expect(granted(await claims(5))).toBe(0);
  await pool.query(`update job_runs set failed_at = now() - interval '2 minutes'`);
  expect(granted(await claims(5))).toBe(1);
  expect(granted(await claims(5))).toBe(0);
});

test('a job records its last success, its last failure and its duration', async () => {
  const { pool } = database;
  const known = async () => (await listRuns(pool)).find(({ job }) => job === 'known');
  const end = (failure: string | null, isClaimed = false, durationMs = 2_000) =>
    endRun(pool, 'known', { durationMs, failure, isClaimed });
  await end(null);
  const first = await known();
  expect(first).toMatchObject({ failure: null, failedAt: null, durationMs: 2_000 });
  const began = (first?.endedAt?.getTime() ?? 0) - (first?.startedAt?.getTime() ?? 0);
  expect(began).toBe(2_000);
  await end('no room', false, 10);
  const failed = await known();
  expect(failed).toMatchObject({ endedAt: first?.endedAt, failure: 'no room', durationMs: 10 });
  await nextMillisecond();
  await end(null);
  const well = await known();
  expect(well).toMatchObject({ failure: 'no room', failedAt: failed?.failedAt });
  expect(well?.endedAt?.getTime()).toBeGreaterThan(first?.endedAt?.getTime() ?? 0);
  // The start of a run that was claimed is that of its claim.
  await end(null, true, 3_600_000);
  expect(await known()).toMatchObject({ startedAt: well?.startedAt, durationMs: 3_600_000 });
});
