import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import type { FakeTill } from '../../../test/kit/fake-till.ts';
import { createPaymentFixture, type PaymentFixture } from '../../../test/kit/payment-fixture.ts';
import { createAccount } from '../../people/accounts/queries.ts';
import type { PaidReport } from '../../vendors/providers/payment.ts';
import { audit } from '../ledger/audit-ledger.ts';
import { adjust, readBalance, topUp } from '../ledger/queries.ts';
import { applyReport } from './apply-report.ts';
import { askAboutOrders } from './ask-payment.ts';
import { orderNoOf, type Payment } from './payment.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { listRefunds } from './refund-queries.ts';
import { settleMismatch } from './settle-mismatch.ts';

let database: TestDatabase;
let fixture: PaymentFixture;
let till: FakeTill;
let ports: PaymentPorts;
let accountId: number;

beforeAll(async () => {
  database = await createTestDatabase({ max: 60 });
});
afterAll(async () => {
  expect(await audit(database.pool)).toMatchObject({ faults: [] });
  await database.drop();
});
beforeEach(async () => {
  fixture = await createPaymentFixture(database, { codes: ['till', 'other'] });
  ({ till, ports, accountId } = fixture);
});

async function eventsOf({ paymentId }: Payment): Promise<string[]> {
  const { rows } = await database.pool.query<{ type: string }>(
    'select type from events where account_id = $1 and subject_id = $2 order by sequence',
    [accountId, paymentId],
  );
  return rows.map(({ type }) => type);
}

describe('a notice', () => {
  test('is credited once, however many arrive at once, and however often again', async () => {
    const payment = await fixture.begin();
    till.pay(orderNoOf(payment.paymentId));
    const all = Array.from({ length: 50 }, () => fixture.notice(payment));
    const results = await Promise.allSettled(all);
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
    await fixture.notice(payment);
    expect(await fixture.available()).toBe(1_000_000n);
    expect(await eventsOf(payment)).toEqual(['topup.succeeded']);
  });

  // @mutant src/money/ledger/queries.ts
  // - const reference = `${paymentPrefix}${orderNo}${
  // + const reference = `${paymentPrefix}${Math.random()}${
  test('credits nothing twice even if the row of the payment forgot it: the reference is used', async () => {
    const payment = await fixture.pay();
    const { credited, endedAt } = payment;
    const set =
      'update payments set state = $2, credited = $3, ended_at = $4 where payment_id = $1';
    await database.pool.query(set, [payment.paymentId, 'pending', null, null]);
    await fixture.notice(payment);
    expect(await fixture.available()).toBe(1_000_000n);
    await database.pool.query(set, [payment.paymentId, 'paid', credited, endedAt]);
  });

  test('credits nothing if it is forged or early: only the vendor’s books count', async () => {
    const payment = await fixture.begin();
    await fixture.notice(payment);
    expect(await fixture.available()).toBe(0n);
    expect(await fixture.stateOf(payment)).toMatchObject({ state: 'pending' });
    till.pay(orderNoOf(payment.paymentId));
    await fixture.notice(payment);
    expect(await fixture.available()).toBe(1_000_000n);
  });

  // @mutant src/money/payments/payment-queries.ts
  // - where p.provider_code = $1 and p.payment_id = any ($3)
  // + where $1::text is not null and p.payment_id = any ($3)
  test('of another provider, or of no order of ours, asks nothing', async () => {
    const payment = await fixture.begin();
    till.pay(orderNoOf(payment.paymentId));
    const before = till.asked;
    await fixture.notice(payment, 'other');
    await askAboutOrders(ports, 'till', ['', "'; drop table payments", '0'.repeat(32)]);
    expect(till.asked).toBe(before);
  });

  test('that is lost is made up for by the job within five minutes', async () => {
    const payment = await fixture.begin();
    for (let minutes = 0; minutes < 30; minutes++) await fixture.pass(60_000);
    till.pay(orderNoOf(payment.paymentId));
    await fixture.pass(5 * 60_000);
    expect(await fixture.available()).toBe(1_000_000n);
  });
});

