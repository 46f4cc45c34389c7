import type { Act } from '../../src/foundation/audit/acts.ts';
import { type Change, inChange } from '../../src/foundation/audit/change-queries.ts';
import { createMovableClock } from '../../src/foundation/clock.ts';
import { quietLog } from '../../src/foundation/db/quiet-log.ts';
import { readBalance } from '../../src/money/ledger/queries.ts';
import { askAboutOrders } from '../../src/money/payments/ask-payment.ts';
import { beginPayment, type WantedPayment } from '../../src/money/payments/begin-payment.ts';
import { orderNoOf, type Payment } from '../../src/money/payments/payment.ts';
import { askDuePayments, askDueRefunds } from '../../src/money/payments/payment-jobs.ts';
import type { PaymentPorts } from '../../src/money/payments/payment-ports.ts';
import { findAnyPayment } from '../../src/money/payments/payment-queries.ts';
import { refundPayment } from '../../src/money/payments/refund-payment.ts';
import { createAccount } from '../../src/people/accounts/queries.ts';
import type { PaidReport } from '../../src/vendors/providers/payment.ts';
import type { TestDatabase } from './database.ts';
import { FakeTill } from './fake-till.ts';

const actor = { kind: 'command_line', name: 'tester' } as const;

/** An account that pays through a till, and what a test does to its payments. */
export interface PaymentFixture {
  till: FakeTill;
  ports: PaymentPorts;
  clock: ReturnType<typeof createMovableClock>;
  accountId: number;
  change<Result>(action: Act, work: (by: Change) => Promise<Result>): Promise<Result>;
  begin(amount?: bigint, more?: Partial<WantedPayment>): Promise<Payment>;
  /** The customer pays, and the vendor sends a notice. */
  pay(amount?: bigint, as?: Partial<PaidReport>): Promise<Payment>;
  notice(payment: Payment, provider?: string): Promise<void>;
  refund(payment: Payment, amount?: bigint): Promise<unknown>;
  /** Runs what is due by then. */
  pass(ms: number): Promise<void>;
  stateOf(payment: Payment): Promise<Payment>;
  available(): Promise<bigint>;
}

/** What earlier fixtures left open on the database is not due in this one. */
export async function createPaymentFixture(
  { pool }: TestDatabase,
  {
    codes = ['till'],
    now = new Date(),
    timeZone = 'UTC',
  }: { codes?: string[]; now?: Date; timeZone?: string } = {},
): Promise<PaymentFixture> {
  await pool.query('update payments set ask_at = null');
  await pool.query('update payment_refunds set ask_at = null');
  const clock = createMovableClock(now);
  const till = new FakeTill();
  const ports: PaymentPorts = {
    ...{ pool, clock, log: quietLog },
    providers: new Map(codes.map((code) => [code, till.provider(code)])),
    settings: { currency: 'CNY', providerTimeoutMs: 300, timeZone },
    personUrl: () => 'https://people.example.com',
  };
  const change: PaymentFixture['change'] = (action, work) => inChange(pool, actor, action, work);
  const { accountId } = await change('account.create', (by) => createAccount(by, { name: 'Acme' }));
  const begin: PaymentFixture['begin'] = (amount = 1_000_000n, more = {}) =>
    beginPayment(
      ports,
      { accountId, mode: 'live' },
      {
        ...{ change, amount, provider: 'till', reference: 'r-1', claimHash: null },
        ...{ returnUrl: () => 'https://shop.example/', language: 'en', ...more },
      },
    );
  const stateOf = async ({ paymentId }: Payment) =>
    (await findAnyPayment(pool, paymentId)) as Payment;
  const notice = (payment: Payment, provider = 'till') =>
    askAboutOrders(ports, provider, [orderNoOf(payment.paymentId)]);
  return {
    ...{ till, ports, clock, accountId, change, begin, stateOf, notice },
    async pay(amount, as) {
      const payment = await begin(amount);
      till.pay(orderNoOf(payment.paymentId), as);
      await notice(payment);
      return stateOf(payment);
    },
    refund: ({ paymentId }, amount) =>
      change('payment.refund', (by) =>
        refundPayment(by, {
          ...{ paymentId, reason: 'asked' },
          ...(amount === undefined ? {} : { amount }),
        }),
      ),
    async pass(ms) {
      clock.move(ms);
      await askDuePayments(ports);
      await askDueRefunds(ports);
    },
    available: async () => (await readBalance(pool, accountId, 'live')).available,
  };
}
