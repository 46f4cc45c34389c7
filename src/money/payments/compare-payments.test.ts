import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createPaymentFixture, type PaymentFixture } from '../../../test/kit/payment-fixture.ts';
import type { PaidReport } from '../../vendors/providers/payment.ts';
import { audit } from '../ledger/audit-ledger.ts';
import { comparePayments } from './compare-payments.ts';
import { countUnexplained, listDifferences } from './difference-queries.ts';
import { orderNoOf, type Payment } from './payment.ts';
import { readPaymentBooks } from './read-books.ts';
import { settleMismatch } from './settle-mismatch.ts';

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

/** Compares the books as they are an hour after the payment ended. */
async function causesOf({ paymentId }: Payment): Promise<string[]> {
  await database.pool.query(
    `update payments set ended_at = ended_at - interval '1 hour' where payment_id = $1`,
    [paymentId],
  );
  await comparePayments(fixture.ports);
  const all = await listDifferences(database.pool, 1_000);
  return all
    .filter((one) => one.paymentId === paymentId)
    .map(({ cause, amount }) => (amount === null ? cause : `${cause} ${amount / 10_000n}`));
}
const booksOf = ({ paymentId }: Payment) =>
  fixture.till.orders.get(orderNoOf(paymentId))?.paid as PaidReport;
const settle = ({ paymentId }: Payment, credit: bigint | null) =>
  fixture.change('payment.settle', (by) =>
    settleMismatch(by, paymentId, { credit, reason: 'seen' }),
  );

describe('a comparison', () => {
  test('finds nothing where vendor and ledger agree, whatever was paid back', async () => {
    const { pay, refund, pass, till, notice } = fixture;
    const payment = await pay();
    await refund(payment, 300_000n);
    await pass(5_000);
    till.dispute(orderNoOf(payment.paymentId), 100_000n);
    await notice(payment);
    expect(await causesOf(payment)).toEqual([]);
  });

  test('names a payment that waits for a decision, and one that was decided differently', async () => {
    const { pay } = fixture;
    const [open, ignored, credited] = [
      await pay(1_000_000n, { amount: 990_000n }),
      await pay(1_000_000n, { amount: 990_000n }),
      await pay(1_000_000n, { amount: 990_000n }),
    ];
    await settle(ignored, null);
    await settle(credited, 980_000n);
    expect(await causesOf(open)).toEqual(['mismatched 99']);
    expect(await causesOf(ignored)).toEqual(['ignored 99']);
    expect(await causesOf(credited)).toEqual(['amount 1']);
  });

  // @mutant src/money/payments/difference-queries.ts
  // - coalesce(p.ended_at, p.expires_at)
  // + p.ended_at
  test('names what was paid to the vendor for a payment that stays pending', async () => {
    const payment = await fixture.pay();
    await database.pool.query(
      `update payments set state = 'pending', credited = null, ended_at = null,
         expires_at = now() - interval '1 hour'
       where payment_id = $1`,
      [payment.paymentId],
    );
    const restore = () =>
      database.pool.query(
        `update payments set state = 'paid', credited = 1000000, ended_at = now()
         where payment_id = $1`,
        [payment.paymentId],
      );
    expect(await causesOf(payment).finally(restore)).toContain('not_credited 100');
  });

  test('survives a currency that the database rejects', async () => {
    const payment = await fixture.pay(1_000_000n, { currency: 'CN\u0000Y' });
    expect(await causesOf(payment)).toEqual(['mismatched 100']);
  });

  test('names what the vendor has not paid back yet, and forgets it once it has', async () => {
    const { pay, refund, pass, notice } = fixture;
    const payment = await pay();
    await refund(payment, 300_000n);
    expect(await causesOf(payment)).toEqual(['refund_open 30']);
    await pass(5_000);
    await notice(payment);
    expect(await causesOf(payment)).toEqual([]);
  });

  // @mutant src/money/payments/difference-queries.ts
  // - ('refund_open', b.is_both and b.is_same_currency and
  // + ('refund_open', b.is_both and not b.is_other and
  test('names what is not paid back of a payment that was credited by hand', async () => {
    const { pay, refund, pass, notice } = fixture;
    const payment = await pay(1_000_000n, { amount: 990_000n });
    await settle(payment, 980_000n);
    await refund(payment, 300_000n);
    expect(await causesOf(payment)).toEqual(['amount 1', 'refund_open 30']);
    await pass(5_000);
    await notice(payment);
    expect(await causesOf(payment)).toEqual(['amount 1']);
  });

  // @mutant src/money/payments/difference-queries.ts
  // - b.is_both and b.is_same_currency and v.taken_back < b.to_take,
  // + b.is_both and not b.is_other and v.taken_back < b.to_take,
  // @mutant src/money/payments/difference-queries.ts
  // - - greatest(r.amount - v.credited, 0)
  // +
  test('names what the vendor paid back of one that was credited by hand, beyond what never was credited', async () => {
    const payment = await fixture.pay(1_000_000n, { amount: 990_000n });
    await settle(payment, 980_000n);
    booksOf(payment).refunded = 10_000n;
    await fixture.notice(payment);
    expect(await causesOf(payment)).toEqual(['amount 1']);
    // The answer is known, and the wallet has not followed it yet.
    await database.pool.query('update payment_reports set refunded = 60000 where payment_id = $1', [
      payment.paymentId,
    ]);
    expect(await causesOf(payment)).toEqual(['amount 1', 'returned -5']);
  });

  // @mutant src/money/payments/difference-queries.ts
  // - ('not_paid', p.state = 'paid' and r.state <> 'paid', -v.credited),
  // + ('not_paid', false, -v.credited),
  test('names a credit of which the vendor knows nothing', async () => {
    const payment = await fixture.pay();
    const order = fixture.till.orders.get(orderNoOf(payment.paymentId));
    if (order) Object.assign(order, { state: 'closed', paid: null });
    await fixture.notice(payment);
    expect(await causesOf(payment)).toEqual(['not_paid -100']);
  });

  test('names a payment whose vendor was not heard for two days, and has it asked', async () => {
    const payment = await fixture.pay();
    const { paymentId } = payment;
    await database.pool.query(
      `update payment_reports set said_at = now() - interval '3 days' where payment_id = $1`,
      [paymentId],
    );
    expect(await causesOf(payment)).toEqual(['no_answer']);
    const { rows } = await database.pool.query(
      'select ask_at <= now() as "isDue" from payments where payment_id = $1',
      [paymentId],
    );
    expect(rows).toEqual([{ isDue: true }]);
    await fixture.pass(60_000);
    expect(await causesOf(payment)).toEqual([]);
  });

  // @mutant src/money/payments/difference-queries.ts
  // - coalesce(m.amount, 0) <> coalesce(p.credited - p.fee, 0) - p.refunded - p.taken_back
  // + false
  test('names a payment that its entries in the ledger contradict', async () => {
    const payment = await fixture.pay();
    const write = (takenBack: bigint) =>
      database.pool.query('update payments set taken_back = $2 where payment_id = $1', [
        payment.paymentId,
        takenBack,
      ]);
    await write(100_000n);
    expect(await causesOf(payment)).toEqual(['ledger -10', 'refund_open 10']);
    await write(0n);
    expect(await causesOf(payment)).toEqual([]);
  });

  test('keeps since when a difference is known, and counts those that nothing explains', async () => {
    const before = await countUnexplained(database.pool);
    const payment = await fixture.pay();
    booksOf(payment).amount = 2_000_000n;
    await fixture.notice(payment);
    expect(await causesOf(payment)).toEqual(['amount 100']);
    const since = async () =>
      (await listDifferences(database.pool, 1_000)).find(
        ({ paymentId }) => paymentId === payment.paymentId,
      )?.foundAt;
    const first = await since();
    await comparePayments(fixture.ports);
    expect(await since()).toEqual(first);
    expect(await countUnexplained(database.pool)).toBe(before + 1);
  });
});

