import { afterEach, beforeEach, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createFixture, type Fixture } from '../../../test/kit/fixture.ts';
import { project, recount } from '../../../test/kit/search-recount.ts';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import { refund } from '../../money/ledger/queries.ts';
import { areQuartersWhole, readQuarters } from './hour-queries.ts';
import { pruneQuarters } from './project-queries.ts';

const quarterMs = 900_000;
let fixture: Fixture;
beforeEach(async () => {
  fixture = await createFixture();
});
afterEach(() => fixture.close());

const send = async () =>
  (await fixture.call('sms_code', { mobile: '13812345678', code: '246810' })).body.requestId;

async function sinceOf(): Promise<number> {
  const { rows } = await fixture.pool.query('select since from quarters_since');
  return Number(rows[0]?.since);
}

async function countRows(): Promise<number> {
  const { rows } = await fixture.pool.query(
    `select (select count(*) from call_quarters)::integer
       + (select count(*) from platform_quarters)::integer as count`,
  );
  return rows[0]?.count;
}

/** As after an upgrade: calls were copied by a function that counts no quarters. */
async function forgetQuarters(): Promise<void> {
  await fixture.pool.query('delete from call_quarters');
  await fixture.pool.query('delete from platform_quarters');
  await fixture.pool.query('update quarters_since set since = null');
}

/** Dates every call and its copy as if the quarter had begun earlier. */
async function setBack(callId: string, interval: string): Promise<void> {
  for (const table of ['calls', 'call_search']) {
    await fixture.pool.query(
      `update ${table} set held_at = held_at - $2::interval where call_id = $1`,
      [callId, interval],
    );
  }
}

test('a new installation has every call in its quarters', async () => {
  expect(await areQuartersWhole(fixture.pool, new Date(0))).toBe(false);
  await send();
  await project(fixture.pool);
  expect(await sinceOf()).toBe(Number.NEGATIVE_INFINITY);
  expect(await areQuartersWhole(fixture.pool, new Date(0))).toBe(true);
  const now = Date.now();
  const span = { from: new Date(now - 2 * quarterMs), to: new Date(now + quarterMs) };
  const { result } = await readQuarters(fixture.pool, wholePlatform, 'test', span);
  expect(result.sums).toMatchObject({ calls: 1, done: 1, spend: 500n, slowMs: expect.any(Number) });
  expect(result.steps).toHaveLength(1);
  expect(await recount(fixture.pool)).toEqual([]);
});

// @mutant src/line/search/sql/project-calls.sql
// -     where m.quarter >= v_since
// -     group by 1, 2, 3
// +     group by 1, 2, 3
test('after an upgrade, quarters begin with the next one, and a later refund of an earlier call is in none', async () => {
  const callId = await send();
  await project(fixture.pool);
  await forgetQuarters();
  await send();
  await project(fixture.pool);
  const since = await sinceOf();
  expect(since % quarterMs).toBe(0);
  expect(since).toBeGreaterThan(Date.now() - quarterMs);
  expect(await areQuartersWhole(fixture.pool, new Date(since - 1))).toBe(false);
  expect(await areQuartersWhole(fixture.pool, new Date(since))).toBe(true);
  const { accountId } = fixture;
  await refund(byTest(fixture.pool), { accountId, callId, reason: 'a test' });
  await project(fixture.pool);
  expect(await countRows()).toBe(0);
  expect(await recount(fixture.pool)).toEqual([]);
});

test('quarters are kept for 15 days, and calls of before are not counted by the quarter again', async () => {
  const callId = await send();
  await setBack(callId, '15 days 1 hour');
  await project(fixture.pool);
  expect(await countRows()).toBeGreaterThan(0);
  await pruneQuarters(fixture.pool);
  expect(await countRows()).toBe(0);
  const days = (Date.now() - (await sinceOf())) / 86_400_000;
  expect(days).toBeGreaterThanOrEqual(15);
  expect(days).toBeLessThan(15.02);
  const { accountId } = fixture;
  await refund(byTest(fixture.pool), { accountId, callId, reason: 'a test' });
  await project(fixture.pool);
  expect(await countRows()).toBe(0);
  expect(await recount(fixture.pool)).toEqual([]);
});
