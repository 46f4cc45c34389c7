import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import {
  createLedgerWorld,
  holdItemOf,
  type LedgerWorld,
  settleItemOf,
  writerPorts,
} from '../../../test/kit/ledger-table.ts';
import { messageItemOf, numberHashOf } from '../../../test/kit/message-item.ts';
import { createMovableClock } from '../../foundation/clock.ts';
import type { OutcomeKind } from '../../foundation/contract/products.ts';
import { topUp } from '../../money/ledger/queries.ts';
import { applyReceipts } from '../../products/messages/receipt-queries.ts';
import type { Receipt } from '../../vendors/providers/provider.ts';
import { referenceOf } from '../../vendors/providers/reference.ts';
import { createLineWriter } from './line-writer.ts';

const start = new Date('2026-06-15T22:00:00Z');
const later = new Date('2026-06-15T22:00:05Z');
let database: TestDatabase;
let pool: Pool;
let world: LedgerWorld;
let clock: ReturnType<typeof createMovableClock>;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.pool;
});
afterAll(() => database.drop());
beforeEach(async () => {
  clock = createMovableClock(start);
  const ports = { ...writerPorts(pool, clock), timeZone: 'Asia/Shanghai' };
  world = { ...(await createLedgerWorld(pool)), ...createLineWriter(ports) };
  const { accountId } = world;
  await topUp(byTest(pool), { accountId, mode: 'live', amount: 100n, reference: 'first' });
});

async function rowOf(callId: string) {
  const { rows } = await pool.query('select * from calls where call_id = $1', [callId]);
  return rows[0];
}

async function hold(): Promise<string> {
  const item = messageItemOf(world, { number: randomUUIDv7() });
  expect((await world.holds.add(item)).verdict).toBe('held');
  clock.set(later);
  return item.callId;
}

const settle = (callId: string, state: OutcomeKind) =>
  world.settles.add({
    ...settleItemOf(world, callId, state),
    providerCode: 'vendor',
    providerRef: 'its reference',
    evidence: 'its words',
  });

const receive = (callId: string, ...states: Receipt['state'][]) =>
  applyReceipts(
    pool,
    states.map((state, n) => ({
      reference: referenceOf({ accountId: world.accountId, callId }),
      state,
      vendorCode: '',
      detail: '',
      at: new Date(start.getTime() + 1_000 * (n + 1)),
    })),
  );

describe('the row of a held call', () => {
  // @mutant src/line/calls/sql/hold-calls.sql
  // - 'accepted'::message_state end, i.provider_code
  // + 'accepted'::message_state end, null
  test('has the request, the price and its source, and the platform’s day', async () => {
    const item = messageItemOf(world, { keyId: 7, key: 'k', prefix: '+86137' });
    await world.holds.add({
      ...item,
      order: { ...item.order, parts: 3, providers: ['vendor', 'second'] },
      price: { source: 'account', unitPrice: 4n, amount: 12n },
    });
    expect(await rowOf(item.callId)).toMatchObject({
      account_id: world.accountId,
      mode: 'live',
      key_id: 7,
      product: 'sms_code',
      price_source: 'account',
      unit_price: 4n,
      amount: 12n,
      parts: 3,
      template_id: 'T',
      // Ten in the evening in London is the next day in Shanghai.
      day: '2026-06-16',
      held_at: start,
      state: 'held',
      ended_at: null,
      idempotency_hash: Buffer.from(item.claim?.keyHash() ?? '', 'hex'),
      number_hash: numberHashOf(item),
      prefix: '+86137',
      message_state: 'accepted',
      // The provider it is about to reach, in case its process dies.
      provider_code: 'vendor',
    });
  });

  test('names no provider in test mode, where only the sandbox is reached', async () => {
    const item = messageItemOf({ ...world, mode: 'test' });
    await world.holds.add({ ...item, order: { ...item.order, providers: ['sandbox'] } });
    expect(await rowOf(item.callId)).toMatchObject({ mode: 'test', provider_code: null });
  });

  test('has no message if the call has none, even beside calls with one', async () => {
    const face = holdItemOf(world, randomUUIDv7(), 0n);
    await Promise.all([world.holds.add(messageItemOf(world)), world.holds.add(face)]);
    expect(await rowOf(face.callId)).toMatchObject({
      product: 'face_verify',
      content_id: null,
      number_hash: null,
      message_state: null,
    });
  });
});