describe('the books of a month', () => {
  const month = new Date().toISOString().slice(0, 7);
  const booksNow = async () => {
    const all = await readPaymentBooks(database.pool, { month, timeZone: 'UTC' });
    return all.find(({ providerCode }) => providerCode === 'till');
  };

  test('have the same sums for vendor and ledger, by day, with the fee apart', async () => {
    const before = (await booksNow())?.month;
    const payment = await fixture.pay(1_000_000n, { fee: 20_000n });
    await fixture.refund(payment, 300_000n);
    await fixture.pass(5_000);
    await fixture.notice(payment);
    const books = await booksNow();
    const grown = (name: 'vendorPaid' | 'vendorReturned' | 'ledgerPaid' | 'ledgerReturned') =>
      (books?.month[name] ?? 0n) - (before?.[name] ?? 0n);
    expect([grown('vendorPaid'), grown('ledgerPaid')]).toEqual([1_000_000n, 1_000_000n]);
    expect([grown('vendorReturned'), grown('ledgerReturned')]).toEqual([300_000n, 300_000n]);
    expect(books?.month).toMatchObject({ vendorFee: 20_000n, feesKnown: 1, ledgerFee: 0n });
    expect(books?.days.map(({ day }) => day)).toEqual([new Date().toISOString().slice(0, 10)]);
  });

  test('count no fee in another currency', async () => {
    const before = (await booksNow())?.month.vendorFee ?? 0n;
    await fixture.pay(1_000_000n, { currency: 'JPY', fee: 990_000n });
    expect((await booksNow())?.month.vendorFee).toBe(before);
  });

  test('subtract what the bank says was paid out from what the vendor should have', async () => {
    const atVendor = (await booksNow())?.atVendor ?? 0n;
    await database.pool.query(
      `insert into bank_lines (fingerprint, booked_on, amount, currency, sealed_details, state,
         provider_code, ended_at)
       values ('f', current_date, 500000, 'CNY', '', 'paid_out', 'till', now())`,
    );
    const books = await booksNow();
    expect(books?.month.bankPaidOut).toBe(500_000n);
    expect(books?.atVendor).toBe(atVendor - 500_000n);
  });
});
