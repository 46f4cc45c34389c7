import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import {
  createLedgerWorld,
  holdItemOf,
  type LedgerWorld,
  settleItemOf,
} from '../../../test/kit/ledger-table.ts';
import { messageItemOf } from '../../../test/kit/message-item.ts';
import { createVault } from '../../foundation/vault.ts';
import { noteAttempt } from '../../vendors/providers/attempt-queries.ts';
import { referenceOf } from '../../vendors/providers/reference.ts';
import { eraseMessages } from './erase-queries.ts';
import { type SaidReceipt, takeEarlyReceipts, takeReceipts } from './receipt-queries.ts';

let database: TestDatabase;
let pool: Pool;
let world: LedgerWorld;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.pool;
});
afterAll(() => database.drop());
beforeEach(async () => {
  await pool.query('truncate provider_refs, early_receipts, receipts, call_costs');
  world = await createLedgerWorld(pool);
});

/** A message that this provider accepted under these ids. */
async function send(refs: string[], providerCode = 'mine'): Promise<string> {
  const item = messageItemOf(world);
  await world.holds.add(item);
  const settle = settleItemOf(world, item.callId, 'done');
  await world.settles.add({ ...settle, providerCode, details: JSON.stringify({ refs }) });
  return item.callId;
}

function word(changes: Partial<SaidReceipt>): SaidReceipt {
  const said = { state: 'delivered', vendorCode: 'DELIVRD', detail: '', at: new Date() } as const;
  return { ...said, providerCode: 'mine', isTrusted: true, ...changes };
}

const take = (...said: Partial<SaidReceipt>[]) => takeReceipts(pool, said.map(word));

async function stateOf(callId: string) {
  const { rows } = await pool.query(
    `select message_state as state, finished_at is not null as "isOver",
       (select count(*)::integer from receipts r where r.call_id = c.call_id) as receipts
     from calls c where c.call_id = $1`,
    [callId],
  );
  return rows[0];
}

test('the words of a receipt are not stored once the person is erased', async () => {
  const [kept, erased] = [await send(['1']), await send(['2'])];
  const accountIds = [world.accountId];
  await eraseMessages(pool, createVault(Buffer.alloc(32)), { accountIds, callIds: [erased] });
  const failed = { state: 'undelivered', detail: 'Li Wei is abroad' } as const;
  await take({ ...failed, providerRef: '1' }, { ...failed, providerRef: '2' });
  const { rows } = await pool.query('select call_id as id, words from receipts');
  expect(new Map(rows.map(({ id, words }) => [id, words]))).toEqual(
    new Map([
      [kept, failed.detail],
      [erased, null],
    ]),
  );
  expect(await stateOf(erased)).toMatchObject({ state: 'undelivered' });
});

describe('an id', () => {
  test('names a message of the provider that gave it, and of no other', async () => {
    const [mine, theirs] = [await send(['7']), await send(['7'], 'other')];
    await take({ providerRef: '7', providerCode: 'other', state: 'undelivered' });
    expect(await stateOf(mine)).toMatchObject({ state: 'sent', receipts: 0 });
    expect(await stateOf(theirs)).toMatchObject({ state: 'undelivered', receipts: 1 });
  });

  // @mutant src/products/messages/sql/take-receipts.sql
  // - on d.call_id is null and r.provider_code = d.provider_code and r.provider_ref = d.provider_ref
  // + on d.call_id is null and r.provider_ref = d.provider_ref
  test('that is unknown waits for a message of its own provider', async () => {
    await take({ providerRef: '7', providerCode: 'other' });
    const mine = await send(['7']);
    await takeEarlyReceipts(pool);
    expect(await stateOf(mine)).toMatchObject({ state: 'sent', receipts: 0 });
    const theirs = await send(['7'], 'other');
    await pool.query('update early_receipts set look_at = now()');
    expect(await takeEarlyReceipts(pool)).toMatchObject([{ callId: theirs }]);
    expect(await stateOf(theirs)).toMatchObject({ state: 'delivered', receipts: 1 });
  });

  // @mutant src/products/messages/sql/take-receipts.sql
  // - select n.provider_code, n.provider_ref, to_jsonb(n)
  // + select min(n.provider_code) over (), n.provider_ref, to_jsonb(n)
  test('that two providers used waits for a message of each, with the receipt of its own', async () => {
    await take(
      { providerRef: '7', providerCode: 'other', state: 'undelivered', cost: 9n },
      { providerRef: '7', providerCode: 'mine', state: 'delivered', cost: 5n },
    );
    const [theirs, mine] = [await send(['7'], 'other'), await send(['7'])];
    const taken = await takeEarlyReceipts(pool);
    expect(taken.map(({ callId }) => callId).toSorted()).toEqual([theirs, mine].toSorted());
    expect(await stateOf(mine)).toMatchObject({ state: 'delivered', receipts: 1 });
    expect(await stateOf(theirs)).toMatchObject({ state: 'undelivered', receipts: 1 });
    const { rows } = await pool.query('select call_id as id, cost from call_costs order by cost');
    expect(rows).toEqual([
      { id: mine, cost: 5n },
      { id: theirs, cost: 9n },
    ]);
    expect(await takeEarlyReceipts(pool)).toEqual([]);
  });

  test.each([
    ['2 days 23 hours', 1],
    ['3 days 1 minute', 0],
  ])('that is unknown for %s is kept: %d', async (age, kept) => {
    await take({ providerRef: '7' });
    await pool.query(
      'update early_receipts set look_at = now(), received_at = now() - $1::interval',
      [age],
    );
    await takeEarlyReceipts(pool);
    expect((await pool.query('select from early_receipts')).rowCount).toBe(kept);
  });
});

