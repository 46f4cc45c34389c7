/** The queries of the audit about payments and their documents, of the same shape as in `audit-queries.ts`. */
import { maxFaults } from './audit-queries.ts';

/**
 * What was moved for each payment is what its row says: credited, minus its fee and what was paid back. What was charged in another
 * currency is what the kept rate says, to a whole unit, and went back by the refunds; all of it is all of the credit.
 */
export const paymentFaults = `
  with moved as (
    select account_id, mode, split_part(reference, ' ', 3) as order_no, sum(amount) as amount,
      -sum(amount) filter (where reference ~ ' fee$') as fee
    from manual_entries
    where reference ~ '^online payment [0-9A-F]{32}( |$)'
    group by 1, 2, 3
  ), due as (
    select account_id, mode, upper(replace(payment_id::text, '-', '')) as order_no,
      coalesce(credited - fee, 0) - refunded - taken_back as amount,
      case when credited is not null then fee else 0 end as fee, state
    from payments
  ), refunds as (
    select account_id, payment_id, sum(amount) as amount, sum(charged) as charged
    from payment_refunds
    where state <> 'failed'
    group by 1, 2
  )
  select account_id as "accountId", mode, null as "callId",
    format(
      'the payment %s is %s and should have moved %s, its entries moved %s; its fee is %s, in its entries %s',
      order_no, coalesce(d.state, 'missing'), coalesce(d.amount, 0), coalesce(m.amount, 0),
      coalesce(d.fee, 0), coalesce(m.fee, 0)
    ) as detail
  from due d
  full join moved m using (account_id, mode, order_no)
  where (coalesce(d.amount, 0), coalesce(d.fee, 0)) <> (coalesce(m.amount, 0), coalesce(m.fee, 0))
  union all
  select p.account_id, p.mode, null,
    format('the payment %s says %s refunded, its refunds %s', p.payment_id, p.refunded, coalesce(r.amount, 0))
  from payments p
  left join refunds r using (account_id, payment_id)
  where p.refunded <> coalesce(r.amount, 0)
  union all
  select p.account_id, p.mode, null, format('the payment %s %s', p.payment_id, what)
  from payments p
  left join refunds r using (account_id, payment_id)
  cross join lateral (select (p.amount + p.asked_fee)::numeric * p.rate / 10000000000 as worth) w
  cross join lateral (
    values
      (
        p.charged < w.worth or p.charged >= w.worth + 10000,
        format('charges %s %s, at its rate %s', p.charged, p.charged_currency, w.worth)
      ),
      (
        p.refunded_charged <> coalesce(r.charged, 0),
        format('says %s of the charge refunded, its refunds %s', p.refunded_charged, coalesce(r.charged, 0))
      ),
      (
        p.credited_charged = p.refunded_charged + p.taken_back_charged
          and p.credited <> p.refunded + p.taken_back,
        'has all of its charge paid back, but not all of its credit'
      )
  ) f (is_wrong, what)
  where p.rate is not null and f.is_wrong
  order by 1, 2
  limit ${maxFaults}`;

/** Numbers of a range have no gaps, and the documents of a payment come to what was kept of it. */
export const invoiceFaults = `
  select null::integer as "accountId", 'live' as mode, null as "callId",
    format('of %s in the range %s there are %s, but the last number is %s', kind, range_year, count(*), max(serial)) as detail
  from invoices
  group by kind, range_year
  having count(*) <> max(serial)
  union all
  select s.account_id, 'live', null,
    format('the documents of payment %s come to %s, but %s was kept', s.payment_id, coalesce(s.documented, 0), s.kept)
  from (select * from invoice_sums union all select * from line_sums) s
  where (
      s.documented <> s.kept
      or s.documented is null
        and s.ended_at >= (select on_since from invoice_settings where is_on)
    )
    and not exists (
      select from invoices_due d where d.account_id = s.account_id and d.payment_id = s.payment_id
    )
  order by 1, 4
  limit ${maxFaults}`;

/**
 * What each document says of itself. A document is never changed, so a difference is a forged row. VAT may differ from the
 * exact one by the smallest unit, which is a whole one in some currencies.
 */
export const documentFaults = `
  with credited as (
    select account_id, corrects as invoice_id, sum(gross) as amount
    from invoices
    where corrects is not null
    group by 1, 2
  ), documents as (
    select i.*, coalesce(c.amount, 0) as credited, coalesce(p.currency, l.currency, '') as paid_in,
      abs(i.vat::numeric * (1000000 + i.vat_percent) - i.gross::numeric * i.vat_percent)
        / (1000000 + i.vat_percent) as vat_off
    from invoices i
    left join payments p using (account_id, payment_id)
    left join credited c using (account_id, invoice_id)
    left join bank_lines l on l.line_no = bank_line_of(i.payment_id) and l.account_id = i.account_id
  )
  select account_id as "accountId", 'live' as mode, null as "callId",
    format('the document %s of payment %s %s', number, payment_id, what) as detail
  from documents d
  cross join lateral (
    values
      (number !~ format('[^0-9]0*%s$', serial), 'does not end with its number in the range'),
      (
        range_year not in (0, extract(year from issued_on))
          or abs(issued_on - (issued_at at time zone 'UTC')::date) > 1,
        'is not of the day of its issue'
      ),
      (currency <> paid_in, 'has another currency than the payment'),
      (
        vat_kind = 'rate'
          and vat_off > case when net % 10000 = 0 and vat % 10000 = 0 then 10000 else 100 end,
        'has another VAT than that of its rate'
      ),
      (credited > gross, 'has more credit notes than it comes to')
  ) w (is_wrong, what)
  where is_wrong
  order by 1, 4
  limit ${maxFaults}`;
