import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countBlocked } from '../../../test/kit/count-blocked.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import type { FakeTill } from '../../../test/kit/fake-till.ts';
import { createPaymentFixture, type PaymentFixture } from '../../../test/kit/payment-fixture.ts';
import { setAccountState } from '../../people/accounts/queries.ts';
import { addProvider } from '../../vendors/providers/provider-queries.ts';
import { audit } from '../ledger/audit-ledger.ts';
import { adjust } from '../ledger/queries.ts';
import { askAboutOrders } from './ask-payment.ts';
import { readAutoTopUp, topUpLowWallets } from './auto-topup.ts';
import { type AutoTopUpTerms, setAutoTopUp, turnOffAutoTopUp } from './auto-topup-queries.ts';
import { beginPayment } from './begin-payment.ts';
import { orderNoOf, type Payment } from './payment.ts';
import { askDuePayments } from './payment-jobs.ts';
import { findPayments } from './payment-list-queries.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { refundPayment } from './refund-payment.ts';
import { forgetSavedMethods, removeDroppedMethods } from './remove-methods.ts';
import { settleMismatch } from './settle-mismatch.ts';
import { resetTerms, setTerms } from './terms-queries.ts';

const minuteMs = 60_000;
const noon = new Date('2026-11-10T12:00:00Z');
let database: TestDatabase;
let fixture: PaymentFixture;
let till: FakeTill;
let ports: PaymentPorts;
let clock: PaymentFixture['clock'];
let change: PaymentFixture['change'];
let accountId: number;

beforeAll(async () => {
  database = await createTestDatabase({ max: 30 });
});
afterAll(async () => {
  expect(await audit(database.pool)).toMatchObject({ faults: [] });
  await database.drop();
});
beforeEach(async () => {
  fixture = await createPaymentFixture(database, { now: noon, timeZone: 'Asia/Shanghai' });
  ({ till, ports, clock, change, accountId } = fixture);
  await change('payment.automatic', (by) => by.query('delete from auto_topups'));
});

const terms = { isOn: true, threshold: 500_000n, amount: 1_000_000n, monthlyCap: 3_000_000n };
const set = (more: Partial<AutoTopUpTerms> = {}) =>
  change('payment.automatic', (by) => setAutoTopUp(by, accountId, { ...terms, ...more }));
const available = () => fixture.available();
const payments = async (): Promise<Payment[]> =>
  (
    await findPayments(database.pool, { kind: 'account', accountId }, {}, { limit: 100 })
  ).payments.filter(({ savedRef }) => savedRef);
const standing = () => readAutoTopUp(ports, accountId);

/** The customer pays once himself, and the vendor saves his card. */
async function saveCard(ref = 'cus_1 pm_1', title = 'visa 4242'): Promise<Payment> {
  const payment = await fixture.begin(1_000_000n, { reference: 'first', saves: true });
  till.pay(orderNoOf(payment.paymentId), { saved: { ref, title } });
  await askAboutOrders(ports, 'till', [orderNoOf(payment.paymentId)]);
  return payment;
}

/** Takes everything but so much out of the wallet. */
async function leave(amount: bigint): Promise<void> {
  const spent = (await available()) - amount;
  if (spent === 0n) return;
  const reference = `spent ${Math.random()}`;
  await change('wallet.adjust', (by) =>
    adjust(by, { accountId, mode: 'live', amount: -spent, reference, reason: 'spent' }),
  );
}

function refundThere(orderNo: string): void {
  const paid = till.orders.get(orderNo)?.paid;
  if (paid) paid.refunded = paid.amount;
}

async function ready(more: Partial<AutoTopUpTerms> = {}): Promise<void> {
  await set(more);
  await saveCard();
  await leave(100_000n);
}