describe('a message whose parts have their own ids', () => {
  test('is delivered when every part is, however often one is reported', async () => {
    const callId = await send(['a', 'b']);
    await take({ providerRef: 'a' }, { providerRef: 'a', vendorCode: 'AGAIN' });
    expect(await stateOf(callId)).toMatchObject({ state: 'sent', isOver: false });
    await take({ providerRef: 'b' });
    expect(await stateOf(callId)).toMatchObject({ state: 'delivered', isOver: true });
  });

  test('is delivered when the waiting receipts say so for every part', async () => {
    await take({ providerRef: 'a' }, { providerRef: 'b' });
    const callId = await send(['a', 'b']);
    await takeEarlyReceipts(pool);
    expect(await stateOf(callId)).toMatchObject({ state: 'delivered', receipts: 2 });
  });

  // @mutant src/products/messages/sql/take-receipts.sql
  // - case when v_failed is not null then v_failed when v_delivered >= v_parts then 'delivered'
  // + case when v_delivered >= 1 then 'delivered' when v_failed is not null then v_failed
  test('is undelivered when one part is', async () => {
    const callId = await send(['a', 'b']);
    await take({ providerRef: 'a' }, { providerRef: 'b', state: 'expired' });
    expect(await stateOf(callId)).toMatchObject({ state: 'expired', isOver: true });
  });
});

test('a message on its way before its call has an outcome is not final', async () => {
  const { callId, ...item } = messageItemOf(world);
  await world.holds.add({ callId, ...item });
  const reference = referenceOf({ accountId: world.accountId, callId });
  await take({ reference, state: 'sent' });
  expect(await stateOf(callId)).toMatchObject({ state: 'sent', isOver: false });
  await take({ reference });
  expect(await stateOf(callId)).toMatchObject({ state: 'delivered', isOver: true });
});

describe('receipts in one batch', () => {
  const forms: [SaidReceipt['state'][], string, boolean][] = [
    [['sent'], 'sent', false],
    [['sent', 'delivered'], 'delivered', true],
    [['delivered', 'sent'], 'delivered', true],
    [['undelivered', 'delivered'], 'undelivered', true],
  ];
  // @mutant src/products/messages/sql/apply-receipts.sql
  // - and c.message_state in ('accepted', 'sent') and c.message_state <> s.state
  // + and c.message_state <> s.state
  test.each(forms)('%j make it %s', async (states, state, isOver) => {
    const callId = await send(['a']);
    await take(...states.map((each) => ({ providerRef: 'a', state: each })));
    expect(await stateOf(callId)).toMatchObject({ state, isOver });
    await take({ providerRef: 'a', state: state === 'delivered' ? 'expired' : 'sent' });
    expect(await stateOf(callId)).toMatchObject({ state });
  });

  test('are all stored, whatever bytes a vendor wrote into one of them', async () => {
    const [odd, plain] = [await send(['a\u0000b'.replace('\u0000', ' ')]), await send(['c'])];
    await take(
      { providerRef: 'a\u0000b', detail: 'x\u0000\ud800', at: new Date(Number.NaN) },
      { providerRef: 'c', vendorCode: 'x\u0000', part: { no: 9, of: 2 } },
      { reference: 'nonsense' },
      { reference: referenceOf({ accountId: 999_999, callId: plain }) },
    );
    expect(await stateOf(odd)).toMatchObject({ state: 'delivered', receipts: 1 });
    expect(await stateOf(plain)).toMatchObject({ state: 'delivered', receipts: 1 });
  });
});

