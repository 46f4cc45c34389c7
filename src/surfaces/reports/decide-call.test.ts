import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { countBlocked } from '../../../test/kit/count-blocked.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import {
  createLedgerWorld,
  type LedgerWorld,
  settleItemOf,
  writerPorts,
} from '../../../test/kit/ledger-table.ts';
import { type MessageWords, messageItemOf } from '../../../test/kit/message-item.ts';
import { project, recount } from '../../../test/kit/search-recount.ts';
import { type Change, inChange } from '../../foundation/audit/change-queries.ts';
import type { OutcomeKind } from '../../foundation/contract/products.ts';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import { dropResolved, putOnReview, takeUnresolved } from '../../line/calls/queries.ts';
import { audit } from '../../money/ledger/audit-ledger.ts';
import {
  adjust,
  readBalance,
  readUsageDays,
  refund,
  setCreditLimit,
  topUp,
} from '../../money/ledger/queries.ts';
import { readStatement } from '../../money/ledger/read-statement.ts';
import { takeReceipts } from '../../products/messages/receipt-queries.ts';
import { decideCall } from './decide-call.ts';
import { listReview } from './review-queries.ts';
import { requireStory } from './story-queries.ts';

let database: TestDatabase;
let pool: Pool;
let world: LedgerWorld;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.pool;
  await byTest(pool).query(
    `insert into providers (
       provider_code, kind, vendor_code, is_on, sealed_config, callback_hash, particulars, costs
     )
     values ('mine', 'sms', 'yunpian', false, '', '', '{}', '{"each": "0.0200"}')`,
  );
});
afterAll(() => database.drop());
beforeEach(async () => {
  await pool.query('truncate unresolved_calls');
  world = await createLedgerWorld(pool);
  const { accountId, mode } = world;
  await topUp(byTest(pool), { accountId, mode, amount: 10n, reference: 'first' });
});

async function hold(words: MessageWords = {}): Promise<string> {
  const item = messageItemOf(world, { amount: 10n, ...words });
  await world.holds.add(item);
  return item.callId;
}

const end = (callId: string, state: OutcomeKind) =>
  world.settles.add({ ...settleItemOf(world, callId, state), providerCode: 'mine' });
const decide = (callId: string, state: 'done' | 'unavailable') =>
  decideCall(byTest(pool), writerPorts(pool), callId, state, 'seen in\ntheir console');

async function storyOf(callId: string) {
  const { available, held } = await readBalance(pool, world.accountId, world.mode);
  const { rows } = await pool.query(
    `select state, provider_code as provider, evidence, (
       select count(*)::integer from unresolved_calls u where u.call_id = c.call_id
     ) as unresolved
     from calls c where call_id = $1`,
    [callId],
  );
  return { ...rows[0], available, held };
}

const receiptOf = (callId: string, state: 'delivered' | 'undelivered') => ({
  state,
  reference: `${callId}.${world.accountId}`,
  ...{ vendorCode: '', detail: '', providerCode: 'mine', at: new Date(), isTrusted: true },
});

