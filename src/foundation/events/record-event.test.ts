import { Errors } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { type Caller, createFixture, type Fixture } from '../../../test/kit/fixture.ts';
import { notifyExpiringKeys, revokeKey, rotateKey } from '../../line/callers/key-queries.ts';
import { adjust, setLowBalance } from '../../money/ledger/queries.ts';
import { endSilentMessages } from '../../products/messages/receipt-queries.ts';
import { decideCall } from '../../surfaces/reports/decide-call.ts';
import { wholePlatform } from '../contract/scope.ts';
import {
  type Event,
  eventModelName,
  eventModels,
  eventTypes,
} from '../contract/wire/event-schemas.ts';
import { createEndpoint } from './endpoint-queries.ts';
import { toEvent } from './event-body.ts';
import { listEvents } from './event-queries.ts';

let fixture: Fixture;
let caller: Caller;

beforeAll(async () => {
  // A 504 takes no longer than a test needs.
  fixture = await createFixture({ settings: { providerTimeoutMs: 300 } });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  caller = await fixture.newCaller();
});

/** The account's events in order, as its endpoints receive them. */
async function eventsOf({ accountId }: Caller): Promise<Event[]> {
  const page = { limit: 100 };
  const { events } = await listEvents(fixture.pool, wholePlatform, { accountId }, page);
  const told = events.map(toEvent).reverse();
  for (const event of told) {
    expect(Errors(eventModels[eventModelName(event.type)], event)).toEqual([]);
  }
  return told.sort((a, b) => a.timestamp.localeCompare(b.timestamp) || a.sequence - b.sequence);
}

const send = async (mobile: string) =>
  (await caller.call('sms_code', { mobile, code: '1' })).body.requestId;

const endpoint = (changes: object = {}) =>
  createEndpoint(byTest(fixture.pool), {
    ...{ accountId: caller.accountId, mode: 'test', url: 'https://example.com', description: '' },
    ...{ events: eventTypes, sealedSecret: Buffer.alloc(0), ...changes },
  });

