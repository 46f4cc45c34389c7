import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createWebhookFixture } from '../../../test/kit/webhook-fixture.ts';
import { type Scope, wholePlatform } from '../contract/scope.ts';
import type { DeliveryKey } from './delivery-id.ts';
import {
  type DeliveryFilter,
  findDelivery,
  listDeliveries,
  replayDelivery,
  replaySpan,
} from './delivery-queries.ts';
import { removeEndpoint } from './endpoint-queries.ts';
import { listEvents } from './event-queries.ts';

const minute = 60_000;
const url = 'https://rowan.example/hook';

let database: TestDatabase;
let fixture: ReturnType<typeof createWebhookFixture>;
let accountId: number;
let endpointId: number;
/** One per minute, oldest first. */
let events: string[];

beforeAll(async () => {
  database = await createTestDatabase({ max: 2 });
  fixture = createWebhookFixture(database.pool);
});
afterAll(() => database.drop());
beforeEach(async () => {
  accountId = await fixture.account();
  ({ endpointId } = await fixture.endpoint(accountId, url));
  for (let n = 4; n > 0; n--) await fixture.happen(accountId, 1, new Date(Date.now() - n * minute));
  const { rows } = await database.pool.query<{ id: string }>(
    'select event_id as id from events where account_id = $1 order by 1',
    [accountId],
  );
  events = rows.map(({ id }) => id);
});

const own = (): Scope => ({ kind: 'account', accountId });
const keyOf = (n: number): DeliveryKey => ({ eventId: events[n] as string, endpointId });
const list = (filter: DeliveryFilter, limit = 10, before?: DeliveryKey) =>
  listDeliveries(database.pool, own(), filter, { limit, before });
const idsOf = (rows: readonly { eventId: string }[]) => rows.map(({ eventId }) => eventId);
const set = (n: number, columns: string) =>
  database.pool.query(`update deliveries set ${columns} where event_id = $1 and endpoint_id = $2`, [
    events[n],
    endpointId,
  ]);
const states = async () => (await list({})).deliveries.map(({ state }) => state).reverse();

describe('deliveries are listed', () => {
  test('page by page, newest first, even if one event went to two endpoints', async () => {
    const second = await fixture.endpoint(accountId, url);
    await replaySpan(database.pool, second.endpointId, { from: new Date(0), to: null, now: null });
    const all: DeliveryKey[] = [];
    let before: DeliveryKey | undefined;
    for (let pages = 0; pages < 3; pages++) {
      const page = await list({}, 3, before);
      all.push(...page.deliveries);
      before = page.next ?? undefined;
    }
    expect(before).toBeUndefined();
    const both = [second.endpointId, endpointId];
    expect(all.map((one) => [one.eventId, one.endpointId])).toEqual(
      [...events].reverse().flatMap((id) => both.map((endpoint) => [id, endpoint])),
    );
    expect((await list({}, 8)).next).toBeNull();
  });

  test('by account, mode, endpoint, state and type, without those of listeners', async () => {
    const other = await fixture.endpoint(accountId, url, { mode: 'live' });
    await database.pool.query(
      `with listener as (
         insert into endpoints (account_id, mode, events, sealed_secret)
         values ($1, 'test', '{balance.low}', '')
         returning endpoint_id
       )
       insert into deliveries (account_id, event_id, endpoint_id, due_at)
       select $1, $2, endpoint_id, now() from listener`,
      [accountId, events[0]],
    );
    await set(1, `state = 'failed'`);
    const found = async (filter: DeliveryFilter) =>
      idsOf((await list(filter)).deliveries).reverse();
    expect(await found({})).toEqual(events);
    expect(await found({ mode: 'live' })).toEqual([]);
    expect(await found({ endpointId: other.endpointId })).toEqual([]);
    expect(await found({ endpointId, mode: 'test', type: 'balance.low' })).toEqual(events);
    expect(await found({ type: 'sms.failed' })).toEqual([]);
    expect(await found({ state: 'failed' })).toEqual([events[1]]);
    expect(await found({ accountId: accountId + 1 })).toEqual([]);
    expect(await found({ requestId: events[0] })).toEqual([]);
  });
});

