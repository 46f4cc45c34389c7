import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Money } from '../../foundation/money.ts';
import { sanitize } from '../../foundation/redact.ts';
import type { PaymentReport } from '../../vendors/providers/payment.ts';
import type { Payment } from './payment.ts';

/** The time of the database, at which a vendor is asked. */
export async function readAskedAt(db: Queryable, now: Date | null): Promise<Date> {
  const { rows } = await db.query<{ at: Date }>('select db_time_or_now($1) as at', [now]);
  return (rows[0] as { at: Date }).at;
}

/** How far an order has come: it never goes back. */
const rankOf = (state: string) =>
  `array_position(array['absent', 'open', 'ended', 'paid'], ${state})`;

/**
 * Keeps what the vendor's books say, unless a newer answer is kept. An answer is newer if it was asked for after the
 * other had arrived. Of two that were under way together, the one that says more counts, then the one asked for later.
 * Tells whether it was kept.
 */
export async function noteReport(
  db: Queryable,
  { accountId, paymentId }: Pick<Payment, 'accountId' | 'paymentId'>,
  report: PaymentReport,
  { askedAt, now }: { askedAt: Date; now: Date | null },
): Promise<boolean> {
  const paid = report.state === 'paid' ? report : undefined;
  const { rowCount } = await db.query(
    `insert into payment_reports as r (
       account_id, payment_id, state, amount, currency, refunded, disputed, fee, said_at, asked_at
     )
     values ($1, $2, $3, $4, $5, $6, $7, $8, db_time_or_now($9), $10)
     on conflict (account_id, payment_id) do update
     set state = excluded.state, amount = excluded.amount, currency = excluded.currency,
       refunded = excluded.refunded, disputed = excluded.disputed, fee = excluded.fee,
       said_at = greatest(excluded.said_at, r.said_at), asked_at = excluded.asked_at
     where excluded.asked_at >= r.said_at
       or (${rankOf('excluded.state')}, excluded.asked_at)
         >= (${rankOf('r.state')}, coalesce(r.asked_at, r.said_at))`,
    [
      ...[accountId, paymentId, report.state, paid?.amount ?? null],
      ...[
        paid ? sanitize(paid.currency, 10).toUpperCase() : null,
        paid?.refunded ?? null,
        paid?.disputed ?? null,
      ],
      ...[paid?.fee ?? null, now, askedAt],
    ],
  );
  return rowCount === 1;
}

/** What was paid, by the vendor's last answer. */
export interface PaidAtVendor {
  amount: Money;
  currency: string;
}

export async function findPaid(
  db: Queryable,
  { accountId, paymentId }: Pick<Payment, 'accountId' | 'paymentId'>,
): Promise<PaidAtVendor | null> {
  const { rows } = await db.query<PaidAtVendor>(
    `select amount, currency from payment_reports
     where account_id = $1 and payment_id = $2 and state = 'paid'`,
    [accountId, paymentId],
  );
  return rows[0] ?? null;
}
