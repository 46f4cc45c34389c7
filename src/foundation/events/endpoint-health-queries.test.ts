import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createWebhookFixture } from '../../../test/kit/webhook-fixture.ts';
import {
  pruneEndpointSteps,
  readEndpointHealth,
  resendDelivery,
  resendSome,
} from './endpoint-health-queries.ts';
import { finishDeliveries, takeDeliveries } from './take-queries.ts';

let database: TestDatabase;
const url = 'https://hooks.example/a';
let accountId = 0;
let endpointId = 0;

beforeAll(async () => {
  database = await createTestDatabase({ max: 4 });
});
afterAll(() => database.drop());
beforeEach(async () => {
  const fixture = createWebhookFixture(database.pool);
  accountId = await fixture.account();
  ({ endpointId } = await fixture.endpoint(accountId, url));
});

/** Deliveries that are due now; returns the ids of their events. */
async function put(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUIDv7());
  await database.pool.query(
    `with e as (
       insert into events (account_id, event_id, mode, type, subject, body, made_at)
       select $3, i, 'test', 'endpoint.test', 'endpoint ' || $2, '{}', now()
       from unnest($1::uuid[]) i
       returning event_id
     )
     insert into deliveries (account_id, event_id, endpoint_id, due_at)
     select $3, event_id, $2::integer, now() from e`,
    [ids, endpointId, accountId],
  );
  return ids;
}

const result = (eventId: string, status: number, pauseMs: number | null) => ({
  ...{ accountId, eventId, endpointId, url, tookMs: 1, reply: null, status, pauseMs },
  isTaken: status === 200,
  problem: status === 200 ? null : `It answered with ${status}.`,
});
const finish = (ids: readonly string[], status: number, pauseMs: number | null = 600_000) =>
  finishDeliveries(
    database.pool,
    null,
    1e9,
    ids.map((id) => result(id, status, status === 200 ? null : pauseMs)),
  );
const healthOf = async () =>
  (await readEndpointHealth(database.pool, [{ accountId, endpointId }])).get(endpointId);
const week = { from: new Date(Date.now() - 7 * 86_400_000), to: null, now: null };
const resend = async (span: Parameters<typeof resendSome>[2] = week) =>
  (await resendSome(database.pool, endpointId, span)).resent;
const takeMine = async () => {
  const asked = {
    limit: 1_000,
    each: 1_000,
    after: 0,
    endpointIds: [],
    slots: [],
    leaseMs: 60_000,
  };
  const taken = await takeDeliveries(database.pool, { now: null, ...asked });
  return taken.filter((one) => one.endpointId === endpointId);
};

test('an endpoint that accepts nothing shows how often, why, and what it is still owed', async () => {
  expect(await healthOf()).toMatchObject({ failedInRow: 0, undelivered: 0, lastStatus: null });
  const ids = await put(12);
  await finish(ids.slice(0, 8), 503);
  await finish(ids.slice(8), 500, null);
  const health = await healthOf();
  expect(health).toMatchObject({ failedInRow: 12, undelivered: 12, lastStatus: 500 });
  expect(health?.lastProblem).toBe('It answered with 500.');
  expect(health?.hours).toHaveLength(24);
  expect(health?.hours.at(-1)).toEqual({ delivered: 0, failed: 12 });
});

test('a success ends the row of failures, and both are counted', async () => {
  const [first = '', second = ''] = await put(2);
  await finish([first], 500);
  await finish([second], 200);
  const health = await healthOf();
  expect(health).toMatchObject({ failedInRow: 0, undelivered: 1 });
  expect(health?.hours.at(-1)).toEqual({ delivered: 1, failed: 1 });
});

test('two servers that store results at once count every attempt', async () => {
  const ids = await put(40);
  await Promise.all([0, 10, 20, 30].map((at) => finish(ids.slice(at, at + 10), 500)));
  expect((await healthOf())?.failedInRow).toBe(40);
});

// @mutant src/foundation/events/sql/resend-failed.sql
// - set state = 'pending', due_at = v_now, attempts = 0, replayed_at = v_now
// + set state = 'pending', due_at = v_now, replayed_at = v_now
test('what was given up and what waits is sent again, once however often it is asked for', async () => {
  const ids = await put(7);
  await finish(ids.slice(0, 3), 500, null);
  await finish(ids.slice(3, 5), 500);
  await finish(ids.slice(5, 6), 200);
  // The last one was never attempted, and is due anyway.
  const counts = await Promise.all([resend(), resend()]);
  expect(counts[0] + counts[1]).toBe(5);
  expect(await resend()).toBe(0);
  expect((await takeMine()).map(({ eventId }) => eventId).sort()).toEqual(
    [...ids.slice(0, 5), ids[6]].sort(),
  );
  // All are leased now, and a lease is not cut short.
  expect(await resend()).toBe(0);
  expect(await takeMine()).toEqual([]);
});

test('what is sent within a minute anyway is left alone', async () => {
  const ids = await put(2);
  await finish(ids, 500, 30_000);
  expect(await resend()).toBe(0);
  const eventId = ids[0] ?? '';
  expect(await resendDelivery(database.pool, { eventId, endpointId }, null)).toBe(0);
});

test('one delivery is sent again, with its mark, unless it was accepted', async () => {
  const [failed = '', taken = ''] = await put(2);
  await finish([failed], 500, null);
  await finish([taken], 200);
  const again = (eventId: string) => resendDelivery(database.pool, { eventId, endpointId }, null);
  expect([await again(failed), await again(failed), await again(taken)]).toEqual([1, 0, 0]);
  const { rows } = await database.pool.query(
    'select state, attempts, replayed_at from deliveries where event_id = $1',
    [failed],
  );
  expect(rows).toEqual([{ state: 'pending', attempts: 0, replayed_at: expect.any(Date) }]);
});

test('only the asked period is sent again', async () => {
  const ids = await put(3);
  await finish(ids, 500, null);
  const from = new Date(Date.now() + 60_000);
  expect(await resend({ ...week, from })).toBe(0);
  const to = new Date(Date.now() - 60_000);
  expect(await resend({ ...week, to })).toBe(0);
  expect(await resend()).toBe(3);
});

test('steps are kept for a week', async () => {
  await finish(await put(1), 500);
  const age = (days: number) =>
    database.pool.query('update endpoint_steps set step = now() - make_interval(days => $1)', [
      days,
    ]);
  await age(6);
  await pruneEndpointSteps(database.pool);
  const left = () =>
    database.pool.query('select from endpoint_steps where endpoint_id = $1', [endpointId]);
  expect((await left()).rowCount).toBe(1);
  await database.pool.query('delete from endpoint_steps where endpoint_id <> $1', [endpointId]);
  await age(8);
  await pruneEndpointSteps(database.pool);
  expect((await left()).rowCount).toBe(0);
});

test('a delivery that is resent is taken as a replay, and a new one is not', async () => {
  const [failed = ''] = await put(1);
  await finish([failed], 500, null);
  await resend();
  const [fresh = ''] = await put(1);
  const taken = await takeMine();
  const isReplayed = (id: string) => taken.find(({ eventId }) => eventId === id)?.isReplayed;
  expect([isReplayed(failed), isReplayed(fresh)]).toEqual([true, false]);
});
