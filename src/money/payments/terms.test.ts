import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { countBlocked } from '../../../test/kit/count-blocked.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createPaymentFixture, type PaymentFixture } from '../../../test/kit/payment-fixture.ts';
import { addProvider } from '../../vendors/providers/provider-queries.ts';
import { vendors } from '../../vendors/vendors.ts';
import { audit } from '../ledger/audit-ledger.ts';
import { changeTerms } from './change-terms.ts';
import { orderNoOf } from './payment.ts';
import { offersOf } from './payment-offers.ts';
import {
  listTerms,
  noTerms,
  readTerms,
  resetTerms,
  setTerms,
  type Terms,
} from './terms-queries.ts';

let database: TestDatabase;
let fixture: PaymentFixture;
beforeAll(async () => {
  database = await createTestDatabase();
  for (const [providerCode, kind, vendorCode] of [
    ['till', 'payment', 'stripe-checkout'],
    ['texts', 'sms', 'yunpian'],
  ] as const) {
    await addProvider(byTest(database.pool), {
      ...{ providerCode, kind, vendorCode, isOn: true, sealedConfig: Buffer.of(1) },
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
  await database.pool.query('delete from payment_terms');
});

const set = (terms: Partial<Terms>, accountId: number | null = null) =>
  fixture.change('payment.set-terms', (by) =>
    setTerms(by, { providerCode: 'till', method: 'card', accountId }, terms),
  );
const platform = { vendors, currency: 'CNY' };
const none = { ...noTerms, rateSetAt: null };
const inForce = async (accountId = fixture.accountId) =>
  (await readTerms(database.pool, accountId))('till', 'card');
const offered = async (accountId = fixture.accountId) =>
  (await offersOf(fixture.ports, { accountId, mode: 'live' })).filter(
    ({ providerCode }) => providerCode === 'till',
  );

describe('terms', () => {
  // @mutant src/money/payments/terms-queries.ts
  // -     isOn: narrow.isOn ?? wide.isOn,
  // +     isOn: wide.isOn ?? narrow.isOn,
  // @mutant src/money/payments/terms-queries.ts
  // -     feePercent: narrow.feePercent ?? wide.feePercent,
  // +     feePercent: wide.feePercent ?? narrow.feePercent,
  test('of an account come first, value by value, and concern no other account', async () => {
    const { accountId } = fixture;
    await set({ isOn: false, feePercent: 15_000n, minimum: 100_000n });
    await set({ isOn: true, feePercent: 0n }, accountId);
    expect(await inForce()).toEqual({
      ...none,
      ...{ isOn: true, feePercent: 0n, minimum: 100_000n },
    });
    const other = await createPaymentFixture(database);
    expect(await inForce(other.accountId)).toMatchObject({ isOn: false, feePercent: 15_000n });
    expect([await offered(), await offered(other.accountId)]).toMatchObject([[{}], []]);
  });

  test('change alone, and the others stay until they are reset', async () => {
    await set({ feeFixed: 3_000n });
    await set({ maximum: 900_000n });
    expect(await inForce()).toEqual({ ...none, feeFixed: 3_000n, maximum: 900_000n });
    const key = { providerCode: 'till', method: 'card', accountId: null };
    await fixture.change('payment.reset-terms', (by) => resetTerms(by, key));
    expect(await inForce()).toEqual(none);
    await expect(
      fixture.change('payment.reset-terms', (by) => resetTerms(by, key)),
    ).rejects.toThrow('No such terms');
  });

  test.each<[Partial<Terms>, RegExp]>([
    [{ feePercent: 1_000_001n }, /between 0 and 100/],
    [{ feeFixed: -1n }, /fixed fee must be at least 0/],
    [{ minimum: 0n }, /minimum must be greater than 0/],
    [{ minimum: 2n, maximum: 1n }, /maximum must be at least the minimum/],
  ])('refuse %o', async (terms, message) => {
    await expect(set(terms)).rejects.toThrow(message);
    expect(await listTerms(database.pool)).toEqual([]);
  });

  test('are taken only for a method that the provider has', async () => {
    const change = (providerCode: string, method: string, accountId: number | null = null) =>
      fixture.change('payment.set-terms', (by) =>
        changeTerms(by, platform, { providerCode, method, accountId }, { isOn: false }),
      );
    await expect(change('texts', 'card')).rejects.toThrow('no provider of payments');
    await expect(change('till', 'cheque')).rejects.toThrow('no method "cheque"');
    await expect(change('nowhere', 'card')).rejects.toThrow('nowhere');
    await expect(change('till', 'card', 999_999)).rejects.toThrow('999999');
  });

  // @mutant src/money/payments/terms-queries.ts
  // - (name) => terms[name] !== undefined,
  // + () => true,
  test('that two people set at once are both kept, also the first ones', async () => {
    const { promise: both, resolve: go } = Promise.withResolvers<void>();
    const one = fixture.change('payment.set-terms', async (by) => {
      await setTerms(
        by,
        { providerCode: 'till', method: 'card', accountId: null },
        { feeFixed: 3_000n },
      );
      go();
      await expect.poll(() => countBlocked(database.pool)).toBe(1);
    });
    await both;
    await Promise.all([one, set({ maximum: 900_000n })]);
    expect(await inForce()).toEqual({ ...none, feeFixed: 3_000n, maximum: 900_000n });
  });

  test('by which no amount could be paid are refused, whoever’s they are', async () => {
    const { accountId } = fixture;
    const change = (terms: Partial<Terms>, of: number | null) =>
      fixture.change('payment.set-terms', (by) =>
        changeTerms(by, platform, { providerCode: 'till', method: 'card', accountId: of }, terms),
      );
    await change({ maximum: 100_000n }, null);
    await expect(change({ minimum: 200_000n }, accountId)).rejects.toThrow(
      'minimum 20.00, maximum 10.00, for account: Acme',
    );
    await change({ minimum: 50_000n }, accountId);
    await expect(change({ maximum: 40_000n }, null)).rejects.toThrow('No amount would be left');
    // Not a whole cent.
    await expect(change({ minimum: 101n, maximum: 199n }, null)).rejects.toThrow('No amount');
    await expect(change({ maximum: 10n }, null)).rejects.toThrow('No amount');
    expect(await inForce()).toMatchObject({ minimum: 50_000n, maximum: 100_000n });
  });

  test('that leave no amount all the same are not offered', async () => {
    const { accountId } = fixture;
    await set({ maximum: 100_000n });
    await set({ minimum: 100_001n }, accountId);
    expect(await offered()).toEqual([]);
    await set({ minimum: 100_000n }, accountId);
    expect(await offered()).toHaveLength(1);
  });

  test('of a method that lacks the currency can only be switched off', async () => {
    const change = (terms: Partial<Terms>) =>
      fixture.change('payment.set-terms', (by) => {
        const key = { providerCode: 'till', method: 'alipay', accountId: null };
        return changeTerms(by, { vendors, currency: 'BRL' }, key, terms);
      });
    await expect(change({ feeFixed: 0n })).rejects.toThrow('does not take BRL');
    await change({ isOn: false });
  });

  test('are audited with what they were', async () => {
    await set({ feePercent: 10_000n });
    await set({ feePercent: 20_000n });
    const { rows } = await database.pool.query(
      `select action, before, after from audit_entries where subject = 'payment_terms'
       order by entry_id desc limit 1`,
    );
    expect(rows).toMatchObject([
      {
        action: 'payment.set-terms',
        before: { fee_percent: 10_000 },
        after: { fee_percent: 20_000 },
      },
    ]);
  });
});

describe('a fee', () => {
  // @mutant src/money/payments/apply-report.ts
  // -   const taken = { kind: 'adjust', amount: -fee, reason: 'payment fee' } as const;
  // +   const taken = { kind: 'adjust', amount: -1n, reason: 'payment fee' } as const;
  test('is paid beyond the amount, and is an entry of its own in the books', async () => {
    await set({ feePercent: 15_000n, feeFixed: 3_000n });
    const payment = await fixture.begin();
    expect(payment).toMatchObject({ amount: 1_000_000n, fee: 18_000n });
    expect(fixture.till.orders.get(orderNoOf(payment.paymentId))?.amount).toBe(1_018_000n);
    fixture.till.pay(orderNoOf(payment.paymentId));
    await fixture.notice(payment);
    expect(await fixture.available()).toBe(1_000_000n);
    const { rows } = await database.pool.query(
      `select kind, amount, reason from manual_entries where account_id = $1 order by amount`,
      [fixture.accountId],
    );
    expect(rows).toEqual([
      { kind: 'adjust', amount: -18_000n, reason: 'payment fee' },
      { kind: 'top_up', amount: 1_018_000n, reason: '' },
    ]);
  });

  // @mutant src/money/payments/refund-payment.ts
  // - const amount = asked ?? creditLeftOf(payment);
  // + const amount = asked ?? left;
  test('stays with the operator in a whole refund', async () => {
    await set({ feeFixed: 10_000n });
    const payment = await fixture.pay();
    await fixture.refund(payment);
    expect(await fixture.available()).toBe(0n);
    expect(await fixture.stateOf(payment)).toMatchObject({ refunded: 1_000_000n, fee: 10_000n });
    await expect(fixture.refund(payment, 10_000n)).rejects.toThrow('do not cover');
  });

  test('of a payment that has begun stays when the terms change', async () => {
    await set({ feeFixed: 10_000n });
    const payment = await fixture.begin();
    await set({ feeFixed: 50_000n });
    fixture.till.pay(orderNoOf(payment.paymentId));
    await fixture.notice(payment);
    expect(await fixture.stateOf(payment)).toMatchObject({ state: 'paid', fee: 10_000n });
  });

  // @mutant src/money/ledger/audit-payment-queries.ts
  // - (coalesce(d.amount, 0), coalesce(d.fee, 0)) <> (coalesce(m.amount, 0), coalesce(m.fee, 0))
  // + coalesce(d.amount, 0) <> coalesce(m.amount, 0)
  test('that the books lack is found by the audit, even where the sums agree', async () => {
    await set({ feeFixed: 10_000n });
    const payment = await fixture.pay();
    const write = (credited: bigint, fee: bigint) =>
      database.pool.query('update payments set credited = $2, fee = $3 where payment_id = $1', [
        payment.paymentId,
        credited,
        fee,
      ]);
    await write(1_000_000n, 0n);
    const { faults } = await audit(database.pool);
    expect(faults).toMatchObject([
      { detail: expect.stringContaining('its fee is 0, in its entries 10000') },
    ]);
    await write(1_010_000n, 10_000n);
  });
});

test('an amount below the minimum or above the maximum begins no payment', async () => {
  await set({ minimum: 100_000n, maximum: 200_000n });
  for (const amount of [99_900n, 200_100n]) {
    await expect(fixture.begin(amount)).rejects.toMatchObject({ reason: 'invalid_request' });
  }
  expect(await fixture.begin(200_000n)).toMatchObject({ amount: 200_000n });
});