describe('an event is written', () => {
  test('when a message is delivered, once, however often that is reported', async () => {
    await endpoint();
    const requestId = await send('13800000005');
    await fixture.fireReceipts();
    await fixture.fireReceipts();
    const data = {
      ...{ requestId, productCode: 'sms_code', state: 'delivered', reason: null, parts: 1 },
      ...{ providerCode: 'sandbox', unitPrice: '0.0500' },
    };
    expect(await eventsOf(caller)).toMatchObject([
      { type: 'sms.delivered', mode: 'test', sequence: 1, data },
    ]);
  });

  // @mutant src/products/messages/sql/apply-receipts.sql
  // - and p.removed_at is null
  // @mutant src/products/messages/sql/apply-receipts.sql
  // - and 'sms.delivered' = any (p.events)
  // @mutant src/products/messages/sql/apply-receipts.sql
  // - and p.removed_at is null
  // + and p.removed_at is null and p.is_on
  // @mutant src/products/messages/sql/apply-receipts.sql
  // - c.account_id || c.mode = any (v_told)
  // + true
  test('for a delivered message only while an endpoint of its account and mode subscribes', async () => {
    await endpoint({ events: ['sms.failed'] });
    await endpoint({ mode: 'live' });
    await endpoint({ accountId: fixture.accountId });
    const removed = await endpoint();
    const at = 'endpoint_id = $1';
    await fixture.pool.query(`update endpoints set removed_at = now() where ${at}`, [
      removed.endpointId,
    ]);
    await send('13800000005');
    await fixture.fireReceipts();
    expect(await eventsOf(caller)).toEqual([]);

    const off = await endpoint({ events: ['sms.delivered'] });
    await fixture.pool.query(`update endpoints set is_on = false where ${at}`, [off.endpointId]);
    const requestId = await send('13800000005');
    await fixture.fireReceipts();
    expect(await eventsOf(caller)).toMatchObject([{ data: { requestId } }]);
  });

  test('when a message is not delivered, with the reason', async () => {
    const requestId = await send('13800000009');
    await fixture.fireReceipts();
    expect(await eventsOf(caller)).toMatchObject([
      {
        type: 'sms.failed',
        data: { requestId, state: 'undelivered', reason: 'blocked_by_person' },
      },
    ]);
  });

  test('when the fate of a message stays unknown', async () => {
    const requestId = await send('13800000004');
    await endSilentMessages(fixture.pool, new Date(Date.now() + 80 * 3_600_000), 72);
    expect(await eventsOf(caller)).toMatchObject([
      { type: 'sms.failed', data: { requestId, state: 'unknown', reason: null } },
    ]);
  });

  test.each([
    ['13800000007', 'done', '0.0500'],
    ['13800000008', 'released', '0.0000'],
  ])(
    'when a call to %s that was answered 504 turns out to be %s',
    async (mobile, state, charged) => {
      const requestId = await send(mobile);
      expect(await eventsOf(caller)).toEqual([]);
      await expect.poll(() => fixture.resolve()).toBe(1);
      const events = (await eventsOf(caller)).filter(({ type }) => type === 'call.resolved');
      const data = { requestId, productCode: 'sms_code', state, charged };
      expect(events).toMatchObject([{ type: 'call.resolved', data }]);
    },
  );

  test.each(['13800000001', '13800000002'])(
    'but not when a call to %s was refused in its reply',
    async (mobile) => {
      await send(mobile);
      expect(await eventsOf(caller)).toEqual([]);
    },
  );

  test.each([
    ['done', 'done'],
    ['unavailable', 'released'],
  ] as const)('when the operator decides that a call is %s', async (decision, state) => {
    const requestId = await send('13800000007');
    const { clock, vault, log, settings } = fixture.app.line;
    const ports = { clock, vault, log, timeZone: settings.timeZone };
    await decideCall(byTest(fixture.pool), ports, requestId, decision, 'asked them');
    const [event] = await eventsOf(caller);
    expect(event).toMatchObject({ type: 'call.resolved', data: { requestId, state } });
  });

  test('when a wallet falls below its threshold, once each time', async () => {
    const { accountId, mode } = caller;
    await setLowBalance(byTest(fixture.pool), { accountId, mode, amount: 9_999_500n });
    await send('13800000000');
    await send('13800000000');
    await send('13800000000');
    const low = { available: '999.9000', threshold: '999.9500' };
    const wallet = { type: 'balance.low', data: low };
    const lows = async () => (await eventsOf(caller)).filter(({ type }) => type === 'balance.low');
    expect(await lows()).toMatchObject([{ ...wallet, sequence: 1 }]);
    const move = (amount: bigint, reference: string) =>
      adjust(byTest(fixture.pool), { accountId, mode, amount, reference, reason: 'slip' });
    await move(10_000n, 'up');
    await move(-9_000n, 'down to the threshold');
    expect(await lows()).toHaveLength(1);
    await move(-10_000n, 'down');
    await move(-10_000n, 'further down');
    expect(await lows()).toMatchObject([{ sequence: 1 }, { sequence: 2 }]);
  });

  test('when a key is revoked, the first time', async () => {
    const { keyId } = caller;
    await revokeKey(byTest(fixture.pool), { keyId });
    await revokeKey(byTest(fixture.pool), { keyId });
    const data = { keyId, lastFour: caller.apiKey.slice(-4) };
    expect(await eventsOf(caller)).toMatchObject([{ type: 'key.revoked', data }]);
  });

  test('a week before a key expires, once per expiry date', async () => {
    const day = 24 * 3_600_000;
    const expiresAt = new Date(Date.now() + 30 * day);
    const at = (daysBefore: number) => new Date(expiresAt.getTime() - daysBefore * day);
    const { accountId } = caller;
    const { keyId } = await fixture.newCaller({ accountId, expiresAt });
    const { keyId: beside } = await fixture.newCaller({ accountId, expiresAt });
    // A revoked key does not expire, and an expired one is no news.
    const revoked = await fixture.newCaller({ expiresAt });
    await revokeKey(byTest(fixture.pool), { keyId: revoked.keyId });
    await fixture.newCaller({ expiresAt: at(8) });
    expect(await notifyExpiringKeys(fixture.pool, new Date(at(7).getTime() - 1))).toBe(0);
    expect(await notifyExpiringKeys(fixture.pool, at(7))).toBe(2);
    expect(await notifyExpiringKeys(fixture.pool, at(1))).toBe(0);
    const told = await eventsOf(caller);
    const data = { expiresAt: expiresAt.toISOString() };
    for (const event of told)
      expect(event).toMatchObject({ type: 'key.expiring', mode: 'test', data });
    const keyIds = told.map((event) => (event.data as { keyId: number }).keyId);
    expect(keyIds.sort((a, b) => a - b)).toEqual([keyId, beside]);
  });

  test('again when the expiry of a key is moved', async () => {
    const { accountId } = caller;
    const expiresAt = new Date(Date.now() + 5 * 24 * 3_600_000);
    const { keyId } = await fixture.newCaller({ accountId, expiresAt });
    expect(await notifyExpiringKeys(fixture.pool, null)).toBe(1);
    const rotation = { accountId, keyId, overlapMinutes: 60 };
    const { oldEndsAt } = await rotateKey(byTest(fixture.pool), rotation);
    expect(await notifyExpiringKeys(fixture.pool, null)).toBe(1);
    expect(await notifyExpiringKeys(fixture.pool, null)).toBe(0);
    const ends = [expiresAt, oldEndsAt].map((end) => ({ keyId, expiresAt: end.toISOString() }));
    expect((await eventsOf(caller)).map(({ data }) => data)).toMatchObject(ends);
  });
});

