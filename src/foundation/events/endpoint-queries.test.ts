import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createWebhookFixture } from '../../../test/kit/webhook-fixture.ts';
import { wholePlatform } from '../contract/scope.ts';
import {
  changeEndpoint,
  countEndpoints,
  disableEndpoint,
  findEndpoint,
  listEndpoints,
  pageEndpoints,
  pruneEndpoints,
  recordTest,
  removeEndpoint,
  rollEndpointSecret,
  waitForTrial,
} from './endpoint-queries.ts';

const url = 'https://rowan.example/hook';

let database: TestDatabase;
let fixture: ReturnType<typeof createWebhookFixture>;
let change: ReturnType<typeof byTest>;
let accountId: number;

beforeAll(async () => {
  database = await createTestDatabase({ max: 2 });
  fixture = createWebhookFixture(database.pool);
  change = byTest(database.pool);
});
afterAll(() => database.drop());
beforeEach(async () => {
  accountId = await fixture.account();
});

const idsOf = (endpoints: readonly { endpointId: number }[]) =>
  endpoints.map(({ endpointId }) => endpointId);
const find = (endpointId: number) => findEndpoint(database.pool, wholePlatform, { endpointId });
const rowOf = async (endpointId: number) =>
  (await database.pool.query('select * from endpoints where endpoint_id = $1', [endpointId]))
    .rows[0];

describe('endpoints are listed', () => {
  test('by account and mode, without listeners and removed ones', async () => {
    const live = await fixture.endpoint(accountId, url, { mode: 'live' });
    const removed = await fixture.endpoint(accountId, url);
    const kept = await fixture.endpoint(accountId, url);
    await fixture.endpoint(await fixture.account(), url);
    await removeEndpoint(change, removed.endpointId);
    await database.pool.query(
      `insert into endpoints (account_id, mode, events, sealed_secret) values ($1, 'test', '{}', '')`,
      [accountId],
    );
    const listed = (mode?: 'test' | 'live') => listEndpoints(database.pool, { accountId, mode });
    expect(idsOf(await listed())).toEqual(idsOf([live, kept]));
    expect(idsOf(await listed('test'))).toEqual([kept.endpointId]);
    expect(await countEndpoints(change, { accountId, mode: 'test' })).toBe(1);
    expect(await countEndpoints(change, { accountId, mode: 'live' })).toBe(1);
    expect(await find(removed.endpointId)).toBeUndefined();
  });

  test('page by page, newest first, each once, and the last page is marked as last', async () => {
    const made = [];
    for (let n = 0; n < 3; n++) made.push((await fixture.endpoint(accountId, url)).endpointId);
    await fixture.endpoint(accountId, url, { mode: 'live' });
    await fixture.endpoint(await fixture.account(), url);
    const scope = { kind: 'account', accountId } as const;
    const page = (before?: number) =>
      pageEndpoints(database.pool, scope, { mode: 'test', before, limit: 2 });
    const first = await page();
    expect(idsOf(first.endpoints)).toEqual([made[2], made[1]]);
    expect(first.next).toBe(made[1]);
    const last = await page(made[1]);
    expect(last.endpoints).toMatchObject([{ endpointId: made[0] }]);
    expect(last.next).toBeNull();
    const exact = await pageEndpoints(database.pool, scope, { mode: 'test', limit: 3 });
    expect(exact.next).toBeNull();
  });
});

