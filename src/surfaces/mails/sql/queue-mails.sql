-- Queues the mails about balances; `queueBalanceMails` says which. The row of a notice decides: of two
-- servers, one changes it, and finds it with its own time below.
create or replace function mails_queue_balance(p_quiet interval) returns void
language plpgsql as $$
declare
  v_now timestamptz := now();
  v_quiet_since timestamptz := v_now - p_quiet;
  v_seen record;
  v_mails record;
begin
  select array_agg(s.account_id) as account, array_agg(s.kind) as kind, array_agg(s.is_so) as is_so
  into v_seen
  from mails_see_balances() s;
  update balance_notices n
  set is_over = not s.is_so, noted_at = case when s.is_so then v_now else n.noted_at end
  from unnest(v_seen.account, v_seen.kind, v_seen.is_so) s (account_id, kind, is_so)
  where n.account_id = s.account_id and n.kind = s.kind and n.is_over = s.is_so
    and (not s.is_so or n.noted_at < v_quiet_since);
  insert into balance_notices (account_id, kind, noted_at)
  select s.account_id, s.kind, v_now
  from unnest(v_seen.account, v_seen.kind, v_seen.is_so) s (account_id, kind, is_so)
  where s.is_so
  on conflict do nothing;
  -- Read first and written afterwards: Citus cannot do both at once with a condition on several tables.
  select array_agg(f.account_id) as account, array_agg(m.person_id) as person,
    array_agg(f.kind) as kind,
    to_char(v_now at time zone 'UTC', 'YYYYMMDD"T"HH24MISSMS') as topic
  into v_mails
  from balance_notices f
  join accounts a on a.account_id = f.account_id and a.mails_balance
  join members m on m.account_id = f.account_id
  join people p on p.person_id = m.person_id
  where f.noted_at = v_now and not f.is_over and mails_is_recipient(m.role, p.disabled_at)
    and not (
      f.kind = 'balance_low' and exists (
        select from balance_notices e
        where e.account_id = f.account_id and e.kind = 'balance_empty' and e.noted_at = v_now
          and not e.is_over
      )
    );
  insert into mails (account_id, person_id, kind, topic)
  select m.account_id, m.person_id, m.kind, v_mails.topic
  from unnest(v_mails.account, v_mails.person, v_mails.kind) m (account_id, person_id, kind)
  on conflict do nothing;
end $$;

-- Whether the live wallet of each active account is low, and whether it is empty.
create or replace function mails_see_balances()
returns table (account_id integer, kind text, is_so boolean)
language plpgsql stable as $$
begin
  return query
  select w.account_id, k.kind,
    case k.kind
      when 'balance_low' then coalesce(w.available < w.low_balance, false)
      else coalesce(
        w.available + w.credit_limit < c.cheapest and exists (
          -- A wallet that was never filled is not used up.
          select from manual_entries e
          where e.account_id = w.account_id and e.mode = 'live' and e.kind = 'top_up'
        ),
        false
      )
    end
  from wallets w
  join accounts a on a.account_id = w.account_id and a.state = 'active'
  cross join lateral (
    -- Of the products that the account buys: a cheaper one that it never uses does not make the rest of its money useful.
    select
      coalesce(min(p.price) filter (where u.product is not null), min(p.price)) as cheapest
    from (
      select d.product, coalesce(x.unit_price, d.unit_price) as price
      from products d
      left join account_prices x on x.product = d.product and x.account_id = w.account_id
      where d.is_on and d.product <> all (a.products_off)
    ) p
    left join (
      select distinct r.product
      from usage_days r
      where r.account_id = w.account_id and r.mode = 'live' and r.day > current_date - 30
    ) u on u.product = p.product
    where p.price > 0
  ) c
  cross join (values ('balance_low'), ('balance_empty')) k (kind)
  where w.mode = 'live';
end $$;

-- Queues the mails about automatic top-ups that the platform switched off lately. The payment that ended one and
-- the time are the topic: each stop is told once, and one payment can cause several.
create or replace function mails_queue_stopped() returns void
language plpgsql as $$
declare
  v_mails record;