describe('the row of a finished call', () => {
  test.each<[OutcomeKind, string, Date | null, Date | null]>([
    ['done', 'sent', later, null],
    ['rejected', 'rejected', null, later],
    ['unavailable', 'rejected', null, later],
    ['unknown', 'accepted', null, null],
  ])('%s: its message is %s', async (state, message, sentAt, finishedAt) => {
    const callId = await hold();
    await settle(callId, state);
    expect(await rowOf(callId)).toMatchObject({
      state,
      ended_at: later,
      provider_code: 'vendor',
      provider_ref: 'its reference',
      evidence: 'its words',
      message_state: message,
      sent_at: sentAt,
      finished_at: finishedAt,
    });
  });

  test.each<[first: OutcomeKind, second: OutcomeKind, stands: OutcomeKind]>([
    ['done', 'rejected', 'done'],
    ['done', 'unknown', 'done'],
    ['rejected', 'done', 'rejected'],
    ['rejected', 'unknown', 'rejected'],
    ['unavailable', 'done', 'unavailable'],
    ['unavailable', 'rejected', 'unavailable'],
    ['unknown', 'done', 'done'],
    ['unknown', 'rejected', 'rejected'],
    ['unknown', 'unavailable', 'unavailable'],
    ['unknown', 'unknown', 'unknown'],
  ])('%s, then %s, ends as %s', async (first, second, stands) => {
    const callId = await hold();
    await settle(callId, first);
    const { state, isApplied } = await settle(callId, second);
    expect([state, isApplied]).toEqual([stands, first === 'unknown' && second !== 'unknown']);
    expect((await rowOf(callId)).state).toBe(stands);
  });

  test('keeps an earlier receipt', async () => {
    const callId = await hold();
    await receive(callId, 'delivered');
    const before = await rowOf(callId);
    await settle(callId, 'done');
    const { message_state, sent_at, finished_at } = before;
    expect(message_state).toBe('delivered');
    expect(await rowOf(callId)).toMatchObject({
      state: 'done',
      message_state,
      sent_at,
      finished_at,
    });
  });
});

describe('a receipt', () => {
  const final: Receipt['state'][] = ['delivered', 'undelivered', 'expired', 'rejected'];

  test.each(final)('%s is final, and no later receipt changes it', async (state) => {
    const callId = await hold();
    await receive(callId, state);
    const before = await rowOf(callId);
    expect(before.message_state).toBe(state);
    expect(before.finished_at).not.toBeNull();
    for (const other of [...final, 'sent' as const]) await receive(callId, other);
    expect(await rowOf(callId)).toEqual(before);
  });

  test('that says sent is not final, and sets the sent time once', async () => {
    const callId = await hold();
    await receive(callId, 'sent');
    const sent = { message_state: 'sent', sent_at: new Date(start.getTime() + 1_000) };
    expect(await rowOf(callId)).toMatchObject({ ...sent, finished_at: null });
    await receive(callId, 'sent', 'delivered');
    expect(await rowOf(callId)).toMatchObject({ ...sent, message_state: 'delivered' });
  });

  test.each<[Receipt['state'][], string]>([
    [['sent', 'undelivered', 'delivered'], 'undelivered'],
    [['delivered', 'sent', 'expired'], 'delivered'],
    [['sent', 'sent'], 'sent'],
  ])('of several at once %j the first final one counts: %s', async (states, stands) => {
    const callId = await hold();
    await receive(callId, ...states);
    expect((await rowOf(callId)).message_state).toBe(stands);
  });

  // @mutant src/products/messages/sql/apply-receipts.sql
  // - where c.account_id = s.account_id and c.call_id
  // + where c.call_id
  test('of another account, or of no call, changes nothing', async () => {
    const callId = await hold();
    const receipt = { state: 'delivered', vendorCode: '', detail: '', at: start } as const;
    await applyReceipts(pool, [
      { ...receipt, reference: referenceOf({ accountId: world.accountId + 1, callId }) },
      { ...receipt, reference: 'not ours' },
    ]);
    expect((await rowOf(callId)).message_state).toBe('accepted');
  });
});
