import type { Change } from '../../foundation/audit/change-queries.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Payment } from '../payments/payment.ts';

export type PaymentKey = Pick<Payment, 'accountId' | 'paymentId'>;

/** The due payments that can be documented: those whose account has billing details, or that have an invoice. */
export async function listDue(db: Queryable, limit: number): Promise<PaymentKey[]> {
  const { rows } = await db.query<PaymentKey>(
    `select d.account_id as "accountId", d.payment_id as "paymentId"
     from invoices_due d
     where exists (select from billing_details b where b.account_id = d.account_id)
       or exists (
         select from invoices i where i.account_id = d.account_id and i.payment_id = d.payment_id
       )
     order by d.payment_id
     limit $1`,
    [limit],
  );
  return rows;
}

/** How many payments wait because their account has no billing details. */
export async function countWaiting(db: Queryable, accountId: number | null): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count
     from invoices_due d
     where ($1::integer is null or d.account_id = $1)
       and not exists (select from billing_details b where b.account_id = d.account_id)
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
     from invoice_sums s
     where s.documented <> s.kept
       or s.documented is null
         and s.ended_at >= (select on_since from invoice_settings where is_on)
     on conflict do nothing`,
  );
}