describe('an endpoint', () => {
  test('that is enabled again starts without its old failures', async () => {
    const { endpointId } = await fixture.endpoint(accountId, url);
    await database.pool.query(
      `update endpoints set failing_since = now() - interval '4 days' where endpoint_id = $1`,
      [endpointId],
    );
    await disableEndpoint(change, { endpointId, url, because: 'failing' }, null);
    expect(await find(endpointId)).toMatchObject({
      ...{ state: 'disabled', disabledBecause: 'failing' },
      ...{ disabledAt: expect.any(Date), failingSince: expect.any(Date) },
    });
    const renamed = await changeEndpoint(change, endpointId, { description: 'Orders' });
    expect(renamed).toMatchObject({
      ...{ state: 'disabled', disabledBecause: 'failing', description: 'Orders' },
      ...{ url, disabledAt: expect.any(Date), failingSince: expect.any(Date) },
    });
    expect(await changeEndpoint(change, endpointId, { isOn: true })).toMatchObject({
      ...{ state: 'on', disabledBecause: null, disabledAt: null, failingSince: null },
      description: 'Orders',
    });
  });

  test('with a new URL starts without the failures of the old one', async () => {
    const { endpointId } = await fixture.endpoint(accountId, url);
    await database.pool.query('update endpoints set failing_since = now() where endpoint_id = $1', [
      endpointId,
    ]);
    const failing = { failingSince: expect.any(Date) };
    expect(await changeEndpoint(change, endpointId, { url })).toMatchObject(failing);
    const moved = { url: `${url}/new`, failingSince: null };
    expect(await changeEndpoint(change, endpointId, { url: moved.url })).toMatchObject(moved);
  });

  test('is changed alone, and only in the given fields', async () => {
    const other = await fixture.endpoint(accountId, url);
    const { endpointId } = await fixture.endpoint(accountId, url);
    const fields = { url: 'https://rowan.example/new', events: ['sms.failed'] as const };
    expect(await changeEndpoint(change, endpointId, fields)).toMatchObject({
      ...fields,
      state: 'on',
    });
    const { secret: _, ...asMade } = other;
    expect(await find(other.endpointId)).toEqual(asMade);
    expect(await changeEndpoint(change, endpointId, { isOn: false })).toMatchObject({
      ...fields,
      ...{ state: 'off', disabledBecause: null },
    });
  });

  test('is disabled by the platform once, and not if it is off already', async () => {
    const { endpointId } = await fixture.endpoint(accountId, url);
    expect(await disableEndpoint(change, { endpointId, url, because: 'gone' }, null)).toBe(true);
    const again = { endpointId, url, because: 'failing' } as const;
    expect(await disableEndpoint(change, again, null)).toBe(false);
    expect(await find(endpointId)).toMatchObject({ disabledBecause: 'gone' });
    const off = await fixture.endpoint(accountId, url);
    await changeEndpoint(change, off.endpointId, { isOn: false });
    const gone = { endpointId: off.endpointId, url, because: 'gone' } as const;
    expect(await disableEndpoint(change, gone, null)).toBe(false);
    expect(await find(off.endpointId)).toMatchObject({ state: 'off' });
  });

  test('is not disabled for a failure of its former URL', async () => {
    const { endpointId } = await fixture.endpoint(accountId, url);
    await changeEndpoint(change, endpointId, { url: `${url}/new` });
    expect(await disableEndpoint(change, { endpointId, url, because: 'gone' }, null)).toBe(false);
    expect(await find(endpointId)).toMatchObject({ state: 'on' });
  });

  // @mutant src/foundation/events/endpoint-queries.ts
  // - sealed_secret = '', sealed_old_secret = null
  // + sealed_secret = ''
  test('that is removed keeps no secret, and its pending deliveries are cancelled', async () => {
    const { endpointId } = await fixture.endpoint(accountId, url);
    const other = await fixture.endpoint(accountId, url);
    const span = { now: null, overlapHours: 24 };
    await rollEndpointSecret(change, endpointId, Buffer.from('second'), span);
    await fixture.happen(accountId, 2);
    await database.pool.query(
      `update deliveries set state = 'delivered'
       where endpoint_id = $1 and event_id = (select min(event_id::text)::uuid from deliveries
         where account_id = $2)`,
      [endpointId, accountId],
    );
    expect(await removeEndpoint(change, endpointId)).toBe(true);
    expect(await removeEndpoint(change, endpointId)).toBe(false);
    expect(await rowOf(endpointId)).toMatchObject({
      ...{ is_on: false, removed_at: expect.any(Date) },
      ...{ sealed_secret: Buffer.alloc(0), sealed_old_secret: null },
    });
    const { rows } = await database.pool.query(
      `select endpoint_id as "endpointId", state, last_problem as problem
       from deliveries where account_id = $1 order by endpoint_id, state`,
      [accountId],
    );
    const waits = { endpointId: other.endpointId, state: 'pending', problem: null };
    expect(rows).toEqual([
      { endpointId, state: 'delivered', problem: null },
      { endpointId, state: 'failed', problem: 'The endpoint was removed.' },
      ...[waits, waits],
    ]);
    expect(await changeEndpoint(change, endpointId, { isOn: true })).toBeUndefined();
    const rolled = await rollEndpointSecret(change, endpointId, Buffer.from('third'), span);
    expect(rolled).toBeUndefined();
  });

  test('that was removed is deleted a month after its last delivery, and an existing one never', async () => {
    const ages = { long: 41, lately: 39 };
    const ids: Record<string, number> = {};
    for (const name of ['long', 'lately', 'there']) {
      ids[name] = (await fixture.endpoint(accountId, url)).endpointId;
    }
    for (const [name, days] of Object.entries(ages)) {
      await removeEndpoint(change, ids[name] as number);
      await database.pool.query(
        'update endpoints set removed_at = now() - make_interval(days => $2) where endpoint_id = $1',
        [ids[name], days],
      );
    }
    expect(await pruneEndpoints(change, 9)).toBe(1);
    expect(await rowOf(ids.long as number)).toBeUndefined();
    expect(await rowOf(ids.lately as number)).toBeDefined();
    expect(await rowOf(ids.there as number)).toBeDefined();
  });

  test('is not tested again within the rate window, even if a clock was wrong', async () => {
    const made = await fixture.endpoint(accountId, url);
    const at = (seconds: number) => new Date(Date.UTC(2026, 5, 15) + seconds * 1_000);
    const wait = (seconds: number, mode: 'test' | 'live' = 'test') =>
      waitForTrial(change, { accountId, mode }, { limit: 2, windowSeconds: 60, now: at(seconds) });
    await recordTest(change, made, at(0));
    expect(await wait(1)).toBe(0);
    await recordTest(change, made, at(20));
    expect(await wait(21)).toBe(39_000);
    expect(await wait(21, 'live')).toBe(0);
    expect(await wait(60)).toBe(0);
    // A clock that was ahead blocks no later test.
    await recordTest(change, made, at(86_400));
    await recordTest(change, made, at(86_400));
    expect(await wait(61)).toBe(0);
  });

  test('is tested with an event of its own, sent to it alone', async () => {
    const made = await fixture.endpoint(accountId, url, { events: [] as never });
    await fixture.endpoint(accountId, url);
    const eventId = await recordTest(change, made, null);
    const { rows } = await database.pool.query(
      `select d.endpoint_id as "endpointId", e.type, e.mode, e.body
       from deliveries d join events e on e.event_id = d.event_id where d.event_id = $1`,
      [eventId],
    );
    const { endpointId } = made;
    expect(rows).toEqual([
      { endpointId, type: 'endpoint.test', mode: 'test', body: { endpointId } },
    ]);
  });
});
