import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { nextMillisecond } from '../../../test/kit/next-millisecond.ts';
import { beginRun, endRun, heartbeatRun, listRuns } from './queries.ts';

const hourMs = 3_600_000;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const claims = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () => beginRun(database.pool, 'job', hourMs, randomUUID())),
  );
/** Ends whatever run there is. */
const end = () =>
  database.pool.query(
    `update job_runs set ended_at = greatest(now(), started_at) where job = 'job'`,
  );
const granted = (runs: boolean[]) => runs.filter(Boolean).length;

test('a shared job runs in one process per interval', async () => {
  expect(granted(await claims(5))).toBe(1);
  expect(granted(await claims(5))).toBe(0);
  await end();
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

describe('a run that is under way', () => {
  const [mine, other] = [randomUUID(), randomUUID()];
  const claim = (owner: string) => beginRun(database.pool, 'long', hourMs, owner);
  const age = (column: string, span: string) =>
    database.pool.query(`update job_runs set ${column} = now() - $1::interval where job = 'long'`, [
      span,
    ]);
  const isLost = async () =>
    (await listRuns(database.pool)).find(({ job }) => job === 'long')?.isLost;
  beforeEach(async () => {
    await database.pool.query(`delete from job_runs where job = 'long'`);
    await claim(mine);
    await age('started_at', '2 hours');
  });

  test('is not begun a second time, however long it takes, while its heartbeat is young', async () => {
    await age('beat_at', '59 seconds');
    expect(await claim(other)).toBe(false);
    expect(await isLost()).toBe(false);
  });

  test('is taken over, once, when its heartbeat is old', async () => {
    await age('beat_at', '61 seconds');
    expect(await isLost()).toBe(true);
    const taken = await Promise.all([claim(other), claim(randomUUID())]);
    expect(granted(taken)).toBe(1);
    expect(await isLost()).toBe(false);
  });

  test('is kept by its heartbeat, and the heartbeat of another keeps nothing', async () => {
    await age('beat_at', '61 seconds');
    await heartbeatRun(database.pool, 'long', other);
    expect(await isLost()).toBe(true);
    await heartbeatRun(database.pool, 'long', mine);
    expect(await claim(other)).toBe(false);
  });

  test('and was taken over is ended by its new process alone', async () => {
    await age('beat_at', '61 seconds');
    await claim(other);
    const ended = { durationMs: 1, failure: null };
    await endRun(database.pool, 'long', { ...ended, claimedBy: mine });
    expect(await claim(randomUUID())).toBe(false);
    const runOf = async () =>
      (await listRuns(database.pool)).find(({ job }) => job === 'long')?.endedAt;
    expect(await runOf()).toBeNull();
    await endRun(database.pool, 'long', { ...ended, claimedBy: other });
    expect(await runOf()).toBeInstanceOf(Date);
  });

  test('of its own process that could not store its end is begun again', async () => {
    expect(await claim(mine)).toBe(true);
  });

  test('of a server without heartbeats is waited for until its interval is over', async () => {
    await age('beat_at', '3 hours');
    await age('started_at', '50 minutes');
    expect(await claim(other)).toBe(false);
    expect(await isLost()).toBe(false);
    await age('started_at', '55 minutes');
    expect(await claim(other)).toBe(true);
  });

  test('does not last for ever because a clock was ahead', async () => {
    await age('beat_at', '-1 hour');
    expect(await claim(other)).toBe(true);
  });
});

test('a job records its last success, its last failure and its duration', async () => {
  const { pool } = database;
  const known = async () => (await listRuns(pool)).find(({ job }) => job === 'known');
  const end = (failure: string | null, claimedBy: string | null = null, durationMs = 2_000) =>
    endRun(pool, 'known', { durationMs, failure, claimedBy });
  await end(null);
  const first = await known();
  expect(first).toMatchObject({ failure: null, failedAt: null, durationMs: 2_000 });
  const began = (first?.endedAt?.getTime() ?? 0) - (first?.startedAt?.getTime() ?? 0);
  expect(began).toBe(2_000);
  await end('no room', null, 10);
  const failed = await known();
  expect(failed).toMatchObject({ endedAt: first?.endedAt, failure: 'no room', durationMs: 10 });
  await nextMillisecond();
  await end(null);
  const well = await known();
  expect(well).toMatchObject({ failure: 'no room', failedAt: failed?.failedAt });
  expect(well?.endedAt?.getTime()).toBeGreaterThan(first?.endedAt?.getTime() ?? 0);
  // A claimed run starts at the time of its claim.
  const owner = randomUUID();
  await pool.query(`update job_runs set owner = $1 where job = 'known'`, [owner]);
  await end(null, owner, 3_600_000);
  expect(await known()).toMatchObject({ startedAt: well?.startedAt, durationMs: 3_600_000 });
});
