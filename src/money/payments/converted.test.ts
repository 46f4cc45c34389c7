import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import type { FakeTill } from '../../../test/kit/fake-till.ts';
import { createPaymentFixture, type PaymentFixture } from '../../../test/kit/payment-fixture.ts';
import { readPdf } from '../../../test/kit/read-pdf.ts';
import { parseMoney, parseRate } from '../../foundation/money.ts';
import type { PaidReport } from '../../vendors/providers/payment.ts';
import { addProvider } from '../../vendors/providers/provider-queries.ts';
import { vendors } from '../../vendors/vendors.ts';
import { markPaidOut } from '../bank/bank-queries.ts';
import { audit } from '../ledger/audit-ledger.ts';
import { readAutoTopUp, topUpLowWallets } from './auto-topup.ts';
import { setAutoTopUp } from './auto-topup-queries.ts';
import { changeTerms } from './change-terms.ts';
import { comparePayments } from './compare-payments.ts';
import { listDifferences } from './difference-queries.ts';
import { orderNoOf, type Payment } from './payment.ts';
import { readPaymentBooks } from './read-books.ts';
import { receiptPdf } from './receipt-pdf.ts';
import { settleMismatch } from './settle-mismatch.ts';
import { listTerms, type Terms } from './terms-queries.ts';

const money = (text: string) => parseMoney(text) ?? 0n;

let database: TestDatabase;
let fixture: PaymentFixture;
let till: FakeTill;

beforeAll(async () => {
  database = await createTestDatabase();
  for (const [providerCode, vendorCode] of [
    ['till', 'stripe-checkout'],
    ['red', 'alipay'],
  ] as const) {
    await addProvider(byTest(database.pool), {
      ...{ providerCode, kind: 'payment', vendorCode, isOn: true, sealedConfig: Buffer.of(1) },
      ...{ callbackHash: Buffer.from(providerCode), particulars: {}, costs: {} },
    });
  }
});
afterAll(async () => {
  expect(await audit(database.pool)).toMatchObject({ faults: [] });
  await database.drop();
});
beforeEach(async () => {
  fixture = await createPaymentFixture(database);
  ({ till } = fixture);
  await database.pool.query('delete from payment_terms');
});

const platform = { vendors, currency: 'CNY' };
const set = (terms: Partial<Terms>, providerCode = 'till', accountId: number | null = null) =>
  fixture.change('payment.set-terms', (by) =>
    changeTerms(by, platform, { providerCode, method: 'card', accountId }, terms),
  );
/** 100.00 of the wallet's currency are 2141 yen. */
const inYen = () => set({ chargedCurrency: 'JPY', rate: parseRate('21.4069') ?? 0n });
const orderOf = ({ paymentId }: Payment) => till.orders.get(orderNoOf(paymentId));
const booksOf = (payment: Payment) => orderOf(payment)?.paid as PaidReport;
const differences = async (payment: Payment) => {
  await fixture.notice(payment);
  // What has just ended is still on its way through the books.
  await database.pool.query(
    `update payments set ended_at = now() - interval '1 hour' where ended_at is not null`,
  );
  await comparePayments(fixture.ports);
  const own = await listDifferences(database.pool, 1_000);
  return own
    .filter(({ paymentId }) => paymentId === payment.paymentId)
    .map(({ cause, amount, currency }) => [cause, amount, currency]);
};
const paid = async () => {
  await inYen();
  return fixture.pay();
};

describe('terms that charge another currency', () => {
  test.each<[Partial<Terms>, RegExp, string?]>([
    [{ chargedCurrency: 'JPY' }, /belong together/],
    [{ rate: 10n }, /belong together/],
    [{ chargedCurrency: 'CNY', rate: 10n }, /platform’s currency is CNY/],
    [{ chargedCurrency: 'XQX', rate: 10n }, /No currency has the code "XQX"/],
    [{ chargedCurrency: 'JPY', rate: 0n }, /greater than 0/],
    [{ chargedCurrency: 'JPY', rate: 10n ** 17n }, /at most 1000000/],
  ])('refuse %o', async (terms, message) => {
    await expect(set(terms)).rejects.toThrow(message);
    expect(await listTerms(database.pool)).toEqual([]);
  });

  test('are refused for a method that does not take it', async () => {
    const alipay = { providerCode: 'red', method: 'page', accountId: null };
    const terms = { chargedCurrency: 'JPY', rate: 10n };
    const change = (by: Parameters<typeof changeTerms>[0]) =>
      changeTerms(by, platform, alipay, terms);
    await expect(fixture.change('payment.set-terms', change)).rejects.toThrow('take JPY');
  });

  // @mutant src/foundation/db/migrations/0095_charged_currencies.sql
  // -       then old.rate_set_at
  // +       then now()
  test('keep the time of the last change of the rate, and no earlier or later one', async () => {
    await inYen();
    const since = async () => (await listTerms(database.pool))[0]?.rateSetAt;
    const first = await since();
    expect(first).toBeInstanceOf(Date);
    await set({ feeFixed: 100n });
    await inYen();
    expect(await since()).toEqual(first);
    await set({ rate: parseRate('21.5') ?? 0n });
    expect((await since())?.getTime()).toBeGreaterThan(first?.getTime() ?? 0);
    await set({ chargedCurrency: null, rate: null });
    expect(await since()).toBeNull();
  });

  test('of an account come first, currency and rate together', async () => {
    await inYen();
    await set({ chargedCurrency: 'USD', rate: parseRate('0.14') ?? 0n }, 'till', fixture.accountId);
    expect(await fixture.begin()).toMatchObject({ charged: money('14'), chargedCurrency: 'USD' });
    const other = await createPaymentFixture(database);
    expect(await other.begin()).toMatchObject({ charged: money('2141'), chargedCurrency: 'JPY' });
  });
});