describe('a released call', () => {
  test.each([
    ['sent_after_release', (callId: string) => end(callId, 'done')],
    [
      'delivered_after_release',
      async (callId: string) => {
        await takeReceipts(pool, [receiptOf(callId, 'delivered')]);
      },
    ],
  ] as const)(
    'that is %s goes to review until its release is confirmed',
    async (why, contradict) => {
      const callId = await hold();
      await end(callId, 'unknown');
      await end(callId, 'unavailable');
      await contradict(callId);
      // What the resolver does after it has released the call.
      await dropResolved(pool, [{ accountId: world.accountId, callId }]);
      const listed = () => listReview(pool, wholePlatform, { limit: 10 });
      expect(await listed()).toMatchObject([{ callId, contradiction: why, held: 0n }]);
      expect(await takeUnresolved(pool, new Date('2100-01-01'), 10, [])).toEqual([]);
      await decide(callId, 'unavailable');
      expect(await listed()).toEqual([]);
      await expect(decide(callId, 'done')).rejects.toThrow('has already ended: unavailable');
      expect(await storyOf(callId)).toMatchObject({
        state: 'unavailable',
        unresolved: 0,
        available: 10n,
        held: 0n,
      });
    },
  );

  /** A call that was released, and whose message was delivered all the same. */
  async function contradicted(words: MessageWords = {}): Promise<string> {
    const callId = await hold(words);
    await end(callId, 'unavailable');
    await takeReceipts(pool, [receiptOf(callId, 'delivered')]);
    return callId;
  }

  const decideIn = (callId: string, state: 'done' | 'unavailable') =>
    inChange(pool, { kind: 'command_line', name: 'tester' }, 'call.decide', (change) =>
      decideCall(change, writerPorts(pool), callId, state, 'seen'),
    );

  // @mutant src/money/ledger/sql/charge-released.sql
  // - charged = u.charged + v_call.amount, refused
  // + charged = u.charged, refused
  test('is charged after all, and every figure says so', async () => {
    const callId = await contradicted();
    await project(pool);
    const { accountId, mode } = world;
    await decideIn(callId, 'done');
    expect(await storyOf(callId)).toEqual({
      state: 'done',
      provider: 'mine',
      evidence: 'by the operator: seen',
      unresolved: 0,
      available: 0n,
      held: 0n,
    });
    const story = await requireStory(pool, wholePlatform, callId);
    expect(story).toMatchObject({ messageState: 'delivered', cost: 200n, contradiction: null });
    expect(story.transfers.map((row) => [row.from_account, row.to_account, row.amount])).toEqual([
      ['wallet', 'held', '10'],
      ['held', 'wallet', '10'],
      ['wallet', 'revenue', '10'],
    ]);
    expect(story.events.map(({ type, body }) => [type, body])).toMatchObject([
      ['call.resolved', { requestId: callId, state: 'done', charged: '10' }],
      ['sms.delivered', { requestId: callId }],
    ]);
    const day = await readUsageDays(pool, accountId, mode, '2000-01-01', '2100-01-01');
    expect(day).toMatchObject([{ calls: 1n, charged: 10n, refused: 0n }]);
    const month = new Date().toISOString().slice(0, 7);
    expect(await readStatement(pool, { accountId, mode }, month, 'UTC')).toMatchObject({
      total: { charged: 10n },
      byProduct: [{ calls: 1n, charged: 10n }],
      closing: { balance: 0n },
      isEqual: true,
    });
    await project(pool);
    expect(await recount(pool)).toEqual([]);
    expect((await audit(pool)).faults).toEqual([]);
    const { rows } = await pool.query(
      `select action, after from audit_entries where account_id = $1 order by entry_id desc limit 1`,
      [accountId],
    );
    expect(rows).toMatchObject([
      { action: 'call.settle', after: { state: 'done', reason: 'seen' } },
    ]);
  });

  test('is on its way after the charge if no receipt has said more', async () => {
    const callId = await hold();
    await end(callId, 'unavailable');
    await end(callId, 'done');
    await decideIn(callId, 'done');
    const { rows } = await pool.query(
      'select message_state as state, finished_at as "finishedAt" from calls where call_id = $1',
      [callId],
    );
    expect(rows).toEqual([{ state: 'sent', finishedAt: null }]);
  });

  test('is charged once, and refunded once', async () => {
    const callId = await contradicted();
    await decideIn(callId, 'done');
    await expect(decideIn(callId, 'done')).rejects.toThrow('has already ended: done');
    const { accountId } = world;
    const back = () => refund(byTest(pool), { accountId, callId, reason: 'a test' });
    expect(await back()).toMatchObject({ available: 10n });
    await expect(back()).rejects.toThrow('was already refunded');
    expect((await audit(pool)).faults).toEqual([]);
  });

  // @mutant src/money/ledger/sql/charge-released.sql
  // - if v_call.amount > ledger_spendable(v_wallet.available, v_wallet.held, v_wallet.credit_limit) then
  // + if v_call.amount > ledger_spendable(v_wallet.available, v_wallet.held, v_wallet.credit_limit) + 1 then
  test('is charged only if balance and credit limit cover it', async () => {
    const callId = await contradicted();
    const { accountId, mode } = world;
    const owner = { accountId, mode };
    await adjust(byTest(pool), { ...owner, amount: -1n, reference: 'less', reason: 'a test' });
    await expect(decideIn(callId, 'done')).rejects.toThrow('do not cover this amount');
    expect(await storyOf(callId)).toMatchObject({ state: 'unavailable', unresolved: 1 });
    await setCreditLimit(byTest(pool), { ...owner, limit: 1n });
    await decideIn(callId, 'done');
    expect(await storyOf(callId)).toMatchObject({ state: 'done', available: -1n });
    expect((await audit(pool)).faults).toEqual([]);
  });

  test('holds its idempotency key again, unless another call took it', async () => {
    const callId = await contradicted({ key: 'a key' });
    const other = messageItemOf(world, { amount: 10n, key: 'a key' });
    await decideIn(callId, 'done');
    expect(await world.holds.add(other)).toMatchObject({ verdict: 'replay' });
    const { accountId, mode } = world;
    await topUp(byTest(pool), { accountId, mode, amount: 20n, reference: 'more' });
    const second = await contradicted({ key: 'another' });
    const third = await hold({ key: 'another' });
    await end(third, 'unavailable');
    await decideIn(second, 'done');
    expect(
      await world.holds.add(messageItemOf(world, { amount: 10n, key: 'another' })),
    ).toMatchObject({
      verdict: 'held',
    });
  });

  test.each([
    ['done', 'done'],
    ['done', 'unavailable'],
    ['unavailable', 'done'],
    ['unavailable', 'unavailable'],
  ] as const)('that two operators decide at once as %s and %s is decided once', async (a, b) => {
    const callId = await contradicted();
    // The first has decided and not committed when the second decides.
    const first = await pool.connect();
    await first.query('begin');
    await first.query(`select set_config('countersign.actor', '{"kind":"command_line"}', true)`);
    await decideCall(first as unknown as Change, writerPorts(pool), callId, a, 'first');
    const second = decideIn(callId, b).then(
      () => 'decided',
      (error: Error) => error.message,
    );
    await expect.poll(() => countBlocked(pool)).toBe(1);
    await first.query('commit');
    first.release();
    expect(await second).toContain(`has already ended: ${a}`);
    expect(await storyOf(callId)).toMatchObject({
      state: a,
      unresolved: 0,
      available: a === 'done' ? 0n : 10n,
    });
    expect((await audit(pool)).faults).toEqual([]);
  });

  test('stays off the review while nothing contradicts its release', async () => {
    const callId = await hold();
    await end(callId, 'unavailable');
    await end(callId, 'rejected');
    await takeReceipts(pool, [receiptOf(callId, 'undelivered')]);
    expect(await listReview(pool, wholePlatform, { limit: 10 })).toEqual([]);
  });
});