describe('the events of one call', () => {
  test('are numbered in the order in which they happened', async () => {
    const requestId = await send('13800000007');
    await expect.poll(() => fixture.resolve()).toBe(1);
    await fixture.fireReceipts();
    const events = await eventsOf(caller);
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(events.map(({ type }) => type).sort()).toEqual(['call.resolved', 'sms.delivered']);
    for (const { data } of events) expect(data).toMatchObject({ requestId });
  });
});

describe('an event has a delivery', () => {
  async function deliveriesOf({ accountId }: Caller): Promise<number[]> {
    const { rows } = await fixture.pool.query<{ id: number }>(
      `select endpoint_id as id from deliveries where account_id = $1 and state = 'pending'
       order by endpoint_id`,
      [accountId],
    );
    return rows.map(({ id }) => id);
  }

  test('for each enabled endpoint of its account and mode that subscribes to it', async () => {
    const [one, two] = [await endpoint(), await endpoint({ events: ['sms.delivered'] })];
    await endpoint({ events: ['sms.failed'] });
    await endpoint({ mode: 'live' });
    await endpoint({ accountId: fixture.accountId });
    const off = await endpoint();
    const gone = await endpoint();
    const change = byTest(fixture.pool);
    await change.query('update endpoints set is_on = false where endpoint_id = $1', [
      off.endpointId,
    ]);
    await change.query('update endpoints set removed_at = now() where endpoint_id = $1', [
      gone.endpointId,
    ]);
    await send('13800000000');
    await fixture.fireReceipts();
    expect(await deliveriesOf(caller)).toEqual([one.endpointId, two.endpointId]);
  });

  test('or does not exist: both are in one transaction', async () => {
    await endpoint();
    const client = await fixture.pool.connect();
    await client.query('begin');
    await client.query(
      `select events_record_of($1, 'test', 'balance.low', 'wallet', '{"available":"1","threshold":"2"}', now())`,
      [caller.accountId],
    );
    await client.query('rollback');
    client.release();
    expect(await deliveriesOf(caller)).toEqual([]);
    expect(await eventsOf(caller)).toEqual([]);
  });
});