describe('a payment in another currency', () => {
  test('asks the vendor for the charge, and credits the wallet in its own currency', async () => {
    await inYen();
    await set({ feePercent: money('1') });
    const payment = await fixture.begin();
    expect(orderOf(payment)).toMatchObject({ amount: money('2163'), currency: 'JPY' });
    till.pay(orderNoOf(payment.paymentId));
    await fixture.notice(payment);
    expect(await fixture.available()).toBe(money('100'));
    expect(await fixture.stateOf(payment)).toMatchObject({
      ...{ state: 'paid', credited: money('101'), creditedCharged: money('2163') },
      ...{ rate: parseRate('21.4069'), rateSetAt: expect.any(Date) },
    });
  });

  test('keeps its rate, whatever is set later', async () => {
    await inYen();
    const payment = await fixture.begin();
    await set({ rate: parseRate('40') ?? 0n });
    till.pay(orderNoOf(payment.paymentId));
    await fixture.notice(payment);
    expect(await fixture.available()).toBe(money('100'));
    const write = database.pool.query('update payments set rate = 1 where payment_id = $1', [
      payment.paymentId,
    ]);
    await expect(write).rejects.toThrow('never changed');
  });

  // A charge of 2141 yen for 100 of the wallet's.
  test.each<[string, Partial<PaidReport>]>([
    ['the charged number in the wallet’s currency', { currency: 'CNY' }],
    ['the wallet’s number in the charged currency', { amount: 1_000_000n }],
    ['the wallet’s number in the wallet’s currency', { amount: 1_000_000n, currency: 'CNY' }],
    ['a yen less', { amount: 21_400_000n }],
    ['a hundred times as much', { amount: 2_141_000_000n }],
  ])('that the vendor reports as %s waits for a person', async (_, as) => {
    await inYen();
    const payment = await fixture.pay(undefined, as);
    expect(payment).toMatchObject({ state: 'mismatched', credited: null });
    expect(payment.detail).toMatch(/^asked for 2141.0000 JPY, paid /);
    expect(await fixture.available()).toBe(0n);
    await fixture.change('payment.settle', (by) =>
      settleMismatch(by, payment.paymentId, { credit: null, reason: 'test' }),
    );
  });

  const receiptOf = async (payment: Payment) => {
    const request = { language: 'en', method: undefined, now: new Date() } as const;
    const on = { currency: 'CNY', timeZone: 'UTC', region: 'CN' } as never;
    const { pdf } = await receiptPdf(database.pool, payment, request, on);
    return (await readPdf(pdf)).join('\n');
  };

  test('has a receipt with the charge and its rate', async () => {
    const payment = await paid();
    const day = payment.rateSetAt?.toISOString().slice(0, 10);
    expect(await receiptOf(payment)).toContain(`2,141 JPY (1 CNY = 21.4069 JPY, ${day})`);
  });

  // @mutant src/money/payments/charge-text.ts
  // -   const paid = atVendor ?? { amount: charged, currency: chargedCurrency };
  // +   const paid = { amount: charged, currency: chargedCurrency };
  test.each([
    ['in part', { amount: money('1000') }, '1,000 JPY'],
    ['in a third currency', { amount: money('14'), currency: 'usd' }, '14.00 USD'],
  ])(
    'that was paid %s and credited by hand has a receipt with what was paid',
    async (_, as, shown) => {
      await inYen();
      const payment = await fixture.pay(undefined, as);
      await fixture.change('payment.settle', (by) =>
        settleMismatch(by, payment.paymentId, { credit: money('46.71'), reason: 'found out' }),
      );
      const receipt = await receiptOf(await fixture.stateOf(payment));
      expect(receipt).toContain(shown);
      expect(receipt).not.toMatch(/2,141|21\.4069/);
    },
  );
});

