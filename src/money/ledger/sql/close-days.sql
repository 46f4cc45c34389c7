-- Closings: the sum of a wallet's transfers at the end of a day. A transfer's time is read under
-- its wallet's lock, so within a wallet times are in the order of the movements.
--
-- Statements over a period are planned with its real bounds: the index on times pays off for a day,
-- and not for everything.

-- The balance of a wallet at its last closing.
create or replace function ledger_last_closing(p_account integer, p_mode text)
returns table (available bigint, held bigint)
language plpgsql stable as $$
begin
  return query
  select c.available, c.held
  from closings c
  where c.account_id = p_account and c.mode = p_mode
  order by c.day desc
  limit 1;
end $$;

-- Reopens what was closed while the database's clock was ahead: those days are not over. A partly
-- closed day is reopened whole, and the days before it are closed up to their last transfer.
create or replace function ledger_open_future(p_now timestamptz) returns void
language plpgsql as $$
declare
  v_first date;
begin
  if not exists (select from ledger_closed where isfinite(closed_until) and closed_until > p_now) then
    return;
  end if;
  select min(day) into v_first from closings where closed_until > p_now;
  delete from closing_products where day >= v_first;
  delete from closings where day >= v_first;
  update ledger_closed
  set closed_until = coalesce((select max(closed_until) from closings), '-infinity');
end $$;

-- The charges of a period, by wallet, day and product; of one account, or of all.
create or replace function ledger_charged_products(
  p_account integer, p_mode text, p_from timestamptz, p_until timestamptz, p_time_zone text
) returns table (account_id integer, mode text, day date, product text, calls bigint, charged bigint)
language plpgsql stable
set plan_cache_mode = force_custom_plan
as $$
begin
  return query
  select t.account_id, t.mode, (t.made_at at time zone p_time_zone)::date, c.product, count(*),
    sum(t.amount)::bigint
  from transfers t
  join calls c on c.account_id = t.account_id and c.call_id = t.subject_id
  where t.made_at >= p_from and t.made_at < p_until and t.to_account = 'revenue'
    and (p_account is null or t.account_id = p_account) and (p_mode is null or t.mode = p_mode)
  group by 1, 2, 3, 4;
end $$;

-- Adds the transfers of a period to the closing of its day. A wallet without movements gets no row:
-- its last closing still applies. A day is closed in parts: up to 20 seconds ago while it lasts.
create or replace function ledger_close_span(
  p_day date, p_from timestamptz, p_until timestamptz, p_time_zone text
) returns void
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
declare
  v_moves record;
  v_products record;
begin
  -- Read first and written afterwards: Citus cannot do both at once with a function between.
  select array_agg(m.account_id) as account, array_agg(m.mode) as mode,
    array_agg(m.available + coalesce(l.available, 0)) as available,
    array_agg(m.held + coalesce(l.held, 0)) as held, array_agg(m.topped_up) as topped_up,
    array_agg(m.adjusted) as adjusted, array_agg(m.charged) as charged,
    array_agg(m.refunded) as refunded
  into v_moves
  from (
    select account_id, mode, sum(available) as available, sum(held) as held,
      sum(topped_up) as topped_up, sum(adjusted) as adjusted, sum(charged) as charged,
      sum(refunded) as refunded
    from wallet_moves
    where made_at >= p_from and made_at < p_until
    group by account_id, mode
  ) m
  left join lateral ledger_last_closing(m.account_id, m.mode) l on true;
  insert into closings as c (
    account_id, mode, day, closed_until, available, held, topped_up, adjusted, charged, refunded
  )
  select m.account_id, m.mode, p_day, p_until, m.available, m.held, m.topped_up, m.adjusted,
    m.charged, m.refunded
  from unnest(
    v_moves.account, v_moves.mode, v_moves.available, v_moves.held, v_moves.topped_up,
    v_moves.adjusted, v_moves.charged, v_moves.refunded
  ) as m (account_id, mode, available, held, topped_up, adjusted, charged, refunded)
  on conflict (account_id, mode, day) do update
  set closed_until = excluded.closed_until, available = excluded.available, held = excluded.held,
    topped_up = c.topped_up + excluded.topped_up, adjusted = c.adjusted + excluded.adjusted,
    charged = c.charged + excluded.charged, refunded = c.refunded + excluded.refunded;
  select array_agg(m.account_id) as account, array_agg(m.mode) as mode,
    array_agg(m.product) as product, array_agg(m.calls) as calls, array_agg(m.charged) as charged
  into v_products
  from (
    select p.account_id, p.mode, p.product, sum(p.calls)::bigint as calls,
      sum(p.charged)::bigint as charged
    from ledger_charged_products(null, null, p_from, p_until, p_time_zone) p
    group by p.account_id, p.mode, p.product
  ) m;
  insert into closing_products as p (account_id, mode, day, product, calls, charged)
  select m.account_id, m.mode, p_day, m.product, m.calls, m.charged
  from unnest(
    v_products.account, v_products.mode, v_products.product, v_products.calls, v_products.charged
  ) as m (account_id, mode, product, calls, charged)
  on conflict (account_id, mode, day, product) do update
  set calls = p.calls + excluded.calls, charged = p.charged + excluded.charged;
  update ledger_closed set closed_until = p_until;