describe('a wallet below its threshold', () => {
  test('is topped up by the saved card, once', async () => {
    await ready();
    await Promise.all(Array.from({ length: 8 }, () => topUpLowWallets(ports)));
    expect(await available()).toBe(1_100_000n);
    expect(await payments()).toMatchObject([
      { state: 'paid', amount: 1_000_000n, method: 'card', reference: 'automatic' },
    ]);
    expect(await standing()).toMatchObject({ isOn: true, stopped: null, spent: 1_000_000n });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['if it is at the threshold', () => leave(500_000n)],
    ['if it was never switched on', () => set({ isOn: false })],
    [
      'if it was switched off',
      () => change('payment.automatic', (by) => turnOffAutoTopUp(by, accountId)),
    ],
    [
      'if the account is suspended',
      () => change('account.suspend', (by) => setAccountState(by, accountId, 'suspended')),
    ],
    [
      'if the month’s cap would be exceeded',
      () => set({ monthlyCap: 1_000_000n, amount: 1_000_000n, threshold: 1n }),
    ],
    [
      'if its provider is off',
      async () => {
        ports = {
          ...ports,
          providers: new Map([['till', { ...till.provider('till'), isOff: true as const }]]),
        };
      },
    ],
    [
      'if its provider is gone',
      async () => {
        ports = { ...ports, providers: new Map() };
      },
    ],
  ])('is left alone %s', async (_, prepare) => {
    await ready();
    await prepare();
    await topUpLowWallets(ports);
    expect(await payments()).toEqual([]);
  });

  // @mutant src/money/payments/auto-topup-queries.ts
  // - from auto_topups a where a.account_id = $3 and ${isLow}`,
  // + from auto_topups a where a.account_id = $3`,
  test('is topped up once, though a server looks slowly and the terms are set meanwhile', async () => {
    const { pool } = database;
    await ready();
    till.charges = 'open';
    const look = (first: string) =>
      pool.query(
        `create or replace function look() returns setof closures language plpgsql as $$
         begin ${first} return query select * from closures; end $$`,
      );
    await pool.query('alter table account_closures rename to closures');
    await look('perform pg_advisory_lock_shared(7);');
    await pool.query('create view account_closures as select * from look()');
    const blocker = await pool.connect();
    await blocker.query('select pg_advisory_lock(7)');
    const slow = topUpLowWallets(ports);
    await expect.poll(() => countBlocked(pool)).toBe(1);
    await look('');
    await topUpLowWallets(ports);
    await set();
    await blocker.query('select pg_advisory_unlock(7)');
    blocker.release();
    await slow;
    await pool.query('drop view account_closures');
    await pool.query('alter table closures rename to account_closures');
    expect(await payments()).toHaveLength(1);
  });

  test('is left alone without a saved card', async () => {
    await set();
    await topUpLowWallets(ports);
    expect(await payments()).toEqual([]);
    expect(await standing()).toMatchObject({ isOn: true, savedRef: null });
  });

  // @mutant src/money/payments/auto-topup.ts
  // -     if (wallet.spent + amount + cost.fee > wallet.monthlyCap) return {};
  test('costs no more in a month than its cap, and goes on in the next', async () => {
    await ready();
    for (let time = 0; time < 5; time++) {
      await topUpLowWallets(ports);
      await leave(100_000n);
      clock.move(20 * minuteMs);
    }
    expect(await payments()).toHaveLength(3);
    // Midnight in Shanghai.
    clock.set(new Date('2026-11-30T15:59:00Z'));
    await topUpLowWallets(ports);
    expect(await payments()).toHaveLength(3);
    clock.set(new Date('2026-11-30T16:16:00Z'));
    await topUpLowWallets(ports);
    expect(await payments()).toHaveLength(4);
  });

  test('waits for the payment that is under way', async () => {
    await ready();
    till.charges = 'open';
    await topUpLowWallets(ports);
    clock.move(20 * minuteMs);
    await topUpLowWallets(ports);
    const [payment, ...more] = await payments();
    expect([payment?.state, more]).toEqual(['pending', []]);
    till.pay(orderNoOf(payment?.paymentId ?? ''));
    await askDuePayments(ports);
    expect(await available()).toBe(1_100_000n);
  });
});

// @mutant src/money/payments/auto-topup-queries.ts
// - coalesce(p.asked_fee, p.fee)
// + p.fee
test('the month has spent the fee also of a payment that was credited by hand', async () => {
  const key = { providerCode: 'till', method: 'card', accountId: null };
  await change('payment.set-terms', async (by) => {
    await addProvider(by, {
      ...{ providerCode: 'till', kind: 'payment', vendorCode: 'stripe-checkout', isOn: true },
      ...{ sealedConfig: Buffer.of(1), callbackHash: Buffer.of(1), particulars: {}, costs: {} },
    });
    await setTerms(by, key, { feeFixed: 10_000n });
  });
  await ready();
  till.charges = 'open';
  await topUpLowWallets(ports);
  const { paymentId = '' } = (await payments())[0] ?? {};
  till.pay(orderNoOf(paymentId), { amount: 1_000_000n });
  await askAboutOrders(ports, 'till', [orderNoOf(paymentId)]);
  expect(await standing()).toMatchObject({ spent: 1_010_000n });
  await change('payment.settle', (by) =>
    settleMismatch(by, paymentId, { credit: 1_000_000n, reason: 'seen' }),
  );
  expect(await standing()).toMatchObject({ spent: 1_010_000n });
  await change('payment.reset-terms', (by) => resetTerms(by, key));
});