describe('the operator’s decision', () => {
  test.each([
    ['done', 0n],
    ['unavailable', 10n],
  ] as const)('ends a call with an unknown outcome as %s', async (state, available) => {
    const callId = await hold();
    await end(callId, 'unknown');
    await decide(callId, state);
    expect(await storyOf(callId)).toEqual({
      state,
      provider: 'mine',
      evidence: 'by the operator: seen in their console',
      unresolved: 0,
      available,
      held: 0n,
    });
    expect((await audit(pool)).faults).toEqual([]);
  });

  test('that it was carried out stores the listed cost of its provider', async () => {
    const costOf = async (state: 'done' | 'unavailable') => {
      const callId = await hold();
      await end(callId, 'unknown');
      await decide(callId, state);
      const { accountId, mode } = world;
      await topUp(byTest(pool), { accountId, mode, amount: 10n, reference: callId });
      const { rows } = await pool.query('select cost, source from call_costs where call_id = $1', [
        callId,
      ]);
      return rows;
    };
    expect(await costOf('done')).toEqual([{ cost: 200n, source: 'list' }]);
    expect(await costOf('unavailable')).toEqual([]);
  });

  // @mutant src/surfaces/reports/decide-call.ts
  // - if (call.state === 'held' && !call.reviewSince) {
  // + if (call.state === 'held' && call.callId === '') {
  test('does not end a call that may still be under way', async () => {
    const callId = await hold();
    await expect(decide(callId, 'unavailable')).rejects.toThrow('is still in progress');
    expect(await storyOf(callId)).toMatchObject({ state: 'held', available: 0n, held: 10n });
  });

  test('ends a call whose process died once no provider can be queried', async () => {
    const callId = await hold();
    const { accountId } = world;
    await pool.query(
      `insert into unresolved_calls (account_id, call_id, next_try_at, reason, lane)
       values ($1, $2, now(), 'abandoned', 'mine')`,
      [accountId, callId],
    );
    await expect(decide(callId, 'done')).rejects.toThrow('its provider is being queried');
    expect(await listReview(pool, wholePlatform, { limit: 10 })).toEqual([]);
    await putOnReview(pool, { accountId, callId }, null);
    expect(await listReview(pool, wholePlatform, { limit: 10 })).toMatchObject([
      { callId, state: 'held' },
    ]);
    await decide(callId, 'done');
    expect(await storyOf(callId)).toMatchObject({ state: 'done', unresolved: 0, held: 0n });
    expect(await listReview(pool, wholePlatform, { limit: 10 })).toEqual([]);
  });

  test('that comes when the call has just been resolved is refused, and the resolution stands', async () => {
    const callId = await hold();
    await end(callId, 'unknown');
    const change = byTest(pool);
    const query = async (statement: { name?: string }, ...values: unknown[]) => {
      if (statement.name === 'settle') await end(callId, 'rejected');
      return (change.query as (...words: unknown[]) => Promise<unknown>)(statement, ...values);
    };
    const late = { query } as unknown as Change;
    const decided = decideCall(late, writerPorts(pool), callId, 'done', 'seen');
    await expect(decided).rejects.toThrow('has already ended: rejected');
    expect(await storyOf(callId)).toMatchObject({ state: 'rejected', available: 10n, held: 0n });
  });

  test.each(['done', 'rejected', 'unavailable'] as const)(
    'changes nothing of a call that has ended as %s',
    async (state) => {
      const callId = await hold();
      await end(callId, state);
      const before = await storyOf(callId);
      for (const word of ['done', 'unavailable'] as const) {
        await expect(decide(callId, word)).rejects.toThrow(`has already ended: ${state}`);
      }
      expect(await storyOf(callId)).toEqual(before);
    },
  );
});