test('a provider that failed to send a message cannot report on it once another has carried it', async () => {
  const item = messageItemOf(world);
  await world.holds.add(item);
  const attempts = ['other', 'mine'].map((provider) => ({
    ...{ provider, outcome: provider === 'mine' ? 'done' : 'unavailable' },
    ...{ agoMs: 2, endedAgoMs: 1 },
  }));
  const settle = settleItemOf(world, item.callId, 'done');
  const details = JSON.stringify({ attempts, refs: ['7'] });
  await world.settles.add({ ...settle, providerCode: 'mine', details });
  const reference = referenceOf({ accountId: world.accountId, callId: item.callId });
  await take({ reference, providerCode: 'other', state: 'undelivered' });
  expect(await stateOf(item.callId)).toMatchObject({ state: 'sent', receipts: 0 });
});

test('only a provider that was asked can report on a message without an outcome', async () => {
  const { callId, ...item } = messageItemOf(world);
  await world.holds.add({ callId, ...item });
  const { accountId } = world;
  await pool.query(`update calls set provider_code = 'first' where call_id = $1`, [callId]);
  await noteAttempt(pool, accountId, callId, { providerCode: 'second', attempt: 2 });
  const reference = referenceOf({ accountId, callId });
  await take({ reference, providerCode: 'third', state: 'sent' });
  expect(await stateOf(callId)).toMatchObject({ state: 'accepted', receipts: 0 });
  await take({ reference, providerCode: 'second', state: 'sent' });
  expect(await stateOf(callId)).toMatchObject({ state: 'sent', receipts: 1 });
});

test('the sent time is that of the first report', async () => {
  const callId = await send(['a']);
  await pool.query('update calls set sent_at = null where call_id = $1', [callId]);
  const [left, arrived] = [new Date('2026-03-01T00:00:00Z'), new Date('2026-03-01T00:00:09Z')];
  await take({ providerRef: 'a', state: 'delivered', at: left });
  const sentAt = async () =>
    (await pool.query('select sent_at as at from calls where call_id = $1', [callId])).rows[0].at;
  expect(await sentAt()).toEqual(left);
  await pool.query(`update calls set message_state = 'sent' where call_id = $1`, [callId]);
  await take({ providerRef: 'a', state: 'delivered', vendorCode: 'LATER', at: arrived });
  expect(await sentAt()).toEqual(left);
});

test('a call without a known provider accepts the report of any provider that names it', async () => {
  const callId = await send([], 'none');
  const reference = referenceOf({ accountId: world.accountId, callId });
  await take({ reference, providerCode: 'other' });
  expect(await stateOf(callId)).toMatchObject({ state: 'delivered', receipts: 1 });
});

test('a receipt for a call that is not a message, or for no call, leaves no trace', async () => {
  const callId = randomUUIDv7();
  await world.holds.add(holdItemOf(world, callId, 0n));
  const { accountId } = world;
  for (const named of [callId, randomUUIDv7()]) {
    const reference = referenceOf({ accountId, callId: named });
    for (const isTrusted of [true, false]) await take({ reference, cost: 5n, isTrusted });
  }
  const { rows } = await pool.query(
    `select (select count(*) from receipts) + (select count(*) from call_costs)
       + (select count(*) from early_receipts) as traces`,
  );
  expect(rows).toEqual([{ traces: 0n }]);
});

test('a later reported cost replaces the earlier one, if the receipt is trusted', async () => {
  const callId = await send(['a']);
  const costs = async () =>
    (await pool.query('select cost, source from call_costs where call_id = $1', [callId])).rows;
  await pool.query(
    `insert into call_costs (account_id, call_id, provider_code, cost, source)
     values ($1, $2, 'mine', 500, 'list')`,
    [world.accountId, callId],
  );
  await pool.query('truncate call_changes');
  await take({ providerRef: 'a', cost: 7n }, { providerRef: 'a', cost: 8n });
  // The searchable copy is updated, even after the call's final state.
  const noted = await pool.query('select from call_changes where is_late and call_ids[1] = $1', [
    callId,
  ]);
  expect(noted.rowCount).toBeGreaterThan(0);
  expect(await costs()).toEqual([{ cost: 8n, source: 'receipt' }]);
  await take({ providerRef: 'a' });
  expect(await costs()).toEqual([{ cost: 8n, source: 'receipt' }]);
  // Anyone could have sent this one.
  await take({ providerRef: 'a', cost: 9n, isTrusted: false });
  expect(await costs()).toEqual([{ cost: 8n, source: 'receipt' }]);
});
