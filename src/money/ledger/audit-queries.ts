/**
 * The queries of the audit. Each is one statement over whole tables that returns faults, and no rows if the
 * books are right. No query trusts a counter: the expected value is summed from the rows that it counts.
 */
const maxFaults = 100;

/** The expected balance of each wallet, from its transfers. */
export const walletFaults = `
  with moved as (
    select account_id, mode, sum(a.available) as available, sum(a.held) as held
    from (
      select account_id, mode, from_account, to_account, sum(amount) as amount
      from transfers
      group by account_id, mode, from_account, to_account
    ) t
    cross join lateral (
      select
        case
          when to_account = 'wallet' then amount
          when from_account = 'wallet' then -amount
          else 0
        end,
        case
          when to_account = 'held' then amount
          when from_account = 'held' then -amount
          else 0
        end
    ) a (available, held)
    group by account_id, mode
  )
  select account_id as "accountId", mode, null as "callId",
    case
      when w.account_id is null then 'there are transfers but no wallet'
      else format(
        'the wallet says %s available and %s held, the transfers %s and %s',
        w.available, w.held, coalesce(m.available, 0), coalesce(m.held, 0)
      )
    end as detail
  from wallets w
  full join moved m using (account_id, mode)
  where (w.available, w.held) is distinct from (coalesce(m.available, 0), coalesce(m.held, 0))
  order by 1, 2
  limit ${maxFaults}`;

/** The expected sums of each wallet at its last closing, from its transfers of closed days. */
export const closingFaults = `
  with past as (
    -- What was closed while a clock was ahead is taken back with the next closing.
    select account_id, mode, day, closed_until, available, held from closings where closed_until <= now()
  ), moved as (
    select m.account_id, m.mode, sum(m.available) as available, sum(m.held) as held
    from wallet_moves m
    where m.made_at < (select coalesce(max(closed_until), '-infinity') from past)
    group by m.account_id, m.mode
  ), closed as (
    select distinct on (account_id, mode) account_id, mode, available, held
    from past
    order by account_id, mode, day desc
  )
  select account_id as "accountId", mode, null as "callId",
    format(
      'the last closing says %s available and %s held, the transfers until then %s and %s',
      coalesce(c.available, 0), coalesce(c.held, 0), coalesce(m.available, 0), coalesce(m.held, 0)
    ) as detail
  from closed c
  full join moved m using (account_id, mode)
  where (coalesce(c.available, 0), coalesce(c.held, 0))
    is distinct from (coalesce(m.available, 0), coalesce(m.held, 0))
  order by 1, 2
  limit ${maxFaults}`;

/** An account is created with both of its wallets, test and live. */
export const missingWallets = `
  select a.account_id as "accountId", m.mode, null as "callId",
    'the account has no wallet' as detail
  from accounts a
  cross join (values ('test'), ('live')) m (mode)
  where not exists (
    select from wallets w where w.account_id = a.account_id and w.mode = m.mode
  )
  order by 1, 2
  limit ${maxFaults}`;

/**
 * Compares the transfers of each call with those that its state requires. A call with a price was held (1).
 * If done, it was settled (2, to revenue), or released and charged later (2, to the wallet, and 4); if not
 * done, it was released (2, to the wallet); without an outcome, it has neither.
 */
export const callFaults = `
  with charged_late as (
    select account_id, subject_id as call_id from transfers where phase = 4
  ), due as (
    select c.account_id, c.call_id, p.phase, c.mode, c.amount, c.state, p.to_account
    from calls c
    left join charged_late l using (account_id, call_id)
    cross join lateral (
      values
        (1::smallint, 'held'::ledger_account),
        (
          2::smallint,
          case when c.state = 'done' and l.call_id is null then 'revenue' else 'wallet' end::ledger_account
        ),
        (4::smallint, case when c.state = 'done' and l.call_id is not null then 'revenue'::ledger_account end)
    ) p (phase, to_account)
    where c.amount > 0 and (p.phase = 1 or c.state not in ('held', 'unknown'))
      and p.to_account is not null
  ), made as (
    select account_id, subject_id as call_id, phase, mode, amount, to_account
    from transfers
    where phase in (1, 2, 4)
  )
  select account_id as "accountId", coalesce(d.mode, m.mode) as mode, call_id as "callId",
    case
      when m.mode is null then format(
        'the call is %s at %s, but its %s is missing', d.state, d.amount,
        case
          when phase = 1 then 'hold'
          when d.to_account = 'revenue' then 'settle'
          else 'release'
        end
      )
      when d.mode is null then format(
        'there is a transfer of %s to %s (phase %s) that no call explains',
        m.amount, m.to_account, phase
      )
      else format(
        'the call is %s at %s (%s), but its phase %s moved %s to %s (%s)',
        d.state, d.amount, d.mode, phase, m.amount, m.to_account, m.mode
      )
    end as detail
  from due d
  full join made m using (account_id, call_id, phase)
  where (d.mode, d.amount, d.to_account) is distinct from (m.mode, m.amount, m.to_account)
  order by 1, 3
  limit ${maxFaults}`;

/** A call without an outcome waits in the resolver's queue: outside it, its money would stay held for ever. */
export const forgottenCalls = `
  select c.account_id as "accountId", c.mode, c.call_id as "callId",
    format('the call is %s since %s, and nothing will resolve it', c.state, c.held_at) as detail
  from calls c
  where c.state in ('held', 'unknown') and c.held_at < now() - interval '1 hour'
    and not exists (
      select from unresolved_calls u where u.account_id = c.account_id and u.call_id = c.call_id
    )
  order by 1, 3
  limit ${maxFaults}`;

