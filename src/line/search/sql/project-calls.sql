-- The lower bounds of the latency steps: fine enough for a percentile to be accurate within a
-- third. They are part of stored data, so they never change.
create or replace function search_latency_steps() returns interval[]
language sql immutable parallel safe as $$
  select array[
    interval '5 ms', '10 ms', '20 ms', '30 ms', '50 ms', '75 ms', '100 ms', '150 ms', '200 ms', '300 ms',
    '400 ms', '500 ms', '750 ms', '1 s', '1.5 s', '2 s', '3 s', '4 s', '5 s', '7.5 s', '10 s', '15 s',
    '20 s', '30 s', '60 s'
  ]
$$;

-- The state of a check in one word. A withdrawn consent ends a running check; an existing result
-- stands.
create or replace function search_check_result(p_status smallint, p_withdrawn_at timestamptz)
returns text
language sql immutable parallel safe as $$
  select case
    when p_status = 4 and p_withdrawn_at is not null then 'withdrawn'
    else (array['pending', 'passed', 'failed', 'expired', 'cancelled'])[p_status + 1]
  end
$$;

-- How far the person came in a check.
create or replace function search_check_stage(
  p_begun_by bytea,
  p_consented_at timestamptz,
  p_sessions smallint
) returns text
language sql immutable parallel safe as $$
  select case
    when p_sessions > 0 then 'started'
    when p_consented_at is not null then 'consented'
    when p_begun_by is not null then 'opened'
    else 'made'
  end
$$;

-- Why a call failed: by its last provider's answer, or by the receipt.
create or replace function search_reason(
  p_account integer,
  p_call uuid,
  p_state call_state
) returns text
language plpgsql
stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  if p_state <> 'done' then
    return (
      select a.reason
      from attempts a
      where a.account_id = p_account and a.call_id = p_call
      order by a.attempt desc
      limit 1
    );
  end if;
  return (
    select r.reason
    from receipts r
    where r.account_id = p_account and r.call_id = p_call and r.reason is not null
    order by r.received_at desc
    limit 1
  );
end $$;

-- Copies changed calls in their current state, and moves the counters by the difference to the
-- previous copy: counters and copies always belong to the same moment. Returns how many change
-- notes were taken; only one process copies at a time.
create or replace function search_project(p_most integer, p_rest interval) returns integer
language plpgsql
as $$
declare
  v_account integer[];
  v_call uuid[];
  v_is_first boolean[];
  v_is_late boolean[];
  v_notes integer;
begin
  perform 1 from exclusive_work where name = 'search' for update skip locked;
  if not found then
    return 0;
  end if;
  select array_agg(t.account_id), array_agg(t.call_id), array_agg(t.is_first), array_agg(t.is_late),
    coalesce(max(t.notes), 0)
  into v_account, v_call, v_is_first, v_is_late, v_notes
  from events_take_changes(p_most, p_rest) t;
  -- A call of a new kind is left out, its kind is created, and it is copied the next time.
  while v_call is not null loop
    begin
      select c.account_ids, c.call_ids, c.are_first, c.are_late
      into v_account, v_call, v_is_first, v_is_late
      from search_copy(v_account, v_call, v_is_first, v_is_late) c;
    exception when unique_violation then
      -- One was assumed to be new and is not: now each is looked up. Asking at every insert whether
      -- it exists took a quarter of the cost of a copy (11 of 47 µs).
      if true <> all (v_is_first) then
        raise;
      end if;
      v_is_first := array_fill(false, array[cardinality(v_call)]);
    end;
  end loop;
  return v_notes;
end $$;

-- Since when calls are counted by the quarter of an hour. The functions of the version before count no quarters,
-- and servers of that version use these functions once they are replaced. So the first run decides: calls that are
-- accepted after it were copied by no other function. Without any copy, all calls are counted.
create or replace function search_quarters_since() returns timestamptz
language plpgsql
as $$
declare
  v_since timestamptz;
begin
  select q.since into v_since from quarters_since q;
  if v_since is null then
    update quarters_since
    set since = case
      when exists (select from call_search)
        then date_bin('15 minutes', clock_timestamp(), 'epoch') + interval '15 minutes'
      else '-infinity'
    end
    returning since into v_since;
  end if;
  return v_since;
end $$;

