import type { Change } from '../../foundation/audit/change-queries.ts';
import type { Bilingual } from '../../foundation/contract/text/bilingual.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Payment } from '../payments/payment.ts';

export type PaymentKey = Pick<Payment, 'accountId' | 'paymentId'>;

/**
 * The due payments that can be documented: those whose account has billing details, or that have an invoice. One that
 * failed comes after those that were never tried, and after a pause.
 */
export async function listDue(
  db: Queryable,
  limit: number,
  now: Date | null,
): Promise<PaymentKey[]> {
  const { rows } = await db.query<PaymentKey>(
    `select d.account_id as "accountId", d.payment_id as "paymentId"
     from invoices_due d
     where d.try_at <= db_time_or_now($2) and (
       exists (select from billing_details b where b.account_id = d.account_id)
       or exists (
         select from invoices i where i.account_id = d.account_id and i.payment_id = d.payment_id
       )
     )
     order by d.try_at, d.payment_id
     limit $1`,
    [limit, now],
  );
  return rows;
}

/** Why the documents of a payment were not issued. Pauses double, to 15 minutes. */
export async function noteFailing(
  db: Queryable,
  { accountId, paymentId }: PaymentKey,
  fault: Bilingual,
  now: Date | null,
): Promise<void> {
  await db.query(
    `update invoices_due d
     set tries = d.tries + 1, fault = $3,
       try_at = db_time_or_now($4)
         + least(interval '15 seconds' * 2 ^ least(d.tries, 6), interval '15 minutes')
     where d.account_id = $1 and d.payment_id = $2`,
    [accountId, paymentId, JSON.stringify(fault), now],
  );
}

/** A payment whose documents could not be issued, and why. */
export interface FailingDue extends PaymentKey {
  accountName: string;
  fault: Bilingual;
}

/** The oldest first. */
export async function listFailing(db: Queryable, limit: number): Promise<FailingDue[]> {
  const { rows } = await db.query<FailingDue>(
    `select d.account_id as "accountId", a.name as "accountName", d.payment_id as "paymentId", d.fault
     from invoices_due d
     join accounts a using (account_id)
     where d.tries > 0
     order by d.noted_at, d.payment_id
     limit $1`,
    [limit],
  );
  return rows;
}

/** How many payments wait because their account has no billing details. Those of an erased account wait no more. */
export async function countWaiting(db: Queryable, accountId: number | null): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count
     from invoices_due d
     where ($1::integer is null or d.account_id = $1)
       and not exists (select from billing_details b where b.account_id = d.account_id)
       and not exists (
         select from account_closures c
         where c.account_id = d.account_id and c.erased_at is not null
       )
       and not exists (
         select from invoices i where i.account_id = d.account_id and i.payment_id = d.payment_id
       )`,
    [accountId],
  );
  return rows[0]?.count ?? 0;
}

/** The payment is locked, and documented as it stands now. */
export async function endDue(change: Change, { accountId, paymentId }: PaymentKey): Promise<void> {
  await change.query('delete from invoices_due where account_id = $1 and payment_id = $2', [
    ...[accountId, paymentId],
  ]);
}

/** Makes payments due whose documents are not what was paid, whatever the reason that nobody noted it. */
export async function sweepUndocumented(db: Queryable): Promise<void> {
  await db.query(
    `insert into invoices_due (account_id, payment_id)
     select s.account_id, s.payment_id
     from (select * from invoice_sums union all select * from line_sums) s
     where s.documented <> s.kept
       or s.documented is null
         and s.ended_at >= (select on_since from invoice_settings where is_on)
     on conflict do nothing`,
  );
}