describe('what goes back of it', () => {
  // @mutant src/money/payments/ask-refund.ts
  // - refund: refund.charged },
  // + refund: refund.amount },
  test('in parts is together exactly what was charged', async () => {
    const payment = await paid();
    for (const part of ['33.33', '33.33', '33.34']) {
      await fixture.refund(payment, money(part));
      await fixture.pass(5_000);
    }
    expect(booksOf(payment).refunded).toBe(money('2141'));
    expect([...(orderOf(payment)?.refunds.values() ?? [])]).toEqual(
      ['713', '713', '715'].map(money),
    );
    expect(await fixture.available()).toBe(0n);
    expect(await differences(payment)).toEqual([]);
  });

  test('is refused if it is worth less than the vendor can pay back', async () => {
    const payment = await paid();
    await expect(fixture.refund(payment, money('0.04'))).rejects.toThrow('less than 1 JPY');
    expect(await fixture.available()).toBe(money('100'));
  });

  test('at the vendor is all of the credit if it is all of the charge, and its share if it is a part', async () => {
    const payment = await paid();
    booksOf(payment).refunded = money('1000');
    await fixture.notice(payment);
    expect(await fixture.available()).toBe(money('100') - money('46.71'));
    expect(await differences(payment)).toEqual([]);
    booksOf(payment).refunded = money('2141');
    await fixture.notice(payment);
    expect(await fixture.available()).toBe(0n);
    expect(await differences(payment)).toEqual([]);
  });

  // @mutant src/money/payments/ask-payment.ts
  // - report.refunded < payment.refundedCharged)
  // + report.refunded < payment.refunded)
  test('and fails later returns, in both currencies', async () => {
    const payment = await paid();
    await fixture.refund(payment, money('60'));
    await fixture.pass(5_000);
    till.failRefunds(orderNoOf(payment.paymentId));
    await fixture.notice(payment);
    expect(await fixture.available()).toBe(money('100'));
    expect(await fixture.stateOf(payment)).toMatchObject({ refunded: 0n, refundedCharged: 0n });
  });

  test('in a dispute waits in the wallet’s currency, and returns when it is won', async () => {
    const payment = await paid();
    await fixture.refund(payment, money('50'));
    await fixture.pass(5_000);
    till.dispute(orderNoOf(payment.paymentId), money('1071'));
    await fixture.notice(payment);
    expect(await fixture.available()).toBe(0n);
    expect(await fixture.stateOf(payment)).toMatchObject({
      ...{ isDisputeOpen: true, disputed: money('50'), disputedCharged: money('1071') },
    });
    till.dispute(orderNoOf(payment.paymentId), 0n);
    await fixture.notice(payment);
    expect(await fixture.available()).toBe(money('50'));
  });

  // @mutant src/money/payments/refund-payment.ts
  // - if (paid && paid.currency !== chargedCurrency) {
  // + if (false) {
  test('of one that was paid in a third currency is not asked for as the same number of other money', async () => {
    await inYen();
    const payment = await fixture.pay(undefined, { amount: money('14'), currency: 'USD' });
    await fixture.change('payment.settle', (by) =>
      settleMismatch(by, payment.paymentId, { credit: money('100'), reason: 'paid in dollars' }),
    );
    await expect(fixture.refund(payment)).rejects.toThrow('was paid in USD');
    booksOf(payment).refunded = money('14');
    await database.pool.query('update payments set ask_at = now() where payment_id = $1', [
      payment.paymentId,
    ]);
    await fixture.notice(payment);
    expect(await fixture.available()).toBe(0n);
  });

  test('of one that was paid in part and credited by hand is what was credited', async () => {
    await inYen();
    const payment = await fixture.pay(undefined, { amount: money('1000') });
    await fixture.change('payment.settle', (by) =>
      settleMismatch(by, payment.paymentId, { credit: money('46.71'), reason: 'paid in part' }),
    );
    await fixture.refund(payment);
    await fixture.pass(5_000);
    expect(booksOf(payment).refunded).toBe(money('1000'));
    expect(await fixture.available()).toBe(0n);
  });
});

