import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inChange } from '../../src/foundation/audit/change-queries.ts';
import { createMovableClock } from '../../src/foundation/clock.ts';
import { Refused } from '../../src/foundation/contract/refusals/refused.ts';
import { quietLog } from '../../src/foundation/db/quiet-log.ts';
import { audit } from '../../src/money/ledger/audit-ledger.ts';
import { closeDays } from '../../src/money/ledger/close-days.ts';
import { readBalance } from '../../src/money/ledger/queries.ts';
import { askAboutOrders } from '../../src/money/payments/ask-payment.ts';
import { beginPayment } from '../../src/money/payments/begin-payment.ts';
import { chargedUnit } from '../../src/money/payments/charge.ts';
import { idOfOrder, type Payment, totalOf } from '../../src/money/payments/payment.ts';
import { askDuePayments, askDueRefunds } from '../../src/money/payments/payment-jobs.ts';
import type { PaymentPorts } from '../../src/money/payments/payment-ports.ts';
import { findAnyPayment } from '../../src/money/payments/payment-queries.ts';
import { refundPayment } from '../../src/money/payments/refund-payment.ts';
import { listRefunds } from '../../src/money/payments/refund-queries.ts';
import { setTerms } from '../../src/money/payments/terms-queries.ts';
import { createAccount } from '../../src/people/accounts/queries.ts';
import { addProvider } from '../../src/vendors/providers/provider-queries.ts';
import { byTest } from '../kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../kit/database.ts';
import { FakeTill } from '../kit/fake-till.ts';
import { longTimeoutMs } from '../kit/long-timeout.ts';
import { type Death, mortalPool } from '../kit/mortal-pool.ts';
import { propertyRuns } from '../kit/property-runs.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ max: 40 });
  await addProvider(byTest(database.pool), {
    ...{ providerCode: 'till', kind: 'payment', vendorCode: 'stripe-checkout', isOn: true },
    ...{ sealedConfig: Buffer.of(1), callbackHash: Buffer.of(1), particulars: {}, costs: {} },
  });
});
afterAll(() => database.drop());

const actor = { kind: 'command_line', name: 'tester' } as const;
const minuteMs = 60_000;

/** What the vendor loses, or when the process dies that does a step. */
type Trouble = { loses: 'before' | 'after' } | Death | null;

const trouble: fc.Arbitrary<Trouble> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  {
    weight: 2,
    arbitrary: fc.record({ loses: fc.constantFrom('before' as const, 'after' as const) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      statement: fc.integer({ min: 1, max: 14 }),
      at: fc.constantFrom('before' as const, 'after' as const),
    }),
  },
);

const which = fc.nat({ max: 9 });
const amount = fc.bigInt({ min: 1n, max: 50n }).map((units) => units * 100n);

/** What the method charges from then on: the wallet's currency, or another one at a rate. */
const conversion = fc.oneof(
  fc.constant({ chargedCurrency: null, rate: null }),
  fc.record({
    chargedCurrency: fc.constantFrom('JPY', 'KWD', 'USD'),
    rate: fc.bigInt(1n, 40n * 10n ** 10n),
  }),
);

