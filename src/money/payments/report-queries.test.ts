import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createPaymentFixture, type PaymentFixture } from '../../../test/kit/payment-fixture.ts';
import type { PaidReport, PaymentReport } from '../../vendors/providers/payment.ts';
import { askPayment } from './ask-payment.ts';
import { orderNoOf, type Payment } from './payment.ts';
import { noteReport } from './report-queries.ts';

let database: TestDatabase;
let fixture: PaymentFixture;
let payment: Payment;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  fixture = await createPaymentFixture(database);
  payment = await fixture.begin();
});

const at = (second: number) => new Date(Date.UTC(2027, 0, 1, 0, 0, second));
const open: PaymentReport = { state: 'open', detail: '' };
const paid = (refunded: bigint): PaidReport => ({
  ...{ state: 'paid', amount: 1_000_000n, currency: 'CNY', paymentRef: 'p', paidAt: at(0) },
  ...{ refunded, disputed: 0n },
});
/** An answer that was asked for and arrived at these seconds. */
const say = (report: PaymentReport, asked: number, said: number) =>
  noteReport(database.pool, payment, report, { askedAt: at(asked), now: at(said) });
async function kept() {
  const { rows } = await database.pool.query(
    'select state, refunded from payment_reports where payment_id = $1',
    [payment.paymentId],
  );
  return rows[0];
}

describe('an answer of a vendor', () => {
  // @mutant src/money/payments/report-queries.ts
  // -         >= (${rankOf('r.state')}, coalesce(r.asked_at, r.said_at))`,
  // +         is not null`,
  test('that was asked for earlier and arrives later does not replace a newer one', async () => {
    expect(await say(paid(50_000n), 3, 4)).toBe(true);
    expect(await say(paid(0n), 1, 10)).toBe(false);
    expect(await kept()).toEqual({ state: 'paid', refunded: 50_000n });
  });

  test('that says more replaces one that was under way together with it, in either order', async () => {
    await say(open, 2, 4);
    expect(await say(paid(0n), 1, 6)).toBe(true);
    expect(await say(open, 3, 8)).toBe(false);
    expect(await kept()).toMatchObject({ state: 'paid' });
  });

  // @mutant src/money/payments/report-queries.ts
  // -     where excluded.asked_at >= r.said_at
  // +     where false
  test('that was asked for after another had arrived replaces it, whatever it says', async () => {
    await say(paid(0n), 1, 2);
    expect(await say({ state: 'absent' }, 3, 4)).toBe(true);
    expect(await kept()).toMatchObject({ state: 'absent' });
  });

  test('replaces one that an older server kept', async () => {
    await say(paid(0n), 1, 2);
    await database.pool.query('update payment_reports set asked_at = null');
    expect(await say(paid(70_000n), 3, 4)).toBe(true);
    expect(await kept()).toMatchObject({ refunded: 70_000n });
  });

  // @mutant src/money/payments/ask-payment.ts
  // -   return isNewest ? report : undefined;
  // +   return report;
  test('that is older moves no money, however late it arrives', async () => {
    const orderNo = orderNoOf(payment.paymentId);
    fixture.till.pay(orderNo);
    await fixture.notice(payment);
    const current = await fixture.stateOf(payment);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
    let isFirst = true;
    fixture.till.onRequest = (name, when) => {
      if (name !== 'query' || when !== 'after' || !isFirst) return;
      isFirst = false;
      isAsked();
      return released;
    };
    const late = askPayment(fixture.ports, current);
    await asked;
    fixture.till.dispute(orderNo, 400_000n);
    fixture.clock.move(1_000);
    await askPayment(fixture.ports, current);
    expect(await fixture.available()).toBe(600_000n);
    fixture.clock.move(1_000);
    release();
    await late;
    expect(await fixture.available()).toBe(600_000n);
  });
});