end $$;

-- The start of the oldest transaction that writes: its uncommitted movements are dated later. A
-- top-up is several statements, and its process may be stopped between two. Ours are ended after a
-- minute without activity; a transaction open for longer is not a movement of ours, and keeps no
-- day open. Neither does a transaction of another role, such as that of another installation in
-- this database.
create or replace function ledger_oldest_writer(p_now timestamptz) returns timestamptz
language sql stable as $$
  select min(a.xact_start)
  from pg_stat_activity a
  where a.datname = current_database() and a.usename = session_user
    and a.backend_xid is not null and a.pid <> pg_backend_pid()
    and a.xact_start > p_now - interval '5 minutes'
$$;

-- Closes the first open day, and returns it; of the current day it closes what is past, and returns
-- null, because there is no next one. The last 20 seconds wait, and so does everything after the
-- start of a writing transaction: statements end after 15 seconds, so by then whoever read its time
-- earlier is visible as a writer or has committed. The audit reads everything that is not closed,
-- which would be a whole minute of a busy line's transfers with a longer wait.
create or replace function ledger_close_next_day(p_time_zone text, p_now timestamptz) returns date
language plpgsql as $$
declare
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_from timestamptz;
  v_day date;
  v_midnight timestamptz;
  v_until timestamptz;
begin
  perform 1 from ledger_closed for update;
  perform ledger_open_future(v_now);
  select closed_until into v_from from ledger_closed;
  v_day := (
    case
      when isfinite(v_from) then v_from
      else (select min(created_at) from accounts)
    end at time zone p_time_zone
  )::date;
  v_midnight := (v_day + 1)::timestamp at time zone p_time_zone;
  v_until := least(v_midnight, v_now - interval '20 seconds', ledger_oldest_writer(v_now));
  if v_day is null or v_until <= v_from then
    return null;
  end if;
  perform ledger_close_span(v_day, v_from, v_until, p_time_zone);
  return case when v_until = v_midnight then v_day end;
end $$;

-- The wallets whose balance differs from their last closing plus the transfers since. Usually that
-- is a quarter of an hour of transfers, so the snapshot is short however old or busy the ledger is.
create or replace function ledger_find_mismatches(p_most integer)
returns table (account_id integer, mode text, detail text)
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
declare
  v_from timestamptz;
begin
  -- No day is closed meanwhile.
  perform 1 from ledger_closed for update;
  perform ledger_open_future(clock_timestamp());
  select closed_until into v_from from ledger_closed;
  return query
  with since as materialized (
    select m.account_id, m.mode, sum(m.available) as available, sum(m.held) as held
    from wallet_moves m
    where m.made_at >= v_from
    group by m.account_id, m.mode
  )
  select w.account_id, w.mode,
    format(
      'the wallet says %s available and %s held, its closing and the transfers since %s and %s',
      w.available, w.held, s.available, s.held
    )
  from wallets w
  left join lateral ledger_last_closing(w.account_id, w.mode) c on true
  left join since m on m.account_id = w.account_id and m.mode = w.mode
  cross join lateral (
    select coalesce(c.available, 0) + coalesce(m.available, 0),
      coalesce(c.held, 0) + coalesce(m.held, 0)
  ) s (available, held)
  where (w.available, w.held) is distinct from (s.available, s.held)
  order by w.account_id, w.mode
  limit p_most;
end $$;

-- Rebuilds a wallet's closings from all its transfers: for a movement that was committed later than
-- any closing waits, as behind a standby that did not answer, or that was made while a clock was
-- wrong.
create or replace function ledger_close_again(p_account integer, p_mode text, p_time_zone text)
returns void
language plpgsql as $$
declare
  v_until timestamptz;
begin
  select closed_until into v_until from ledger_closed for update;
  delete from closings c where c.account_id = p_account and c.mode = p_mode;
  delete from closing_products p where p.account_id = p_account and p.mode = p_mode;
  insert into closings (
    account_id, mode, day, closed_until, available, held, topped_up, adjusted, charged, refunded
  )
  select p_account, p_mode, d.day, least((d.day + 1)::timestamp at time zone p_time_zone, v_until),
    sum(d.available) over so_far, sum(d.held) over so_far, d.topped_up, d.adjusted, d.charged,
    d.refunded
  from (
    select (m.made_at at time zone p_time_zone)::date as day, sum(m.available) as available,
      sum(m.held) as held, sum(m.topped_up) as topped_up, sum(m.adjusted) as adjusted,
      sum(m.charged) as charged, sum(m.refunded) as refunded
    from wallet_moves m
    where m.account_id = p_account and m.mode = p_mode and m.made_at < v_until
    group by 1
  ) d
  window so_far as (order by d.day);
  insert into closing_products (account_id, mode, day, product, calls, charged)
  select m.account_id, m.mode, m.day, m.product, m.calls, m.charged
  from ledger_charged_products(p_account, p_mode, '-infinity', v_until, p_time_zone) m;
end $$;