-- One statement reads, copies and counts; returns the calls that are left.
--
-- A call that just got its outcome was not copied before, and is not looked up. Most other notes
-- come from receipts, and most of those belong to a call already copied in its final state, because
-- notes are taken after a delay: such calls are recognized by their copy and not read again. A
-- refund is looked for only if something came late, or was refunded before.
--
-- Sequential scans are off, as on the line: a batch is small compared with the tables.
create or replace function search_copy(
  p_account integer[],
  p_call uuid[],
  p_is_first boolean[],
  p_is_late boolean[],
  out account_ids integer[],
  out call_ids uuid[],
  out are_first boolean[],
  out are_late boolean[]
)
language plpgsql
set enable_seqscan = off
set enable_mergejoin = off
as $$
declare
  v_account integer[];
  v_hour timestamptz[];
  v_series integer[];
  v_latency smallint[];
  v_all_hour timestamptz[];
  v_all_facet integer[];
  v_all_latency smallint[];
  v_since timestamptz := search_quarters_since();
begin
  with before as materialized (
    select n.account_id, n.call_id, n.is_first, n.is_late, s.series_id, s.facet_id, s.ended_at, s.charged, s.cost,
      s.latency, f.state = 'done' and s.charged = 0 and s.amount > 0 as is_refunded
    from (
      select unnest(p_account) as account_id, unnest(p_call) as call_id,
        unnest(p_is_first) as is_first, unnest(p_is_late) as is_late
    ) n
    -- Lateral and limited, here and below, so that each is looked up by its key whatever the
    -- planner estimates.
    left join lateral (
      select *
      from call_search s
      where s.account_id = n.account_id
        and s.call_id = case when n.is_late or not n.is_first then n.call_id end
      limit 1
    ) s on true
    left join call_facets f on f.facet_id = s.facet_id
    where n.is_late or f.is_final is not true
  ), standing as (
    select c.account_id, c.call_id, c.key_id, c.mode, c.product,
      coalesce(k.provider_code, c.provider_code, '') as provider_code, c.state,
      case
        when k.check_id is not null then search_check_result(k.status, k.withdrawn_at)
        else coalesce(c.message_state::text, '')
      end as result,
      case
        when k.check_id is not null
          then search_check_stage(k.begun_by, k.consented_at, k.sessions_started)
        else ''
      end as stage,
      coalesce(
        case
          when k.check_id is not null then k.reason
          when c.state in ('rejected', 'unavailable', 'unknown')
            or c.message_state in ('undelivered', 'expired', 'rejected')
            then search_reason(c.account_id, c.call_id, c.state)
        end,
        ''
      ) as reason,
      c.held_at, c.ended_at, c.amount,
      case
        when c.state <> 'done' then 0
        when (b.is_late or b.is_refunded) and exists (
          select from manual_entries m
          where m.account_id = c.account_id and m.mode = c.mode
            and m.reference = 'refund ' || c.call_id
        ) then 0
        else c.amount
      end as charged,
      case
        -- The messages of its verification have the cost.
        when c.product = 'verify_approval' then 0
        -- The sandbox reports no cost with its answer, and is not queried for one.
        when c.provider_code is distinct from 'sandbox' or b.is_late then (
          select o.cost
          from call_costs o
          where o.account_id = c.account_id and o.call_id = c.call_id
        )
        else b.cost
      end as cost,
      c.parts,
      case
        -- A call that ended by evidence has the time of its resolution, not a duration.
        when c.state = 'done' and c.evidence is null
          then width_bucket(c.ended_at - c.held_at, search_latency_steps())::smallint
      end as latency,
      c.number_hash, b.is_first, b.is_late, b.series_id as old_series, b.facet_id as old_facet,
      b.ended_at as old_ended_at, b.charged as old_charged, b.cost as old_cost,
      b.latency as old_latency
    from before b
    cross join lateral (
      select * from calls c where c.account_id = b.account_id and c.call_id = b.call_id limit 1
    ) c
    left join lateral (
      select *
      from checks k
      where c.product = 'face_verify' and k.account_id = b.account_id and k.check_id = b.call_id
      limit 1
    ) k on true
  ), of_kind as materialized (
    select s.*, f.facet_id
    from standing s
    left join call_facets f
      on f.mode = s.mode and f.product = s.product and f.provider_code = s.provider_code
      and f.state = s.state and f.result = s.result and f.stage = s.stage and f.reason = s.reason
  ), new_facet as (
    insert into call_facets (facet_id, mode, product, provider_code, state, result, stage, reason)
    select (select coalesce(max(facet_id), 0) from call_facets) + row_number() over (), n.*
    from (
      select distinct k.mode, k.product, k.provider_code, k.state, k.result, k.stage, k.reason
      from of_kind k
      where k.facet_id is null
    ) n
  ), owned as materialized (
    select o.*, s.series_id
    from (select distinct account_id, key_id, facet_id from of_kind where facet_id is not null) o
    left join call_series s
      on s.account_id = o.account_id and s.key_id = o.key_id and s.facet_id = o.facet_id
  ), new_series as (
    insert into call_series (series_id, account_id, key_id, facet_id)
    select (select coalesce(max(series_id), 0) from call_series) + row_number() over (),
      o.account_id, o.key_id, o.facet_id
    from owned o
    where o.series_id is null
  ), differing as materialized (
    select k.*, o.series_id
    from of_kind k
    join owned o on o.account_id = k.account_id and o.key_id = k.key_id and o.facet_id = k.facet_id
    where o.series_id is not null and (
      k.old_series is null or o.series_id <> k.old_series or k.charged <> k.old_charged
      or k.cost is distinct from k.old_cost or k.ended_at is distinct from k.old_ended_at
      or k.latency is distinct from k.old_latency
    )
  ), copied as (
    insert into call_search (
      account_id, call_id, facet_id, series_id, held_at, ended_at, amount, charged, cost, parts, latency
    )
    select d.account_id, d.call_id, d.facet_id, d.series_id, d.held_at, d.ended_at, d.amount,
      d.charged, d.cost, d.parts, d.latency
    from differing d
    where d.old_series is null
    returning account_id, facet_id, series_id, held_at, charged, cost, latency
  ), moved as (
    update call_search s
    set facet_id = d.facet_id, series_id = d.series_id, ended_at = d.ended_at, charged = d.charged,
      cost = d.cost, latency = d.latency
    from differing d
    where d.old_series is not null and s.account_id = d.account_id and s.call_id = d.call_id
  ), numbered as (
    insert into call_numbers (number_hash, call_id, account_id)
    select d.number_hash, d.call_id, d.account_id
    from differing d
    where d.old_series is null and d.number_hash is not null
  ), moves as materialized (
    select m.account_id, m.quarter, m.series_id, m.facet_id, m.latency, sum(m.calls)::integer as calls,
      sum(m.charged)::bigint as charged, sum(m.cost)::bigint as cost,
      sum(case when f.state = 'done' then m.uncosted else 0 end)::integer as uncosted,
      sum(case when f.state = 'done' then m.uncosted_charged else 0 end)::bigint as uncosted_charged
    from (
      select c.account_id, date_bin('15 minutes', c.held_at, 'epoch') as quarter, c.series_id, c.facet_id,
        coalesce(c.latency, -1::smallint) as latency, count(*) as calls, sum(c.charged) as charged,
        coalesce(sum(c.cost), 0) as cost, count(*) - count(c.cost) as uncosted,
        coalesce(sum(c.charged) filter (where c.cost is null), 0) as uncosted_charged
      from copied c
      group by 1, 2, 3, 4, 5
      union all
      select d.account_id, date_bin('15 minutes', d.held_at, 'epoch'), d.series_id, d.facet_id,
        coalesce(d.latency, -1::smallint), 1, d.charged, coalesce(d.cost, 0), (d.cost is null)::integer,
        case when d.cost is null then d.charged else 0 end
      from differing d
      where d.old_series is not null
      union all
      select d.account_id, date_bin('15 minutes', d.held_at, 'epoch'), d.old_series, d.old_facet,
        coalesce(d.old_latency, -1::smallint), -1, -d.old_charged, -coalesce(d.old_cost, 0),
        -(d.old_cost is null)::integer, case when d.old_cost is null then -d.old_charged else 0 end
      from differing d
      where d.old_series is not null
    ) m
    join call_facets f on f.facet_id = m.facet_id
    group by m.account_id, m.quarter, m.series_id, m.facet_id, m.latency
  ), counted_all as (
    insert into platform_hours as h (
      hour, facet_id, latency, calls, charged, cost, uncosted, uncosted_charged
    )
    select date_trunc('hour', m.quarter), m.facet_id, m.latency, sum(m.calls), sum(m.charged), sum(m.cost),
      sum(m.uncosted), sum(m.uncosted_charged)
    from moves m
    group by 1, 2, 3
    on conflict (hour, facet_id, latency) do update
    set calls = h.calls + excluded.calls, charged = h.charged + excluded.charged,
      cost = h.cost + excluded.cost, uncosted = h.uncosted + excluded.uncosted,
      uncosted_charged = h.uncosted_charged + excluded.uncosted_charged
    returning hour, facet_id, latency, calls
  ), emptied_all as (
    select array_agg(c.hour) as hours, array_agg(c.facet_id) as facets,
      array_agg(c.latency) as latencies
    from counted_all c
    where c.calls = 0
  ), counted as (
    insert into call_hours as h (
      account_id, hour, series_id, latency, calls, charged, cost, uncosted, uncosted_charged
    )
    select m.account_id, date_trunc('hour', m.quarter), m.series_id, m.latency, sum(m.calls),
      sum(m.charged), sum(m.cost), sum(m.uncosted), sum(m.uncosted_charged)
    from moves m
    group by 1, 2, 3, 4
    on conflict (account_id, hour, series_id, latency) do update
    set calls = h.calls + excluded.calls, charged = h.charged + excluded.charged,
      cost = h.cost + excluded.cost, uncosted = h.uncosted + excluded.uncosted,
      uncosted_charged = h.uncosted_charged + excluded.uncosted_charged
    returning account_id, hour, series_id, latency, calls
  ), emptied as (
    select array_agg(c.account_id) as accounts, array_agg(c.hour) as hours,
      array_agg(c.series_id) as series, array_agg(c.latency) as latencies
    from counted c
    where c.calls = 0
  ), quarters_of_all as (
    insert into platform_quarters as q (
      quarter, facet_id, calls, charged, cost, uncosted, uncosted_charged
    )
    select m.quarter, m.facet_id, sum(m.calls), sum(m.charged), sum(m.cost), sum(m.uncosted),
      sum(m.uncosted_charged)
    from moves m
    where m.quarter >= v_since
    group by 1, 2
    on conflict (quarter, facet_id) do update
    set calls = q.calls + excluded.calls, charged = q.charged + excluded.charged,
      cost = q.cost + excluded.cost, uncosted = q.uncosted + excluded.uncosted,
      uncosted_charged = q.uncosted_charged + excluded.uncosted_charged
  ), quarters_of_accounts as (
    insert into call_quarters as q (
      account_id, quarter, series_id, calls, charged, cost, uncosted, uncosted_charged
    )
    select m.account_id, m.quarter, m.series_id, sum(m.calls), sum(m.charged), sum(m.cost),
      sum(m.uncosted), sum(m.uncosted_charged)
    from moves m
    where m.quarter >= v_since
    group by 1, 2, 3
    on conflict (account_id, quarter, series_id) do update
    set calls = q.calls + excluded.calls, charged = q.charged + excluded.charged,
      cost = q.cost + excluded.cost, uncosted = q.uncosted + excluded.uncosted,
      uncosted_charged = q.uncosted_charged + excluded.uncosted_charged
  ), remaining as (
    select array_agg(l.account_id) as accounts, array_agg(l.call_id) as calls,
      array_agg(l.is_first) as are_first, array_agg(l.is_late) as are_late
    from of_kind l
    where l.facet_id is null or (l.account_id, l.key_id, l.facet_id) in (
      select o.account_id, o.key_id, o.facet_id from owned o where o.series_id is null
    )
  )
  select e.accounts, e.hours, e.series, e.latencies, a.hours, a.facets, a.latencies, l.accounts,
    l.calls, l.are_first, l.are_late
  into v_account, v_hour, v_series, v_latency, v_all_hour, v_all_facet, v_all_latency, account_ids,
    call_ids, are_first, are_late
  from emptied e, emptied_all a, remaining l;

  -- Every message passes through `sent`; the counter it leaves there is zero, and would stay as a
  -- row forever. Those of quarters are pruned with their day.
  delete from call_hours h
  using (
    select unnest(v_account) as account_id, unnest(v_hour) as hour, unnest(v_series) as series_id,
      unnest(v_latency) as latency
  ) e
  where h.account_id = e.account_id and h.hour = e.hour and h.series_id = e.series_id
    and h.latency = e.latency;
  delete from platform_hours h
  using (
    select unnest(v_all_hour) as hour, unnest(v_all_facet) as facet_id,
      unnest(v_all_latency) as latency
  ) e
  where h.hour = e.hour and h.facet_id = e.facet_id and h.latency = e.latency;
end $$;
