/**
 * The queries of the audit. Each is one statement over whole tables that returns faults, and no rows if the
 * books are right. No query trusts a counter: the expected value is summed from the rows that it counts.
 */
export const maxFaults = 100;

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
