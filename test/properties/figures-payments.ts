import fc from 'fast-check';
import type { Pool } from 'pg';
import { inChange } from '../../src/foundation/audit/change-queries.ts';
import type { createMovableClock } from '../../src/foundation/clock.ts';
import { quietLog } from '../../src/foundation/db/quiet-log.ts';
import type { Money } from '../../src/foundation/money.ts';
import { askAboutOrders } from '../../src/money/payments/ask-payment.ts';
import { beginPayment } from '../../src/money/payments/begin-payment.ts';
import { orderNoOf } from '../../src/money/payments/payment.ts';
import { askDueRefunds } from '../../src/money/payments/payment-jobs.ts';
import type { PaymentPorts } from '../../src/money/payments/payment-ports.ts';
import { refundPayment } from '../../src/money/payments/refund-payment.ts';
import { FakeTill } from '../kit/fake-till.ts';

/** A payment of a history, and what becomes of it; times are minutes after the one before. */
export interface ModelPayment {
  account: 0 | 1;
  amount: Money;
  fee: Money;
  paidAt: number;
  refund: { after: number; amount: Money; isRefused: boolean } | null;
  /** What the payer's bank takes back, and whether the dispute is won later. */
  dispute: { after: number; amount: Money; wonAfter: number | null } | null;
}

const day = 24 * 60;
const within = (minutes: number) => fc.integer({ min: 1, max: minutes });
const cents = (most: number) =>
  fc.integer({ min: 1, max: most }).map((units) => BigInt(units) * 100n);

export const modelPayment: fc.Arbitrary<ModelPayment> = fc.record({
  account: fc.constantFrom(0, 1),
  // Enough for all calls and refunds of a history: money that the wallet has not got is not paid back.
  amount: cents(50).map((amount) => amount + 20_000n),
  fee: fc.constantFrom(0n, 0n, 300n),
  paidAt: fc.integer({ min: day, max: 5 * day }),
  refund: fc.option(
    fc.record({ after: within(2 * day), amount: cents(25), isRefused: fc.boolean() }),
  ),
  dispute: fc.option(
    fc.record({ after: within(2 * day), amount: cents(25), wonAfter: fc.option(within(day)) }),
  ),
});

/** An entry of the books, by the rules alone. */
export interface Entry {
  at: number;
  kind: 'toppedUp' | 'adjusted';
  amount: Money;
}

export function entriesOf({ amount, fee, paidAt, refund, dispute }: ModelPayment): Entry[] {
  const adjusted = (at: number, by: Money): Entry => ({ at, kind: 'adjusted', amount: by });
  const refundedAt = paidAt + (refund?.after ?? 0);
  const disputedAt = paidAt + (dispute?.after ?? 0);
  return [
    { at: paidAt, kind: 'toppedUp', amount: amount + fee },
    ...(fee > 0n ? [adjusted(paidAt, -fee)] : []),
    ...(refund ? [adjusted(refundedAt, -refund.amount)] : []),
    // The vendor is asked a minute later, and gives it back if it refuses.
    ...(refund?.isRefused ? [adjusted(refundedAt + 1, refund.amount)] : []),
    ...(dispute ? [adjusted(disputedAt, -dispute.amount)] : []),
    ...(dispute && dispute.wonAfter !== null
      ? [adjusted(disputedAt + dispute.wonAfter, dispute.amount)]
      : []),
  ];
}

interface World {
  pool: Pool;
  clock: ReturnType<typeof createMovableClock>;
  accountId: number;
}

const actor = { kind: 'command_line', name: 'tester' } as const;

type Changes = Parameters<typeof beginPayment>[2]['change'];

/** What happens to a payment, step by step. Each is begun when it is paid. */
export function deedsOfPayment(
  { amount, fee, paidAt, refund, dispute }: ModelPayment,
  { pool, clock, accountId }: World,
): { at: number; act(): Promise<unknown> }[] {
  const till = new FakeTill();
  const ports: PaymentPorts = {
    ...{ pool, clock, log: quietLog, providers: new Map([['till', till.provider('till')]]) },
    settings: { currency: 'CNY', providerTimeoutMs: 5_000, timeZone: 'UTC' },
    personUrl: () => 'https://people.example.com',
  };
  const change: Changes = (action, work) => inChange(pool, actor, action, work);
  let paymentId = '';
  /** The database dates entries by its own clock, which stands where the machine's does. */
  const booked = async (work: () => Promise<unknown>) => {
    await work();
    for (const table of ['transfers', 'manual_entries']) {
      const id = table === 'transfers' ? 'subject_id' : 'transfer_id';
      await pool.query(
        `update ${table} set made_at = $2
         where account_id = $1 and made_at > now() - interval '1 hour' and ${id} in (
           select transfer_id from manual_entries where account_id = $1 and reference like 'online payment %'
         )`,
        [accountId, clock.now()],
      );
    }
  };
  const notice = () => askAboutOrders(ports, 'till', [orderNoOf(paymentId)]);
  const pay = async () => {
    const payment = await beginPayment(
      ports,
      { accountId, mode: 'live' },
      {
        ...{ amount, reference: '', claimHash: null, language: 'en', change },
        returnUrl: () => 'https://shop.example/',
      },
    );
    ({ paymentId } = payment);
    // Terms are of a configured provider, which a history has not.
    await pool.query('update payments set fee = $2, asked_fee = $2 where payment_id = $1', [
      ...[paymentId, fee],
    ]);
    till.pay(orderNoOf(paymentId), { amount: amount + fee, paidAt: clock.now() });
    await notice();
  };
  const refundNow = (of: Money) =>
    inChange(pool, actor, 'payment.refund', (by) =>
      refundPayment(by, { paymentId, amount: of, reason: 'asked' }),
    );
  const endRefund = async (isRefused: boolean) => {
    till.refusesRefunds = isRefused;
    await pool.query(
      'update payment_refunds set ask_at = $2 where payment_id = $1 and ask_at is not null',
      [...[paymentId, clock.now()]],
    );
    await askDueRefunds(ports);
  };
  const disputeNow = async (of: Money) => {
    till.dispute(orderNoOf(paymentId), of);
    await notice();
  };
  const deed = (at: number, work: () => Promise<unknown>) => ({ at, act: () => booked(work) });
  const disputedAt = paidAt + (dispute?.after ?? 0);
  return [
    deed(paidAt, pay),
    ...(refund
      ? [
          deed(paidAt + refund.after, () => refundNow(refund.amount)),
          deed(paidAt + refund.after + 1, () => endRefund(refund.isRefused)),
        ]
      : []),
    ...(dispute ? [deed(disputedAt, () => disputeNow(dispute.amount))] : []),
    ...(dispute && dispute.wonAfter !== null
      ? [deed(disputedAt + dispute.wonAfter, () => disputeNow(0n))]
      : []),
  ];
}