describe('a charge', () => {
  test.each(['before', 'after'])(
    'whose answer is lost %s the vendor acts credits what was paid',
    async (lost) => {
      await ready();
      till.onRequest = (name, at) => {
        if (name === 'charge' && at === lost) throw new Error('lost');
      };
      await topUpLowWallets(ports);
      till.onRequest = () => {};
      expect(await payments()).toMatchObject([{ state: 'pending' }]);
      clock.move(3 * minuteMs);
      await askDuePayments(ports);
      const isPaid = lost === 'after';
      expect(await payments()).toMatchObject([{ state: isPaid ? 'paid' : 'failed' }]);
      expect(await available()).toBe(isPaid ? 1_100_000n : 100_000n);
      expect(await standing()).toMatchObject({ isOn: true, stopped: null });
      clock.move(15 * minuteMs);
      await topUpLowWallets(ports);
      expect(await available()).toBe(1_100_000n);
    },
  );

  // @mutant src/money/payments/auto-topup.ts
  // -     if (isRefused) await stopAutoTopUp(change, locked, 'declined');
  test('that is declined ends the automatic top-up until somebody switches it on again', async () => {
    await ready();
    till.charges = 'refused';
    await topUpLowWallets(ports);
    clock.move(60 * minuteMs);
    await topUpLowWallets(ports);
    expect(await payments()).toMatchObject([{ state: 'failed', detail: 'card declined' }]);
    expect(await standing()).toMatchObject({ isOn: false, stopped: 'declined', spent: 0n });
    till.charges = 'paid';
    await set();
    await topUpLowWallets(ports);
    expect(await available()).toBe(1_100_000n);
    expect(await standing()).toMatchObject({ isOn: true, stopped: null });
  });

  test('that fails later at the vendor ends it as well', async () => {
    await ready();
    till.charges = 'open';
    await topUpLowWallets(ports);
    const order = till.orders.get(orderNoOf((await payments())[0]?.paymentId ?? ''));
    if (order) order.state = 'closed';
    clock.move(minuteMs);
    await askDuePayments(ports);
    expect(await standing()).toMatchObject({ isOn: false, stopped: 'declined' });
  });

  test.each([
    ['taken_back', (orderNo: string) => till.dispute(orderNo, 1_000_000n)],
    ['mismatched', (orderNo: string) => till.pay(orderNo, { amount: 7n })],
  ] as const)('that is %s ends it', async (stopped, happen) => {
    await ready();
    if (stopped === 'mismatched') till.charges = 'open';
    await topUpLowWallets(ports);
    const [payment] = await payments();
    const orderNo = orderNoOf(payment?.paymentId ?? '');
    happen(orderNo);
    await askAboutOrders(ports, 'till', [orderNo]);
    expect(await standing()).toMatchObject({ isOn: false, stopped });
  });

  // @mutant src/money/payments/refund-payment.ts
  // -   await stopAutoTopUp(change, payment, 'taken_back');
  test('that the operator pays back ends it, so that the card is not charged again', async () => {
    await ready();
    await topUpLowWallets(ports);
    const paymentId = (await payments())[0]?.paymentId ?? '';
    await change('payment.refund', (by) => refundPayment(by, { paymentId, reason: 'asked for' }));
    clock.move(20 * minuteMs);
    await topUpLowWallets(ports);
    expect(await payments()).toHaveLength(1);
    expect(await standing()).toMatchObject({ isOn: false, stopped: 'taken_back' });
  });

  // @mutant src/money/payments/auto-topup-queries.ts
  // - or $3 = 'taken_back' and saved_ref is not null
  // +
  test.each([
    ['disputed', (orderNo: string) => till.dispute(orderNo, 1_000_000n)],
    ['refunded at the vendor', (orderNo: string) => refundThere(orderNo)],
  ])('is not made for a payment of the customer that was %s', async (_, happen) => {
    await set();
    const orderNo = orderNoOf((await saveCard()).paymentId);
    happen(orderNo);
    await askAboutOrders(ports, 'till', [orderNo]);
    await topUpLowWallets(ports);
    expect(await payments()).toEqual([]);
    expect(await standing()).toMatchObject({ isOn: false, stopped: 'taken_back' });
  });

  test('of which the vendor never says how it ended ends it', async () => {
    await ready();
    till.charges = 'open';
    await topUpLowWallets(ports);
    till.onRequest = () => {
      throw new Error('lost');
    };
    clock.move(5 * 24 * 60 * minuteMs);
    await askDuePayments(ports);
    expect(await payments()).toMatchObject([{ state: 'mismatched' }]);
    expect(await standing()).toMatchObject({ isOn: false, stopped: 'mismatched' });
  });

  // @mutant src/money/payments/auto-topup.ts
  // -   if (current?.state !== 'pending' || current.isSettled) return;
  test('is not sent by a server that slept until its payment counts as absent', async () => {
    await ready();
    const methods = ports.providers;
    const sleeping = {
      values: () => methods.values(),
      get(code: string) {
        clock.move(3 * minuteMs);
        return methods.get(code);
      },
    };
    await topUpLowWallets({ ...ports, providers: sleeping as PaymentPorts['providers'] });
    const [payment] = await payments();
    expect(till.orders.has(orderNoOf(payment?.paymentId ?? ''))).toBe(false);
    await askDuePayments(ports);
    expect(await payments()).toMatchObject([{ state: 'failed', detail: 'no such order' }]);
    expect(await standing()).toMatchObject({ isOn: true, spent: 0n });
  });

  test('by a card that was replaced meanwhile ends nothing', async () => {
    await ready();
    till.charges = 'open';
    await topUpLowWallets(ports);
    const [old] = await payments();
    await saveCard('cus_1 pm_2');
    const order = till.orders.get(orderNoOf(old?.paymentId ?? ''));
    if (order) order.state = 'closed';
    await askAboutOrders(ports, 'till', [orderNoOf(old?.paymentId ?? '')]);
    expect(await standing()).toMatchObject({ isOn: true, savedRef: 'cus_1 pm_2' });
  });
});

