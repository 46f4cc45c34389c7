import type { Change } from '../../foundation/audit/change-queries.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Money } from '../../foundation/money.ts';
import type { Payment } from './payment.ts';

/** Money of a payment that the operator pays back to its source. */
export interface Refund {
  accountId: number;
  refundId: string;
  paymentId: string;
  amount: Money;
  /** What the vendor pays back, in the currency that it charged. */
  charged: Money;
  reason: string;
  state: 'pending' | 'done' | 'failed';
  detail: string;
  refundRef: string | null;
  /** How often the vendor was or is being asked about it. */
  asked: number;
  askedForAt: Date;
  endedAt: Date | null;
}

const columns = `r.account_id as "accountId", r.refund_id as "refundId", r.payment_id as "paymentId",
  r.amount, coalesce(r.charged, r.amount) as charged, r.reason, r.state, r.detail, r.refund_ref as "refundRef", r.asked,
  r.asked_for_at as "askedForAt", r.ended_at as "endedAt"`;

/** Stores a refund, due at once. */
export async function insertRefund(
  change: Change,
  { accountId, paymentId, rate }: Payment,
  { refundId, amount, charged, reason }: Pick<Refund, 'refundId' | 'amount' | 'charged' | 'reason'>,
  now: Date | null,
): Promise<void> {
  await change.query(
    `insert into payment_refunds (
       account_id, refund_id, payment_id, amount, reason, asked_for_at, ask_at, charged
     )
     select $1, $2, $3, $4, $5, t.now, t.now, $7 from (select db_time_or_now($6) as now) t`,
    [accountId, refundId, paymentId, amount, reason, now, rate === null ? null : charged],
  );
}

/** Takes the open refunds that are due, as payments are taken. A provider's slowness delays only its own. */
export async function takeRefunds(
  db: Queryable,
  now: Date | null,
  limit: number,
  jammed: readonly string[],
): Promise<(Refund & { providerCode: string })[]> {
  const { rows } = await db.query<Refund & { providerCode: string }>(
    `update payment_refunds r
     set asked = r.asked + 1,
       ask_at = db_time_or_now($1)
         + least(interval '15 seconds' * 2 ^ least(r.asked, 8), interval '1 hour')
     from (
       select d.account_id, d.refund_id, p.provider_code
       from payment_refunds d
       join payments p on p.account_id = d.account_id and p.payment_id = d.payment_id
       where d.ask_at <= db_time_or_now($1) and p.provider_code <> all ($3)
       order by d.ask_at
       limit $2
       for update of d skip locked
     ) d
     where r.account_id = d.account_id and r.refund_id = d.refund_id
     returning ${columns}, d.provider_code as "providerCode"`,
    [now, limit, jammed],
  );
  return rows;
}

/** Reads a refund whose payment is locked. */
export async function readRefund(
  db: Queryable,
  { accountId, refundId }: Pick<Refund, 'accountId' | 'refundId'>,
): Promise<Refund> {
  const { rows } = await db.query<Refund>(
    `select ${columns} from payment_refunds r where r.account_id = $1 and r.refund_id = $2`,
    [accountId, refundId],
  );
  return rows[0] as Refund;
}

/** Keeps what the vendor calls the refund, and why it is not done yet. */
export async function noteRefund(
  db: Queryable,
  { accountId, refundId }: Refund,
  { refundRef, detail }: { refundRef: string | null; detail: string },
): Promise<void> {
  await db.query(
    `update payment_refunds r set refund_ref = coalesce($3, r.refund_ref), detail = $4
     where r.account_id = $1 and r.refund_id = $2 and r.state = 'pending'`,
    [accountId, refundId, refundRef, detail],
  );
}

export async function endRefund(
  change: Change,
  { accountId, refundId }: Refund,
  {
    state,
    detail,
    refundRef,
  }: { state: 'done' | 'failed'; detail: string; refundRef: string | null },
  now: Date | null,
): Promise<void> {
  await change.query(
    `update payment_refunds r
     set state = $3, detail = $4, refund_ref = coalesce($5, r.refund_ref), ask_at = null,
       ended_at = db_time_or_now($6)
     where r.account_id = $1 and r.refund_id = $2`,
    [accountId, refundId, state, detail, refundRef, now],
  );
}

/** The refunds of a payment, in the order in which they were made. */
export async function listRefunds(
  db: Queryable,
  { accountId, paymentId }: Pick<Payment, 'accountId' | 'paymentId'>,
): Promise<Refund[]> {
  const { rows } = await db.query<Refund>(
    `select ${columns} from payment_refunds r
     where r.account_id = $1 and r.payment_id = $2
     order by r.refund_id`,
    [accountId, paymentId],
  );
  return rows;
}
