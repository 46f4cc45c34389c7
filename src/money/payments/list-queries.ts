import { type Change, noteChange } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Money } from '../../foundation/money.ts';
import { sanitize } from '../../foundation/redact.ts';
import type { ListedPayment } from '../../vendors/providers/payment.ts';
import { idOfOrder } from './payment.ts';

/** Money at a vendor for an order that is not ours. */
export interface UnknownPayment {
  providerCode: string;
  paymentRef: string;
  orderNo: string;
  amount: Money;
  currency: string;
  paidAt: Date;
  foundAt: Date;
}

/** How far a vendor's lists were compared, by provider. */
export async function readListed(db: Queryable): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ providerCode: string; day: string }>(
    `select provider_code as "providerCode", max(day)::text as day
     from payment_lists
     group by 1`,
  );
  return new Map(rows.map(({ providerCode, day }) => [providerCode, day]));
}

/** Which of these days of a provider were compared. */
export async function findListedDays(
  db: Queryable,
  providerCode: string,
  days: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ day: string }>(
    `select day::text as day from payment_lists
     where provider_code = $1 and day = any ($2::date[])`,
    [providerCode, days],
  );
  return new Set(rows.map(({ day }) => day));
}

/** Compares a vendor's list of a day with the payments of its provider, and keeps what is not ours. */
export async function noteList(
  change: Change,
  providerCode: string,
  day: string,
  listed: readonly ListedPayment[],
): Promise<void> {
  const clean = listed.map((each) => ({ ...each, paymentRef: sanitize(each.paymentRef) }));
  await change.query(
    `insert into unknown_payments (
       provider_code, payment_ref, order_no, amount, currency, paid_at
     )
     select $1, l.payment_ref, l.order_no, l.amount, l.currency, l.paid_at
     from unnest($2::text[], $3::uuid[], $4::text[], $5::bigint[], $6::text[], $7::timestamptz[])
       l (payment_ref, payment_id, order_no, amount, currency, paid_at)
     where not exists (
       select from payments p
       where p.provider_code = $1 and (p.payment_id = l.payment_id or p.payment_ref = l.payment_ref)
     )
     on conflict (provider_code, payment_ref) do nothing`,
    [
      providerCode,
      clean.map(({ paymentRef }) => paymentRef),
      clean.map(({ orderNo }) => idOfOrder(orderNo) ?? null),
      clean.map(({ orderNo }) => sanitize(orderNo, 64)),
      clean.map(({ amount }) => amount),
      clean.map(({ currency }) => sanitize(currency, 10).toUpperCase()),
      clean.map(({ paidAt }) => paidAt),
    ],
  );
  await change.query(
    `insert into payment_lists (provider_code, day, payments) values ($1, $2, $3)
     on conflict (provider_code, day) do nothing`,
    [providerCode, day, listed.length],
  );
}

/** What nobody has explained yet, the longest known first. */
export async function listUnknown(db: Queryable, limit: number): Promise<UnknownPayment[]> {
  const { rows } = await db.query<UnknownPayment>(
    `select provider_code as "providerCode", payment_ref as "paymentRef", order_no as "orderNo",
       amount, currency, paid_at as "paidAt", found_at as "foundAt"
     from unknown_payments
     where explained_at is null
     order by found_at, provider_code, payment_ref
     limit $1`,
    [limit],
  );
  return rows;
}

/** Notes what a payment of the vendor is that is not ours, so that it is no difference any more. */
export async function explainUnknown(
  change: Change,
  {
    providerCode,
    paymentRef,
    reason,
  }: { providerCode: string; paymentRef: string; reason: string },
): Promise<void> {
  const { rowCount } = await change.query(
    `update unknown_payments set explained_at = now(), reason = $3
     where provider_code = $1 and payment_ref = $2 and explained_at is null`,
    [providerCode, paymentRef, reason],
  );
  if (rowCount === 0) refuse('payment_not_unknown', { ref: paymentRef });
  await noteChange(change, {
    ...{ accountId: null, action: 'payment.explain', subject: 'unknown_payments', before: null },
    ...{ key: { provider_code: providerCode, payment_ref: paymentRef }, after: { reason } },
  });
}
