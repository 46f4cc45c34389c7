import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Money } from '../../foundation/money.ts';
import { paymentPrefix } from '../ledger/own-references.ts';
import { ofVendor } from './payment-queries.ts';

/** What vendor and ledger say of the payments of a provider that were paid on one day. */
export interface BookDay {
  providerCode: string;
  /** What the vendor counts in. */
  currency: string;
  /** What the ledger counts in. */
  ledgerCurrency: string;
  day: string;
  payments: number;
  /** Payments of which the vendor has said nothing yet. */
  unanswered: number;
  vendorPaid: Money;
  vendorReturned: Money;
  /** What the vendor keeps, of the payments for which it says so. */
  vendorFee: Money;
  feesKnown: number;
  ledgerPaid: Money;
  ledgerFee: Money;
  ledgerReturned: Money;
  /** What the vendor should have of these payments by the ledger, in the vendor's currency at the kept rates. */
  due: Money;
}

/**
 * The days of a month. Everything of a payment counts on the day on which it was paid, also what was paid back later, so
 * that both sides speak of the same payments.
 */
export async function readBookDays(
  db: Queryable,
  { from, to, timeZone }: { from: string | null; to: string | null; timeZone: string },
): Promise<BookDay[]> {
  const { rows } = await db.query<BookDay>(
    `with own as (
       select p.account_id, p.payment_id, p.provider_code, p.currency as ledger_currency, v.currency,
         case when p.rate is not null then coalesce(v.credited, 0) - v.refunded - v.taken_back end as converted,
         r.amount as said_amount, r.refunded + r.disputed as said_returned,
         r.fee as said_fee, r.currency as said_currency, r.said_at,
         (coalesce(p.paid_at, p.ended_at, p.begun_at) at time zone $3)::date as day
       from payments p
       cross join lateral (select ${ofVendor}) v
       left join payment_reports r using (account_id, payment_id)
       where p.mode = 'live' and (p.credited is not null or r.state = 'paid')
     ), moved as (
       select e.account_id, split_part(e.reference, ' ', 3) as order_no,
         sum(e.amount) filter (where e.kind = 'top_up') as paid,
         -sum(e.amount) filter (where e.reference ~ ' fee$') as fee,
         -sum(e.amount) filter (where e.kind <> 'top_up' and e.reference !~ ' fee$') as returned
       from manual_entries e
       where e.mode = 'live' and starts_with(e.reference, '${paymentPrefix}')
       group by 1, 2
     )
     select o.provider_code as "providerCode", o.currency, o.day::text as day,
       o.ledger_currency as "ledgerCurrency",
       count(*)::integer as payments,
       count(*) filter (where o.said_at is null)::integer as unanswered,
       coalesce(sum(o.said_amount) filter (where o.said_currency = o.currency), 0)::bigint as "vendorPaid",
       coalesce(sum(o.said_returned) filter (where o.said_currency = o.currency), 0)::bigint as "vendorReturned",
       coalesce(sum(o.said_fee) filter (where o.said_currency = o.currency), 0)::bigint as "vendorFee",
       count(o.said_fee) filter (where o.said_currency = o.currency)::integer as "feesKnown",
       coalesce(sum(m.paid), 0)::bigint as "ledgerPaid", coalesce(sum(m.fee), 0)::bigint as "ledgerFee",
       coalesce(sum(m.returned), 0)::bigint as "ledgerReturned",
       coalesce(sum(coalesce(o.converted, m.paid - coalesce(m.returned, 0))), 0)::bigint as due
     from own o
     left join moved m
       on m.account_id = o.account_id and m.order_no = upper(replace(o.payment_id::text, '-', ''))
     where ($1::date is null or o.day >= $1) and ($2::date is null or o.day < $2)
     group by 1, 2, 3, 4
     order by 1, 2, 3`,
    [from, to, timeZone],
  );
  return rows;
}