describe('a payment that was paid in part and credited by hand', () => {
  // @mutant src/money/payments/settle-mismatch.ts
  // - creditedCharge(payment, credited, await findPaid(change, payment));
  // + creditedCharge(payment, credited, null);
  test.each(['9.25', '9.26'])(
    'goes back whole, though 10 dollars at 1.08 were rounded to %s',
    async (credit) => {
      await set({ chargedCurrency: 'USD', rate: parseRate('1.08') ?? 0n });
      const payment = await fixture.pay(undefined, { amount: money('10') });
      await fixture.change('payment.settle', (by) =>
        settleMismatch(by, payment.paymentId, { credit: money(credit), reason: 'paid in part' }),
      );
      expect(await differences(payment)).toEqual([]);
      await fixture.refund(payment, money('9.24'));
      await fixture.refund(payment);
      await fixture.pass(5_000);
      expect(booksOf(payment).refunded).toBe(money('10'));
      expect(await fixture.available()).toBe(0n);
      expect(await differences(payment)).toEqual([]);
    },
  );

  test('gets no fraction of the smallest unit, which could not go back', async () => {
    await set({ chargedCurrency: 'USD', rate: parseRate('1.08') ?? 0n });
    const { paymentId } = await fixture.pay(undefined, { amount: money('10') });
    const settled = fixture.change('payment.settle', (by) =>
      settleMismatch(by, paymentId, { credit: money('9.2593'), reason: 'paid in part' }),
    );
    await expect(settled).rejects.toThrow('multiple of 0.01,');
  });
});

describe('the books', () => {
  const month = new Date().toISOString().slice(0, 7);
  const yen = async () => {
    const all = await readPaymentBooks(database.pool, { month, timeZone: 'UTC' });
    return all.find(({ currency }) => currency === 'JPY');
  };

  test('are in the vendor’s currency, and come to zero when a pay-out has cleared them', async () => {
    const before = await yen();
    const payment = await paid();
    await fixture.refund(payment, money('50'));
    await fixture.pass(5_000);
    await fixture.notice(payment);
    const books = await yen();
    const grown = (
      name: 'vendorPaid' | 'vendorReturned' | 'ledgerPaid' | 'ledgerReturned' | 'due',
    ) => (books?.month[name] ?? 0n) - (before?.month[name] ?? 0n);
    expect(books).toMatchObject({ currency: 'JPY', ledgerCurrency: 'CNY' });
    expect([grown('vendorPaid'), grown('vendorReturned'), grown('due')]).toEqual(
      ['2141', '1070', '1071'].map(money),
    );
    expect([grown('ledgerPaid'), grown('ledgerReturned')]).toEqual([money('100'), money('50')]);
    const { rows } = await database.pool.query<{ lineNo: number }>(
      `insert into bank_lines (fingerprint, booked_on, amount, currency, sealed_details, state)
       values ('pay-out', current_date, $1, 'CNY', '', 'open') returning line_no as "lineNo"`,
      [money('49.10')],
    );
    const cleared = { amount: books?.atVendor ?? 0n, currency: 'JPY' };
    await fixture.change('bank.pay-out', (by) =>
      markPaidOut(by, rows[0]?.lineNo ?? 0, { providerCode: 'till', cleared }),
    );
    expect((await yen())?.atVendor).toBe(0n);
    const all = await readPaymentBooks(database.pool, { month, timeZone: 'UTC' });
    expect(all.filter(({ currency }) => currency === 'CNY')).toEqual([]);
  });

  test('say in which currency they differ', async () => {
    const payment = await paid();
    booksOf(payment).amount = money('2000');
    expect(await differences(payment)).toEqual([['amount', money('-141'), 'JPY']]);
  });

  // @mutant src/money/ledger/audit-payment-queries.ts
  // - p.charged < w.worth or p.charged >= w.worth + 10000,
  // + false,
  test('are audited: a charge that its rate does not explain is a fault', async () => {
    const payment = await paid();
    const write = async (charged: bigint) => {
      await database.pool.query('alter table payments disable trigger payments_charge_kept');
      await database.pool.query('update payments set charged = $2 where payment_id = $1', [
        payment.paymentId,
        charged,
      ]);
      await database.pool.query('alter table payments enable trigger payments_charge_kept');
    };
    await write(money('2140'));
    expect((await audit(database.pool)).faults).toMatchObject([
      { detail: expect.stringContaining('charges 21400000 JPY') },
    ]);
    await write(money('2141'));
  });
});

test('an automatic top-up charges at the rate that applies then, with its cap in the wallet’s currency', async () => {
  const { accountId, ports, change } = fixture;
  const first = await fixture.begin(undefined, { saves: true });
  till.pay(orderNoOf(first.paymentId), { saved: { ref: 'cus_1 pm_1', title: 'visa 4242' } });
  await change('payment.automatic', (by) =>
    setAutoTopUp(by, accountId, {
      ...{ isOn: true, threshold: money('500'), amount: money('100'), monthlyCap: money('100') },
    }),
  );
  await fixture.notice(first);
  await inYen();
  await topUpLowWallets(ports);
  const charged = [...till.orders.values()].map(({ amount, currency }) => [amount, currency]);
  expect(charged).toEqual([
    [money('100'), 'CNY'],
    [money('2141'), 'JPY'],
  ]);
  expect(await fixture.available()).toBe(money('200'));
  expect(await readAutoTopUp(ports, accountId)).toMatchObject({ spent: money('100') });
});