/** A refund belongs to a done call, returns its price, and was booked by an operator. */
export const refundFaults = `
  with refunds as (
    select account_id, subject_id as call_id, mode, amount from transfers where phase = 3
  ), booked as (
    select account_id, transfer_id as call_id, mode, amount
    from manual_entries
    where kind = 'refund'
  )
  select account_id as "accountId", coalesce(r.mode, b.mode) as mode, call_id as "callId",
    case
      when r.mode is null then 'a refund was booked, but its transfer is missing'
      when b.mode is null then format('a refund of %s was not booked by an operator', r.amount)
      when c.state is null then format('a refund of %s is of no call', r.amount)
      else format(
        'a refund of %s (%s, booked as %s) is of a call that is %s at %s (%s)',
        r.amount, r.mode, b.amount, c.state, c.amount, c.mode
      )
    end as detail
  from refunds r
  full join booked b using (account_id, call_id)
  left join calls c using (account_id, call_id)
  where (r.mode, r.amount) is distinct from (b.mode, b.amount)
    or (r.mode, r.amount, 'done') is distinct from (c.mode, c.amount, c.state)
  order by 1, 3
  limit ${maxFaults}`;

/** Every manual movement has an entry that explains it, and every entry has a movement. */
export const manualFaults = `
  with moved as (
    select account_id, subject_id as transfer_id, mode,
      case from_account when 'top_up' then 'top_up' else 'adjust' end as kind,
      case to_account when 'wallet' then amount else -amount end as amount
    from transfers
    where phase = 0
  ), booked as (
    select account_id, transfer_id, mode, kind, amount, reference
    from manual_entries
    where kind <> 'refund'
  )
  select account_id as "accountId", coalesce(m.mode, b.mode) as mode, null as "callId",
    case
      when m.mode is null then format('the entry "%s" has no transfer', b.reference)
      when b.mode is null then format('the transfer %s of %s has no entry', transfer_id, m.amount)
      else format(
        'the entry "%s" says %s of %s (%s), its transfer %s of %s (%s)',
        b.reference, b.kind, b.amount, b.mode, m.kind, m.amount, m.mode
      )
    end as detail
  from moved m
  full join booked b using (account_id, transfer_id)
  where (m.mode, m.kind, m.amount) is distinct from (b.mode, b.kind, b.amount)
  order by 1, 2
  limit ${maxFaults}`;

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

/**
 * The daily usage that customers see. Calls refused before the hold leave no row, so the `refused` counter
 * must be at least the number of calls that ended without success.
 */
export const usageFaults = `
  with counted as (
    select account_id, mode, day, product,
      count(*) filter (where state = 'done') as calls,
      coalesce(sum(amount) filter (where state = 'done'), 0) as charged,
      count(*) filter (where state in ('rejected', 'unavailable')) as refused
    from calls
    group by account_id, mode, day, product
  ), refunded as (
    select c.account_id, c.mode, c.day, c.product, sum(t.amount) as amount
    from transfers t
    join calls c on c.account_id = t.account_id and c.call_id = t.subject_id
    where t.phase = 3
    group by c.account_id, c.mode, c.day, c.product
  )
  select account_id as "accountId", mode, null as "callId",
    format(
      'of %s on %s the day says %s calls, %s charged, %s refused; '
        'the calls say %s, %s, at least %s',
      product, day, coalesce(u.calls, 0), coalesce(u.charged, 0), coalesce(u.refused, 0),
      coalesce(c.calls, 0), coalesce(c.charged, 0) - coalesce(r.amount, 0), coalesce(c.refused, 0)
    ) as detail
  from usage_days u
  full join counted c using (account_id, mode, day, product)
  left join refunded r using (account_id, mode, day, product)
  where coalesce(u.calls, 0) <> coalesce(c.calls, 0)
    or coalesce(u.charged, 0) <> coalesce(c.charged, 0) - coalesce(r.amount, 0)
    or coalesce(u.refused, 0) < coalesce(c.refused, 0)
  order by 1, 2
  limit ${maxFaults}`;

/** The spending that counts towards a daily limit: everything held and not released. */
export const spendFaults = `
  with counted as (
    select account_id, mode, day, key_id, sum(amount) as spent
    from calls
    where state in ('held', 'done', 'unknown')
    group by account_id, mode, day, key_id
  )
  select account_id as "accountId", mode, null as "callId",
    format(
      'of key %s on %s the day says %s spent, the calls say %s',
      key_id, day, coalesce(s.spent, 0), coalesce(c.spent, 0)
    ) as detail
  from spend_days s
  full join counted c using (account_id, mode, day, key_id)
  where coalesce(s.spent, 0) <> coalesce(c.spent, 0)
  order by 1, 2
  limit ${maxFaults}`;

/**
 * The row counts and the trial balance: the sum of all wallets must equal what all other ledger accounts paid
 * into them.
 */
export const totals = `
  select
    (select count(*) from wallets)::integer as wallets,
    (select count(*) from calls)::bigint as calls,
    t.transfers,
    (select coalesce(sum(available + held), 0) from wallets) as owned,
    t.given - t.taken as given
  from (
    select count(*)::bigint as transfers,
      coalesce(sum(amount) filter (where from_account not in ('wallet', 'held')), 0) as given,
      coalesce(sum(amount) filter (where to_account not in ('wallet', 'held')), 0) as taken
    from transfers
  ) t`;