const step = fc.oneof(
  fc.record({ kind: fc.constant('begin' as const), amount, trouble }),
  fc.record({ kind: fc.constant('pay' as const), which, error: fc.constantFrom(0n, 0n, 0n, 100n) }),
  fc.record({ kind: fc.constant('notices' as const), which, trouble }),
  fc.record({ kind: fc.constant('refund' as const), which, amount, trouble }),
  fc.record({ kind: fc.constant('dispute' as const), which, units: fc.bigInt(1n, 50n) }),
  fc.record({ kind: fc.constant('rate' as const), terms: conversion }),
  fc.record({
    kind: fc.constant('wait' as const),
    minutes: fc.constantFrom(1, 5, 70, 3_000),
    trouble,
  }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** One history: a till, an account, and servers on one database, some of which die. */
async function play(steps: readonly Step[]): Promise<void> {
  const { pool } = database;
  // What earlier histories left is not due in this one.
  await pool.query('update payments set ask_at = null');
  await pool.query('update payment_refunds set ask_at = null');
  const { accountId } = await createAccount(byTest(pool), { name: 'A' });
  const clock = createMovableClock(new Date());
  const till = new FakeTill();
  const server = (death: Trouble): PaymentPorts => ({
    pool: mortalPool(pool, death && 'at' in death ? death : null),
    ...{ clock, log: quietLog, providers: new Map([['till', till.provider('till')]]) },
    settings: { currency: 'CNY', providerTimeoutMs: 5_000, timeZone: 'UTC' },
    personUrl: () => 'https://people.example.com',
  });
  /** Does a step on a server with this trouble; whatever it throws, the world goes on. */
  const suffer = async (it: Trouble, work: (ports: PaymentPorts) => Promise<unknown>) => {
    till.onRequest = (_, at) => {
      if (it && 'loses' in it && it.loses === at) throw new Error('the connection was lost');
    };
    await Promise.allSettled([work(server(it))]);
    till.onRequest = () => {};
  };
  const orderNo = (at: number) => [...till.orders.keys()][at % Math.max(1, till.orders.size)] ?? '';
  const jobs = async (ports: PaymentPorts) => {
    await askDuePayments(ports);
    await askDueRefunds(ports);
  };

  for (const each of steps) {
    switch (each.kind) {
      case 'begin':
        await suffer(each.trouble, (ports) =>
          beginPayment(
            ports,
            { accountId, mode: 'live' },
            {
              change: (act, work) => inChange(ports.pool, actor, act, work),
              ...{ amount: each.amount, reference: '', claimHash: null },
              ...{ returnUrl: () => 'https://shop.example/', language: 'en' },
            },
          ),
        );
        break;
      case 'pay': {
        const asked = till.orders.get(orderNo(each.which));
        if (asked) till.pay(orderNo(each.which), { amount: asked.amount + each.error });
        break;
      }
      case 'notices': {
        const order = [orderNo(each.which)];
        // Two servers get the same notice, and one of them is in trouble.
        await suffer(each.trouble, (ports) =>
          Promise.allSettled([
            askAboutOrders(ports, 'till', order),
            askAboutOrders(server(null), 'till', order),
          ]),
        );
        break;
      }
      case 'refund': {
        const paymentId = idOfOrder(orderNo(each.which));
        if (!paymentId) break;
        await suffer(each.trouble, async (ports) => {
          const asked = { paymentId, amount: each.amount, reason: 'asked' };
          await inChange(ports.pool, actor, 'payment.refund', (by) => refundPayment(by, asked));
          clock.move(2_000);
          await Promise.allSettled([jobs(ports), jobs(server(null))]);
        });
        break;
      }
      case 'dispute': {
        const unit = chargedUnit(till.orders.get(orderNo(each.which))?.currency ?? 'CNY');
        till.dispute(orderNo(each.which), each.units * unit);
        break;
      }
      case 'rate': {
        const key = { providerCode: 'till', method: 'card', accountId };
        await inChange(pool, actor, 'payment.set-terms', (by) => setTerms(by, key, each.terms));
        break;
      }
      case 'wait':
        clock.move(each.minutes * minuteMs);
        await suffer(each.trouble, (ports) =>
          Promise.allSettled([jobs(ports), jobs(server(null))]),
        );
    }
  }

  // All trouble is over. No notice comes any more: the jobs find everything.
  for (let round = 0; round < 40; round++) {
    clock.move(round < 20 ? 5 * minuteMs : 8 * 24 * 60 * minuteMs);
    await jobs(server(null));
  }
  let left = 0n;
  for (const [number, { paid, amount: asked }] of till.orders) {
    if (paid?.amount !== asked) continue;
    const payment = (await findAnyPayment(pool, idOfOrder(number) ?? '')) as Payment;
    // A vendor that was silent for four days: a person decides.
    if (payment.detail.startsWith('its vendor never said')) continue;
    const refunds = await listRefunds(pool, payment);
    left += leftAtKeptRate(payment, paid.refunded + paid.disputed, refunds.length);
  }
  expect((await readBalance(pool, accountId, 'live')).available).toBe(left);
  const { rows } = await pool.query(
    `select state from payments where account_id = $1 and state = 'pending'
     union all
     select state from payment_refunds where account_id = $1 and state = 'pending'`,
    [accountId],
  );
  expect(rows).toEqual([]);
}

/** What the wallet has of a payment, after it was compared with what is gone at the vendor, by the rate that was kept. */
function leftAtKeptRate(payment: Payment, gone: bigint, refunds: number): bigint {
  const { charged, chargedCurrency, rate } = payment;
  const total = totalOf(payment);
  const left = total - payment.refunded - payment.takenBack;
  expect([payment.credited, payment.creditedCharged]).toEqual([total, charged]);
  expect(payment.refundedCharged + payment.takenBackCharged).toBe(gone);
  if (gone === 0n) expect(left).toBe(total);
  if (gone === charged) expect(left).toBe(0n);
  const scale = 10n ** 10n;
  const worth = rate === null ? gone : (gone * scale) / rate;
  // A unit of either currency for each time that something was rounded.
  const unit = rate === null ? 0n : 100n + (chargedUnit(chargedCurrency) * scale) / rate;
  const off = total - worth - left;
  if (gone < charged) expect(off < 0n ? -off : off).toBeLessThanOrEqual(unit * BigInt(refunds + 2));
  return left;
}

// @mutant src/money/payments/payment-queries.ts
// - and d.provider_code <> all ($3)
// + and d.provider_code = any ($3)
test(
  'whatever is lost and whoever dies, what is credited is what was paid, minus what was paid back',
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 25 }), play), {
      numRuns: propertyRuns(12, 150),
    });
    expect(await audit(database.pool)).toMatchObject({ faults: [] });
    const closed = await closeDays(
      { pool: database.pool, log: quietLog, timeZone: 'UTC' },
      new Date(),
    );
    expect(closed.faults).toEqual([]);
  },
  longTimeoutMs,
);

test('a refused refund moves nothing', async () => {
  const asked = { paymentId: idOfOrder('0'.repeat(32)) ?? '', reason: 'x' };
  const refused = inChange(database.pool, actor, 'payment.refund', (by) =>
    refundPayment(by, asked),
  );
  await expect(refused).rejects.toBeInstanceOf(Refused);
});
