import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Money } from '../../foundation/money.ts';
import { sanitize } from '../../foundation/redact.ts';
import type { PaymentReport } from '../../vendors/providers/payment.ts';
import type { Payment } from './payment.ts';

/** Keeps what the vendor's books say. An older answer that arrives later does not replace a newer one. */
export async function noteReport(
  db: Queryable,
  { accountId, paymentId }: Pick<Payment, 'accountId' | 'paymentId'>,
  report: PaymentReport,
  saidAt: Date | null,
): Promise<void> {
  const paid = report.state === 'paid' ? report : undefined;
  await db.query(
    `insert into payment_reports as r (
       account_id, payment_id, state, amount, currency, refunded, disputed, fee, said_at
     )
     values ($1, $2, $3, $4, $5, $6, $7, $8, db_time_or_now($9))
     on conflict (account_id, payment_id) do update
     set state = excluded.state, amount = excluded.amount, currency = excluded.currency,
       refunded = excluded.refunded, disputed = excluded.disputed, fee = excluded.fee,
       said_at = excluded.said_at
     where r.said_at <= excluded.said_at`,
    [
      ...[accountId, paymentId, report.state, paid?.amount ?? null],
      ...[
        paid ? sanitize(paid.currency, 10).toUpperCase() : null,
        paid?.refunded ?? null,
        paid?.disputed ?? null,
      ],
      ...[paid?.fee ?? null, saidAt],
    ],
  );
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