begin
  select array_agg(t.account_id) as account, array_agg(m.person_id) as person,
    array_agg(t.stopped_payment || '.' || extract(epoch from t.stopped_at)) as topic
  into v_mails
  from auto_topups t
  join members m on m.account_id = t.account_id
  join people p on p.person_id = m.person_id
  where t.stopped_at > now() - interval '7 days' and mails_is_recipient(m.role, p.disabled_at);
  insert into mails (account_id, person_id, kind, topic)
  select m.account_id, m.person_id, 'topup_stopped', m.topic
  from unnest(v_mails.account, v_mails.person, v_mails.topic) m (account_id, person_id, topic)
  on conflict do nothing;
end $$;

-- Queues the mails about invoices, credit notes and fapiao of the last two days.
create or replace function mails_queue_documents() returns void
language plpgsql as $$
declare
  -- IDs of documents begin with their time.
  v_first uuid := (
    lpad(to_hex((extract(epoch from now() - interval '2 days') * 1000)::bigint), 12, '0')
      || repeat('0', 20)
  )::uuid;
  v_mails record;
begin
  select array_agg(d.account_id) as account, array_agg(m.person_id) as person,
    array_agg(d.kind) as kind, array_agg(d.topic) as topic
  into v_mails
  from (
    select i.account_id, 'invoice' as kind, i.invoice_id::text as topic
    from invoices i
    where i.invoice_id > v_first
    union all
    select r.account_id, 'fapiao_' || r.state, r.request_id::text
    from fapiao_requests r
    where r.state in ('issued', 'refused') and r.decided_at > now() - interval '2 days'
  ) d
  join accounts a on a.account_id = d.account_id and a.mails_statements
  join members m on m.account_id = d.account_id
  join people p on p.person_id = m.person_id
  where mails_is_recipient(m.role, p.disabled_at);
  insert into mails (account_id, person_id, kind, topic)
  select m.account_id, m.person_id, m.kind, m.topic
  from unnest(v_mails.account, v_mails.person, v_mails.kind, v_mails.topic)
    m (account_id, person_id, kind, topic)
  on conflict do nothing;
end $$;

-- Queues the statements of months that are closed; `queueStatements` says which.
create or replace function mails_queue_statements(p_time_zone text) returns void
language plpgsql as $$
declare
  v_last timestamp := date_trunc('month', now() at time zone p_time_zone) - interval '1 month';
  v_first timestamp;
  v_month record;
  v_mails record;
begin
  select greatest(
    least(v_last, max(to_date(q.topic, 'YYYY-MM')) + interval '1 month'),
    v_last - interval '2 months'
  )
  into v_first
  from mails q
  where q.kind = 'statement';
  for v_month in
    select to_char(s.starts, 'YYYY-MM') as topic, s.starts::date as first_day,
      (s.starts + interval '1 month')::date as next_day,
      (s.starts + interval '1 month') at time zone p_time_zone as ends_at
    from generate_series(v_first, v_last, interval '1 month') s (starts)
  loop
    select array_agg(a.account_id) as account, array_agg(m.person_id) as person
    into v_mails
    from ledger_closed l
    join accounts a on a.mails_statements
    join members m on m.account_id = a.account_id
    join people p on p.person_id = m.person_id
    where l.closed_until >= v_month.ends_at and mails_is_recipient(m.role, p.disabled_at) and exists (
      select from closings c
      where c.account_id = a.account_id and c.mode = 'live' and c.day >= v_month.first_day
        and c.day < v_month.next_day
    );
    insert into mails (account_id, person_id, kind, topic)
    select m.account_id, m.person_id, 'statement', v_month.topic
    from unnest(v_mails.account, v_mails.person) m (account_id, person_id)
    on conflict do nothing;
  end loop;
end $$;

-- Members who manage the money of their account. Rights are read when a mail is queued and when it is sent.
create or replace function mails_is_recipient(p_role text, p_disabled_at timestamptz) returns boolean
language sql immutable as $$
  select p_role in ('owner', 'finance') and p_disabled_at is null
$$;