describe('what was paid is put aside for a person, and not credited,', () => {
  // @mutant src/money/payments/apply-report.ts
  // - amount !== charged)
  // + amount < charged)
  // @mutant src/money/payments/apply-report.ts
  // - currency.toUpperCase() !== chargedCurrency ||
  test.each<[string, Partial<PaidReport>, RegExp]>([
    ['if it is less', { amount: 999_900n }, /asked for 100.0000 CNY, paid 99.9900 CNY/],
    ['if it is more', { amount: 100_000_000n }, /paid 10000.0000 CNY/],
    ['if it is in another currency', { currency: 'JPY' }, /paid 100.0000 JPY/],
  ])('%s', async (_, as, detail) => {
    const payment = await fixture.begin();
    till.pay(orderNoOf(payment.paymentId), as);
    await fixture.notice(payment);
    await fixture.notice(payment);
    expect(await fixture.available()).toBe(0n);
    const found = await fixture.stateOf(payment);
    expect(found).toMatchObject({ state: 'mismatched', credited: null });
    expect(found.detail).toMatch(detail);
  });

  // @mutant src/money/payments/apply-report.ts
  // -   if (await isRefUsed(change, payment, sanitize(paymentRef))) {
  // +   if (false) {
  test('if the vendor names a payment that another order was credited by', async () => {
    const first = await fixture.pay();
    const second = await fixture.begin();
    till.pay(orderNoOf(second.paymentId), { paymentRef: first.paymentRef as string });
    await fixture.notice(second);
    expect(await fixture.available()).toBe(1_000_000n);
    expect((await fixture.stateOf(second)).detail).toMatch(/another order/);
  });

  test('if the wallet has no space for it', async () => {
    await fixture.change('wallet.top-up', (by) =>
      topUp(by, { accountId, mode: 'live', amount: 9_000_000_000_000_000_000n, reference: 'f' }),
    );
    const payment = await fixture.pay();
    expect(payment).toMatchObject({ state: 'mismatched' });
    expect(payment.detail).toMatch(/maximum balance/);
  });

  // @mutant src/money/payments/apply-report.ts
  // -   return isClosed ? 'the account is closed' : undefined;
  // +   return isClosed ? undefined : undefined;
  test('if the account was closed meanwhile', async () => {
    const payment = await fixture.begin();
    await database.pool.query(
      `insert into account_closures (account_id, reason, closed_at, was_suspended)
       values ($1, 'asked', now(), false)`,
      [accountId],
    );
    till.pay(orderNoOf(payment.paymentId));
    await fixture.notice(payment);
    expect(await fixture.available()).toBe(0n);
    expect(await fixture.stateOf(payment)).toMatchObject({ state: 'mismatched' });
  });

  // @mutant src/money/payments/settle-mismatch.ts
  // -   if (payment.state !== 'mismatched') {
  // +   if (payment.state === 'ignored') {
  test('and a person credits or ignores it once', async () => {
    const payment = await fixture.begin();
    till.pay(orderNoOf(payment.paymentId), { amount: 999_900n });
    await fixture.notice(payment);
    const settle = (credit: bigint | null) =>
      fixture.change('payment.settle', (by) =>
        settleMismatch(by, payment.paymentId, { credit, reason: 'seen in the console' }),
      );
    const results = await Promise.allSettled([settle(999_900n), settle(999_900n), settle(null)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { state } = await fixture.stateOf(payment);
    expect(await fixture.available()).toBe(state === 'paid' ? 999_900n : 0n);
    await expect(settle(999_900n)).rejects.toThrow('Only a mismatched payment');
  });
});

// @mutant src/money/payments/refund-payment.ts
// - if (paid && refundedCharged + takenBackCharged + charged > paid.amount) {
// + if (false) {
test('a refund is never more than was paid, though a person credited more', async () => {
  const payment = await fixture.begin();
  till.pay(orderNoOf(payment.paymentId), { amount: 600_000n });
  await fixture.notice(payment);
  await fixture.change('payment.settle', (by) =>
    settleMismatch(by, payment.paymentId, { credit: 1_000_000n, reason: 'as a courtesy' }),
  );
  await fixture.refund(payment, 200_000n);
  await expect(fixture.refund(payment)).rejects.toThrow('At most 40.00 ');
  await fixture.refund(payment, 400_000n);
  await fixture.pass(5_000);
  const books = till.orders.get(orderNoOf(payment.paymentId))?.paid as PaidReport;
  expect(books.refunded).toBe(600_000n);
  expect(await fixture.available()).toBe(400_000n);
});

describe('an unpaid payment', () => {
  test('is closed at the vendor when it expires, and late money is credited and said to be late', async () => {
    const payment = await fixture.begin();
    await fixture.pass(61 * 60_000);
    expect(await fixture.stateOf(payment)).toMatchObject({ state: 'expired' });
    expect(till.pay(orderNoOf(payment.paymentId))).toBe(false);
    const order = till.orders.get(orderNoOf(payment.paymentId));
    if (order) order.state = 'open';
    till.pay(orderNoOf(payment.paymentId));
    await fixture.pass(2 * 3_600_000);
    expect(await fixture.available()).toBe(1_000_000n);
    expect(await fixture.stateOf(payment)).toMatchObject({ detail: 'paid after it was expired' });
    expect(await eventsOf(payment)).toEqual(['topup.failed', 'topup.succeeded']);
  });

  test('that was paid in its last second is credited, because the vendor is asked after it was closed', async () => {
    const payment = await fixture.begin();
    till.onRequest = (name, at) => {
      if (name === 'close' && at === 'before') till.pay(orderNoOf(payment.paymentId));
    };
    await fixture.pass(61 * 60_000);
    expect(await fixture.available()).toBe(1_000_000n);
  });

  test('whose answer was lost stays pending, and ends by what the vendor knows', async () => {
    till.onRequest = (name, at) => {
      if (name === 'begin' && at === 'before') throw new Error('reset');
    };
    await expect(fixture.begin()).rejects.toMatchObject({ reason: 'payment_not_started' });
    const { rows } = await database.pool.query<{ paymentId: string }>(
      `select payment_id as "paymentId" from payments where account_id = $1`,
      [accountId],
    );
    const payment = { paymentId: rows[0]?.paymentId } as Payment;
    // The request may still be on its way.
    await fixture.pass(20_000);
    expect(await fixture.stateOf(payment)).toMatchObject({ state: 'pending' });
    await fixture.pass(5 * 60_000);
    expect(await fixture.stateOf(payment)).toMatchObject({ state: 'failed' });
  });

  test('is begun once by repeats of a request whose answer was lost', async () => {
    let isLost = true;
    till.onRequest = (name, at) => {
      if (isLost && name === 'begin' && at === 'after') throw new Error('reset');
    };
    const claim = Buffer.alloc(32, 7);
    await expect(fixture.begin(1_000_000n, { claimHash: claim })).rejects.toMatchObject({
      reason: 'payment_not_started',
    });
    isLost = false;
    const again = await fixture.begin(1_000_000n, { claimHash: claim });
    expect(again.show).toContain(orderNoOf(again.paymentId));
    expect(till.orders.size).toBe(1);
    expect((await fixture.begin(1_000_000n, { claimHash: claim })).paymentId).toBe(again.paymentId);
    for (let more = 1; more < 100; more++) await fixture.begin();
    await expect(fixture.begin()).rejects.toMatchObject({ reason: 'too_many_payments' });
    expect((await fixture.begin(1_000_000n, { claimHash: claim })).paymentId).toBe(again.paymentId);
  });

  test('of a silent vendor holds up nobody', async () => {
    const payment = await fixture.begin();
    till.onRequest = () => new Promise(() => {});
    await fixture.pass(60_000);
    expect(await fixture.stateOf(payment)).toMatchObject({ state: 'pending' });
  });
});

describe('a refund', () => {
  test('never exceeds what was paid, in however many parts and however many people ask', async () => {
    const payment = await fixture.pay();
    const other = await fixture.pay();
    const asked = Array.from({ length: 10 }, () => fixture.refund(payment, 300_000n));
    const results = await Promise.allSettled(asked);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await fixture.pass(5_000);
    expect(till.orders.get(orderNoOf(payment.paymentId))?.paid?.refunded).toBe(900_000n);
    expect(await fixture.available()).toBe(1_100_000n);
    await fixture.refund(payment);
    await expect(fixture.refund(payment)).rejects.toThrow('greater than 0');
    await expect(fixture.refund(payment, 100n)).rejects.toThrow('At most 0.00');
    await fixture.pass(5_000);
    expect(await fixture.available()).toBe(1_000_000n);
    expect(await fixture.stateOf(other)).toMatchObject({ refunded: 0n });
    expect(await eventsOf(payment)).toHaveLength(5);
  });

  // @mutant src/money/payments/refund-payment.ts
  // -   if (amount > left) refuse('payment_refund_too_large', { left: paidText(left, currency) });
  test('never exceeds what was credited, though more was paid', async () => {
    await fixture.pay();
    const payment = await fixture.begin();
    till.pay(orderNoOf(payment.paymentId), { amount: 1_500_000n });
    await fixture.notice(payment);
    await fixture.change('payment.settle', (by) =>
      settleMismatch(by, payment.paymentId, { credit: 1_000_000n, reason: 'paid 50 too much' }),
    );
    await expect(fixture.refund(payment, 1_200_000n)).rejects.toThrow('At most 100.00 of');
  });

  // @mutant src/money/payments/refund-payment.ts
  // -   if (available < 0n) refuse('wallet_insufficient');
  test('pays back no money that was spent, even with a credit limit', async () => {
    const payment = await fixture.pay();
    await database.pool.query('update wallets set credit_limit = 5000000');
    await fixture.change('wallet.adjust', (by) =>
      adjust(by, { accountId, mode: 'live', amount: -1n, reference: 'spent', reason: 'x' }),
    );
    await expect(fixture.refund(payment)).rejects.toThrow('do not cover');
    expect(await fixture.stateOf(payment)).toMatchObject({ refunded: 0n });
    await database.pool.query('update wallets set credit_limit = 0');
  });

  test('that the vendor refuses returns to the wallet', async () => {
    const payment = await fixture.pay();
    till.refusesRefunds = true;
    await fixture.refund(payment, 400_000n);
    expect(await fixture.available()).toBe(600_000n);
    await fixture.pass(5_000);
    expect(await fixture.available()).toBe(1_000_000n);
    expect(await fixture.stateOf(payment)).toMatchObject({ refunded: 0n });
  });

  // @mutant src/money/payments/ask-refund.ts
  // - (known === 'done' && state === 'failed')
  // + (known === 'done' && state === 'failed' && false)
  // @mutant src/money/payments/ask-refund.ts
  // -     if (report.state !== 'absent' || state === 'done') return report;
  // +     if (report.state !== 'absent') return report;
  test('that fails after it was done returns to the wallet, once, and is not made again', async () => {
    const payment = await fixture.pay();
    await fixture.refund(payment, 400_000n);
    await fixture.pass(5_000);
    expect(await listRefunds(database.pool, payment)).toMatchObject([{ state: 'done' }]);
    const order = till.orders.get(orderNoOf(payment.paymentId));
    const [refundNo] = order?.refunds.keys() ?? [];
    till.failRefunds(orderNoOf(payment.paymentId));
    order?.refunds.clear();
    await fixture.notice(payment);
    expect([order?.refunds.size, await fixture.available()]).toEqual([0, 600_000n]);
    order?.refunds.set(String(refundNo), 400_000n);
    await Promise.all([fixture.notice(payment), fixture.notice(payment), fixture.notice(payment)]);
    await fixture.pass(7 * 24 * 3_600_000);
    expect(await fixture.available()).toBe(1_000_000n);
    expect(await fixture.stateOf(payment)).toMatchObject({ refunded: 0n });
    expect(await listRefunds(database.pool, payment)).toMatchObject([{ state: 'failed' }]);
  });

  // @mutant src/money/payments/ask-refund.ts
  // -   if (asked > 1 || state === 'done') {
  // +   if (asked > 99) {
  test('whose answer was lost is not given back to the wallet when the vendor refuses a repeat', async () => {
    const payment = await fixture.pay();
    till.onRequest = (name, at) => {
      if (name === 'refund' && at === 'after') throw new Error('reset');
    };
    await fixture.refund(payment);
    await fixture.pass(5_000);
    // From now on the vendor refuses every request, as some do with a repeat.
    till.onRequest = (name, at) => {
      if (name === 'refund' && at === 'before') till.orders.clear();
    };
    await fixture.pass(60_000);
    expect(await listRefunds(database.pool, payment)).toMatchObject([{ state: 'done' }]);
    expect(await fixture.available()).toBe(0n);
  });
});

describe('money that a bank takes back', () => {
  test('leaves the wallet even if it was spent, stops its calls, and returns if the dispute is won', async () => {
    const payment = await fixture.pay();
    await fixture.change('wallet.adjust', (by) =>
      adjust(by, { accountId, mode: 'live', amount: -800_000n, reference: 's', reason: 'x' }),
    );
    till.dispute(orderNoOf(payment.paymentId), 1_000_000n);
    await fixture.notice(payment);
    await fixture.notice(payment);
    expect(await fixture.available()).toBe(-800_000n);
    till.dispute(orderNoOf(payment.paymentId), 0n);
    await fixture.pass(20 * 60_000);
    expect(await fixture.available()).toBe(200_000n);
    expect(await eventsOf(payment)).toEqual(['topup.succeeded', 'topup.refunded']);
  });

  test('is never more than was paid, whatever the vendor’s books say', async () => {
    const payment = await fixture.pay();
    await fixture.refund(payment, 600_000n);
    await fixture.pass(5_000);
    const books = till.orders.get(orderNoOf(payment.paymentId))?.paid as PaidReport;
    books.disputed = 9_000_000n;
    await fixture.notice(payment);
    expect(await fixture.available()).toBe(0n);
  });

  // @mutant src/money/payments/charge.ts
  // - (refunded > ours ? refunded - ours : 0n) - surplus;
  // + refunded > ours ? refunded - ours : 0n;
  test('leaves the wallet only as far as it is more than was paid beyond the credit', async () => {
    const payment = await fixture.begin();
    till.pay(orderNoOf(payment.paymentId), { amount: 1_500_000n });
    await fixture.notice(payment);
    await fixture.change('payment.settle', (by) =>
      settleMismatch(by, payment.paymentId, { credit: 1_000_000n, reason: 'paid 50 too much' }),
    );
    const books = till.orders.get(orderNoOf(payment.paymentId))?.paid as PaidReport;
    books.refunded = 500_000n;
    await fixture.notice(payment);
    expect(await fixture.available()).toBe(1_000_000n);
    books.refunded = 700_000n;
    await fixture.notice(payment);
    expect(await fixture.available()).toBe(800_000n);
  });

  // @mutant src/money/payments/payment-queries.ts
  // - ended_at = db_time_or_now($8), ask_at = db_time_or_now($8) + interval '1 hour'
  // + ended_at = db_time_or_now($8), ask_at = null
  test('is found without a notice', async () => {
    const payment = await fixture.pay();
    till.dispute(orderNoOf(payment.paymentId), 500_000n);
    await fixture.pass(3_600_000);
    expect(await fixture.available()).toBe(500_000n);
  });
});

test('another account’s wallet is never credited', async () => {
  const other = await fixture.change('account.create', (by) => createAccount(by, { name: 'B' }));
  const payment = await fixture.begin();
  till.pay(orderNoOf(payment.paymentId));
  const report = await till
    .provider('till')
    .query(
      { orderNo: orderNoOf(payment.paymentId), vendorRef: null, amount: 1n, currency: 'CNY' },
      { signal: new AbortController().signal },
    );
  await applyReport(ports, { ...payment, accountId: other.accountId }, report);
  expect((await readBalance(database.pool, other.accountId, 'live')).available).toBe(0n);
  expect(await fixture.available()).toBe(0n);
});