describe('a card', () => {
  test('is saved only by a payment that said so', async () => {
    await set();
    const payment = await beginPayment(
      ports,
      { accountId, mode: 'live' },
      {
        ...{ change, amount: 1_000_000n, provider: 'till', reference: 'plain' },
        ...{ returnUrl: () => 'https://shop.example/', language: 'en', claimHash: null },
      },
    );
    till.pay(orderNoOf(payment.paymentId), { saved: { ref: 'cus_9 pm_9', title: 'visa' } });
    await askAboutOrders(ports, 'till', [orderNoOf(payment.paymentId)]);
    expect(await standing()).toMatchObject({ savedRef: null });
  });

  test('with a name that the database rejects is saved, and its payment is credited', async () => {
    await set();
    await saveCard('cus_1 pm_1', 'vi\u0000sa 4242');
    expect(await available()).toBe(1_000_000n);
    expect(await standing()).toMatchObject({ savedTitle: 'vi sa 4242' });
  });

  test('is forgotten at the vendor too', async () => {
    await ready();
    expect(await forgetSavedMethods(ports, accountId, change)).toBe(true);
    expect([...till.forgotten]).toEqual(['cus_1 pm_1']);
    expect(await standing()).toMatchObject({ isOn: false, savedRef: null, savedTitle: null });
    expect(await forgetSavedMethods(ports, accountId, change)).toBe(true);
  });

  test('is not charged from the moment of its removal, and its vendor is asked until it confirms', async () => {
    await ready();
    till.onRequest = () => {
      throw new Error('lost');
    };
    expect(await forgetSavedMethods(ports, accountId, change)).toBe(false);
    await topUpLowWallets(ports);
    expect(await payments()).toEqual([]);
    expect(await standing()).toMatchObject({ isOn: false, savedTitle: null, leaving: 1 });
    till.onRequest = () => {};
    clock.move(minuteMs);
    await removeDroppedMethods(ports);
    expect([...till.forgotten]).toEqual(['cus_1 pm_1']);
    expect(await standing()).toMatchObject({ leaving: 0 });
  });
});
