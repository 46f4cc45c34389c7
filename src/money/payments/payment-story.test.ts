import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createPaymentFixture, type PaymentFixture } from '../../../test/kit/payment-fixture.ts';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import { audit } from '../ledger/audit-ledger.ts';
import { handleDispute } from './handle-dispute.ts';
import { orderNoOf, type Payment } from './payment.ts';
import { findPayments, findWaiting, type PaymentFilter } from './payment-list-queries.ts';
import { readPaymentStory } from './payment-story.ts';

let database: TestDatabase;
let fixture: PaymentFixture;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  expect(await audit(database.pool)).toMatchObject({ faults: [] });
  await database.drop();
});
beforeEach(async () => {
  fixture = await createPaymentFixture(database);
});

const storyOf = async (payment: Payment) =>
  (await readPaymentStory(database.pool, await fixture.stateOf(payment))).steps;
const wordsOf = async (payment: Payment) =>
  (await storyOf(payment)).map(({ what, amount }) =>
    amount === undefined ? what : `${what} ${amount / 10_000n}`,
  );

describe('the story of a payment', () => {
  test('says when it was begun, asked about, paid, credited, refunded and disputed', async () => {
    const { begin, notice, till, refund, pass } = fixture;
    const payment = await begin();
    await notice(payment);
    till.pay(orderNoOf(payment.paymentId));
    await notice(payment);
    await refund(payment, 300_000n);
    await pass(5_000);
    till.dispute(orderNoOf(payment.paymentId), 200_000n);
    await notice(payment);
    expect((await wordsOf(payment)).sort()).toEqual(
      [
        ...['asked_for 100', 'begun', 'notice', 'open', 'paid', 'paid_there', 'credited 100'],
        ...['refund_asked 30', 'refund_done 30', 'disputed 20', 'taken_back -20'],
      ].sort(),
    );
    expect((await storyOf(payment)).find(({ what }) => what === 'notice')).toMatchObject({
      times: 3,
    });
  });

  test('begins with its start, though the clock of the vendor is behind', async () => {
    const { begin, notice, till } = fixture;
    const payment = await begin();
    till.pay(orderNoOf(payment.paymentId));
    await notice(payment);
    await database.pool.query(
      `update payments set paid_at = begun_at - interval '1 second' where payment_id = $1`,
      [payment.paymentId],
    );
    expect((await wordsOf(payment)).slice(0, 2)).toEqual(['asked_for 100', 'paid_there']);
  });

  test('tells an order that was lost or refused, and an answer that did not come', async () => {
    const { begin, till, pass } = fixture;
    till.onRequest = (name) => {
      if (name !== 'close') throw new Error('reset');
    };
    await expect(begin()).rejects.toMatchObject({ reason: 'payment_not_started' });
    await pass(20_000);
    const { payments } = await findPayments(
      ...([database.pool, wholePlatform, { account: fixture.accountId }, { limit: 1 }] as const),
    );
    expect(await wordsOf(payments[0] as Payment)).toEqual(['asked_for 100', 'lost', 'silent']);
  });

  test('keeps years of the same answer as one step', async () => {
    const payment = await fixture.pay();
    for (let days = 0; days < 30; days++) await fixture.pass(8 * 86_400_000);
    const [step] = (await storyOf(payment)).filter(({ what }) => what === 'paid');
    expect(step?.times).toBeGreaterThan(10);
    expect(step?.lastAt?.getTime()).toBeGreaterThan((step?.at.getTime() ?? 0) + 86_400_000);
  });
});

describe('a dispute', () => {
  const isOpen = async (payment: Payment) => (await fixture.stateOf(payment)).isDisputeOpen;
  const handle = (payment: Payment) =>
    fixture.change('payment.handle-dispute', (by) =>
      handleDispute(by, payment.paymentId, 'evidence sent'),
    );

  // @mutant src/money/payments/payment-queries.ts
  // - const isMore = disputedCharged > payment.disputedCharged;
  // + const isMore = disputedCharged > 0n;
  test('waits for the operator until he has noted what he did, and again if more is disputed', async () => {
    const { pay, till, notice } = fixture;
    const payment = await pay();
    const order = orderNoOf(payment.paymentId);
    await expect(handle(payment)).rejects.toThrow('no open dispute');
    till.dispute(order, 400_000n);
    await notice(payment);
    expect(await isOpen(payment)).toBe(true);
    const waiting = await findWaiting(database.pool, 'live', 1_000);
    expect(waiting.payments.map(({ paymentId }) => paymentId)).toContain(payment.paymentId);
    await handle(payment);
    expect(await isOpen(payment)).toBe(false);
    till.dispute(order, 300_000n);
    await notice(payment);
    expect(await isOpen(payment)).toBe(false);
    till.dispute(order, 500_000n);
    await notice(payment);
    expect(await isOpen(payment)).toBe(true);
  });

  test('no longer waits once it is won', async () => {
    const { pay, till, notice } = fixture;
    const payment = await pay();
    till.dispute(orderNoOf(payment.paymentId), 400_000n);
    await notice(payment);
    till.dispute(orderNoOf(payment.paymentId), 0n);
    await notice(payment);
    expect(await isOpen(payment)).toBe(false);
    expect(await wordsOf(payment)).toContain('given_back 40');
  });
});

describe('the list of payments', () => {
  const idsOf = async (filter: PaymentFilter, page: { before?: string; after?: string } = {}) => {
    const asked = { account: fixture.accountId, ...filter };
    const found = await findPayments(database.pool, wholePlatform, asked, { limit: 2, ...page });
    return [found.payments.map(({ paymentId }) => paymentId), found.hasMore];
  };

  test('goes back and forth in pages, the newest first', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.unshift((await fixture.begin()).paymentId);
    const [a, b, c, d, e] = ids as [string, string, string, string, string];
    expect(await idsOf({})).toEqual([[a, b], true]);
    expect(await idsOf({}, { before: b })).toEqual([[c, d], true]);
    expect(await idsOf({}, { before: d })).toEqual([[e], false]);
    expect(await idsOf({}, { after: e })).toEqual([[c, d], true]);
    expect(await idsOf({}, { after: b })).toEqual([[a], false]);
  });

  test('is narrowed by state, provider, mode and time', async () => {
    const { pay, begin, till, notice } = fixture;
    const [open, paid] = [await begin(), await pay()];
    const odd = await pay(1_000_000n, { amount: 1n });
    till.dispute(orderNoOf(paid.paymentId), 1_000n);
    await notice(paid);
    const only = async (filter: PaymentFilter) => (await idsOf(filter))[0];
    expect(await only({ state: 'pending' })).toEqual([open.paymentId]);
    expect(await only({ state: 'mismatched' })).toEqual([odd.paymentId]);
    expect(await only({ state: 'disputed' })).toEqual([paid.paymentId]);
    expect(await only({ provider: 'other' })).toEqual([]);
    expect(await only({ mode: 'test' })).toEqual([]);
    expect(await only({ to: open.begunAt })).toEqual([]);
    expect(await only({ from: open.begunAt, state: 'paid' })).toEqual([paid.paymentId]);
  });

  test('of one account shows no payment of another one', async () => {
    const mine = await fixture.begin();
    const other = await createPaymentFixture(database);
    const theirs = await other.begin();
    const scope = { kind: 'account', accountId: fixture.accountId } as const;
    const { payments } = await findPayments(
      database.pool,
      scope,
      { account: other.accountId },
      { limit: 9 },
    );
    expect(payments.map(({ paymentId }) => paymentId)).not.toContain(theirs.paymentId);
    expect(mine.accountId).not.toBe(theirs.accountId);
  });
});
