import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createFixture, type Fixture } from '../../../test/kit/fixture.ts';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import { noteBackup, noteBackupStart } from '../../installation/jobs/queries.ts';
import { setLowBalance } from '../../money/ledger/queries.ts';
import { readPlatformState } from './platform-state-queries.ts';
import { sumReview } from './review-queries.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());

const read = () => readPlatformState(fixture.pool);

test('a new installation has nothing to report', async () => {
  expect(await read()).toMatchObject({
    ...{ unresolvedCalls: 0, closedPrefixes: 0, failedJobs: 0, postponedChanges: 0 },
    ...{ backupAgeSeconds: null, projectionLagSeconds: 0, review: { count: 0, ageSeconds: 0 } },
    isConfirmedByStandby: false,
    wallets: [
      { mode: 'live', held: 0n, unknown: 0n, low: 0, negative: 0 },
      { mode: 'test', held: 0n, unknown: 0n, low: 0, negative: 0 },
    ],
  });
});

test('held and unknown money, low wallets and reviews are those of the rows', async () => {
  const { pool, accountId, call } = fixture;
  // The sandbox's number whose outcome stays unknown.
  const { status } = await call('sms_code', { mobile: '13800000007', code: '1' });
  expect(status).toBe(504);
  await setLowBalance(byTest(pool), { accountId, mode: 'test', amount: 10_000_000_000n });
  await pool.query(`update unresolved_calls set review_since = now() - interval '1 hour'`);
  await pool.query(`update calls set mode = 'live', held_at = now() - interval '2 hours'`);
  const { wallets, review, unresolvedCalls, projectionLagSeconds } = await read();
  const { held } = await fixture.wallet();
  expect(held).toBe('0.0500');
  expect(wallets).toMatchObject([
    { mode: 'live', held: 0n, unknown: 500n, low: 0 },
    { mode: 'test', held: 500n, unknown: 0n, low: 1 },
  ]);
  const { count } = await sumReview(pool, wholePlatform, { mode: 'live' });
  expect([unresolvedCalls, review.count, count]).toEqual([1, 1, 1]);
  expect(review.ageSeconds).toBeGreaterThanOrEqual(7_200);
  expect(projectionLagSeconds).toBeGreaterThan(0);
});

test('a backup and a failed job are known by their records', async () => {
  const { pool } = fixture;
  await noteBackup(pool, 5, null);
  await pool.query(
    `update job_runs set ended_at = now() - interval '3 hours' where job = 'backup'`,
  );
  await pool.query(`insert into job_runs (job, failed_at, failure) values ('x', now(), 'Error')`);
  const { backupAgeSeconds, failedJobs } = await read();
  expect(backupAgeSeconds).toBeGreaterThanOrEqual(10_800);
  expect(failedJobs).toBe(1);
  expect((await read()).backupFailure).toBeNull();
  // A failed one does not make the last proved one younger.
  await noteBackupStart(pool);
  await noteBackup(pool, 5, 'no space');
  const failed = await read();
  expect(failed.backupFailure).toBe('no space');
  expect(failed.backupAgeSeconds).toBeGreaterThanOrEqual(10_800);
});
