import type { Change } from '../../foundation/audit/change-queries.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Money } from '../../foundation/money.ts';
import { paymentPrefix } from '../ledger/own-references.ts';
import { ofVendor } from './payment-queries.ts';

/** Why the books of vendor and ledger differ. `ignored` is explained by a decision; the others are not. */
export const differenceCauses = [
  'not_credited',
  'mismatched',
  'ignored',
  'not_paid',
  'amount',
  'refund_open',
  'returned',
  'ledger',
  'no_answer',
] as const;
type DifferenceCause = (typeof differenceCauses)[number];

export interface Difference {
  accountId: number;
  accountName: string;
  paymentId: string;
  providerCode: string;
  /** Of the amount: what the vendor counts in, and the wallet's where the ledger contradicts itself. */
  currency: string;
  cause: DifferenceCause;
  /** What the vendor has beyond the ledger; null where it is not known. */
  amount: Money | null;
  foundAt: Date;
}

/** How far back payments are compared. Older ones were compared while they were younger. */
const comparedDays = 35;

/** The states in which the vendor has, or had, money. Others are asked about as long as late money may come. */
const withMoney = `('paid', 'mismatched', 'ignored')`;

/** Where the vendor's last answer, the row of a payment and its entries in the ledger differ now. */
const found = `
  with moved as (
    select account_id, split_part(reference, ' ', 3) as order_no, sum(amount)::bigint as amount
    from manual_entries
    where mode = 'live' and starts_with(reference, '${paymentPrefix}')
      and made_at >= now() - interval '${comparedDays} days'
    group by 1, 2
  )
  select p.account_id, p.payment_id, d.cause, d.amount
  from payments p
  left join payment_reports r using (account_id, payment_id)
  left join moved m
    on m.account_id = p.account_id and m.order_no = upper(replace(p.payment_id::text, '-', ''))
  -- Vendor and row are compared in the vendor's currency.
  cross join lateral (select ${ofVendor}) v
  cross join lateral (
    select v.refunded + v.taken_back as ours, r.refunded + r.disputed as theirs,
      p.state = 'paid' and r.state = 'paid' as is_both, r.currency = v.currency as is_same_currency
  ) c
  cross join lateral (
    select c.*, r.amount <> v.credited or not c.is_same_currency as is_other,
      -- What was paid beyond the credit goes back first, and no more leaves the wallet than it got.
      least(
        greatest(greatest(r.refunded - v.refunded, 0) + r.disputed - greatest(r.amount - v.credited, 0), 0),
        v.credited - v.refunded
      ) as to_take
  ) b
  cross join lateral (
    values
      ('not_credited', p.state in ('pending', 'failed', 'expired') and r.state = 'paid', r.amount),
      ('mismatched', p.state = 'mismatched', r.amount),
      ('ignored', p.state = 'ignored' and r.state = 'paid' and r.amount > b.theirs, r.amount - b.theirs),
      ('not_paid', p.state = 'paid' and r.state <> 'paid', -v.credited),
      ('amount', b.is_both and b.is_other, case when b.is_same_currency then r.amount - v.credited end),
      ('refund_open', b.is_both and b.is_same_currency and b.ours > b.theirs, b.ours - b.theirs),
      (
        'returned', b.is_both and b.is_same_currency and v.taken_back < b.to_take,
        v.taken_back - b.to_take
      ),
      (
        'ledger',
        coalesce(m.amount, 0) <> coalesce(p.credited - p.fee, 0) - p.refunded - p.taken_back,
        coalesce(p.credited - p.fee, 0) - p.refunded - p.taken_back - coalesce(m.amount, 0)
      ),
      (
        'no_answer',
        p.state in ${withMoney} and coalesce(r.said_at, p.begun_at) < now() - interval '2 days', null
      )
  ) d (cause, is_so, amount)
  where p.mode = 'live' and p.begun_at >= now() - interval '${comparedDays} days'
    -- What has just ended is still on its way through the books. What has not ended in time is stuck.
    and coalesce(p.ended_at, p.expires_at) < now() - interval '10 minutes' and d.is_so`;

/** Compares the books anew: keeps since when each difference is known, and forgets those that are gone. */
export async function compareBooks(change: Change): Promise<void> {
  // One comparison at a time, so that none brings back what another has forgotten.
  await change.query('lock table payment_differences in share row exclusive mode');
  await change.query(
    `with found as (${found}), forgotten as (
       delete from payment_differences k
       where not exists (
         select from found f
         where (f.account_id, f.payment_id, f.cause) = (k.account_id, k.payment_id, k.cause)
       )
     )
     insert into payment_differences as k (account_id, payment_id, cause, amount)
     select account_id, payment_id, cause, amount from found
     on conflict (account_id, payment_id, cause) do update set amount = excluded.amount
     where k.amount is distinct from excluded.amount`,
  );
}

/** Makes payments due whose vendor was not heard for a day, so that the next comparison knows its books. */
export async function askStale(db: Queryable): Promise<void> {
  await db.query(
    `update payments p set ask_at = now()
     where p.mode = 'live' and p.state in ${withMoney}
       and p.begun_at >= now() - interval '${comparedDays} days'
       and (p.ask_at is null or p.ask_at > now())
       and not exists (
         select from payment_reports r
         where r.account_id = p.account_id and r.payment_id = p.payment_id
           and r.said_at > now() - interval '20 hours'
       )`,
  );
}

/** The longest known first. */
export async function listDifferences(db: Queryable, limit: number): Promise<Difference[]> {
  const { rows } = await db.query<Difference>(
    `select d.account_id as "accountId", a.name as "accountName", d.payment_id as "paymentId",
       p.provider_code as "providerCode", d.cause, d.amount, d.found_at as "foundAt",
       case when d.cause = 'ledger' then p.currency else coalesce(r.currency, v.currency) end as currency
     from payment_differences d
     join payments p using (account_id, payment_id)
     left join payment_reports r using (account_id, payment_id)
     cross join lateral (select ${ofVendor}) v
     join accounts a on a.account_id = d.account_id
     order by d.found_at, d.payment_id, d.cause
     limit $1`,
    [limit],
  );
  return rows;
}

/** Differences that no decision explains, and that last: a refund takes vendors days. */
export async function countUnexplained(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count
     from (
       select from payment_differences
       where cause not in ('ignored', 'mismatched')
         and (cause <> 'refund_open' or found_at < now() - interval '7 days')
       union all
       select from unknown_payments where explained_at is null
     ) d`,
  );
  return rows[0]?.count ?? 0;
}