test('events are listed page by page, newest first, by account, mode, type and call', async () => {
  const page = (asked: object, before?: string) =>
    listEvents(database.pool, own(), asked, { limit: 2, before });
  const first = await page({});
  expect(idsOf(first.events)).toEqual([events[3], events[2]]);
  const last = await page({}, first.next ?? undefined);
  expect(idsOf(last.events)).toEqual([events[1], events[0]]);
  expect(last.next).toBeNull();
  const none = [{ mode: 'live' }, { type: 'sms.failed' }, { requestId: events[0] }];
  for (const asked of [...none, { accountId: accountId + 1 }]) {
    expect((await page(asked)).events, JSON.stringify(asked)).toEqual([]);
  }
});

test('a delivery is found in its account and mode, with its failed attempts in order', async () => {
  await database.pool.query(
    `insert into delivery_attempts (
       account_id, event_id, endpoint_id, tried_at, status, problem, reply, took_ms
     )
     select $1, e, $2, now() - make_interval(mins => n), 500 + n, 'No.', null, n
     from unnest($3::uuid[]) e, generate_series(1, 2) n`,
    [accountId, endpointId, events],
  );
  const find = (scope: Scope, mode?: 'test' | 'live') =>
    findDelivery(database.pool, scope, keyOf(0), mode);
  expect(await find(own(), 'test')).toMatchObject({
    ...{ ...keyOf(0), accountId, url, sequence: 1, state: 'pending' },
    failed: [
      { status: 502, tookMs: 2 },
      { status: 501, tookMs: 1 },
    ],
  });
  expect(await find(wholePlatform)).toBeDefined();
  expect(await find(own(), 'live')).toBeUndefined();
  expect(await find({ kind: 'account', accountId: accountId + 1 })).toBeUndefined();
});

describe('a replay', () => {
  test('resends one delivery as it first was, of the own account and mode', async () => {
    await set(0, `state = 'failed', attempts = 10, due_at = now() + interval '1 day'`);
    await set(1, `state = 'delivered', attempts = 2, delivered_at = now()`);
    const again = (scope: Scope, mode?: 'test' | 'live') =>
      replayDelivery(database.pool, scope, keyOf(1), { mode, now: null });
    expect(await again({ kind: 'account', accountId: accountId + 1 })).toBe(0);
    expect(await again(own(), 'live')).toBe(0);
    expect(await states()).toEqual(['failed', 'delivered', 'pending', 'pending']);
    expect(await again(own(), 'test')).toBe(1);
    expect(await states()).toEqual(['failed', 'pending', 'pending', 'pending']);
    expect(await findDelivery(database.pool, own(), keyOf(1))).toMatchObject({
      ...{ attempts: 0, deliveredAt: null },
    });
    const { rows } = await database.pool.query(
      'select due_at <= now() as "isDue" from deliveries where event_id = $1',
      [events[1]],
    );
    expect(rows).toEqual([{ isDue: true }]);
  });

  test('resends nothing if the endpoint was removed', async () => {
    await removeEndpoint(byTest(database.pool), endpointId);
    const asked = { now: null };
    expect(await replayDelivery(database.pool, own(), keyOf(0), asked)).toBe(0);
  });

  test('resends what happened in a period, of the endpoint’s mode and types', async () => {
    const late = await fixture.endpoint(accountId, url, { events: ['balance.low'] as never });
    const deaf = await fixture.endpoint(accountId, url, { events: ['sms.failed'] as never });
    const live = await fixture.endpoint(accountId, url, { mode: 'live' });
    const { rows } = await database.pool.query<{ at: Date }>(
      'select made_at as at from events where account_id = $1 order by event_id',
      [accountId],
    );
    const [, second, third] = rows.map(({ at }) => at);
    const span = { from: second as Date, to: third as Date, now: null };
    expect(await replaySpan(database.pool, late.endpointId, span)).toBe(2);
    const listed = await list({ endpointId: late.endpointId });
    expect(idsOf(listed.deliveries)).toEqual([events[2], events[1]]);
    expect(await replaySpan(database.pool, deaf.endpointId, span)).toBe(0);
    expect(await replaySpan(database.pool, live.endpointId, span)).toBe(0);
    await set(1, `state = 'failed', attempts = 10`);
    expect(await replaySpan(database.pool, endpointId, span)).toBe(2);
    const all = await list({ state: 'pending' });
    expect(all.deliveries).toHaveLength(4 + 2);
    // It was given up before, and gets all its attempts again.
    expect(await findDelivery(database.pool, own(), keyOf(1))).toMatchObject({ attempts: 0 });
  });
});
