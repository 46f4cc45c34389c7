-- Leases due deliveries: their due time moves ahead, so that another process sends them only if
-- this one dies.
--
-- Each endpoint gives as many as it has slots for: p_room for those in p_busy and p_each for the
-- others. So a slow endpoint delays only its own deliveries. Endpoints after p_after come first, so
-- that all get a turn when there are fewer slots than work.
create or replace function events_take_deliveries(
  p_now timestamptz,
  p_most integer,
  p_each integer,
  p_after integer,
  p_busy integer[],
  p_room integer[],
  p_lease interval
) returns table (
  account_id integer, event_id uuid, endpoint_id integer, attempts smallint, mode text, type text,
  sequence integer, body jsonb, made_at timestamptz, url text, sealed_secret bytea,
  sealed_old_secret bytea
)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_left integer := p_most;
  v_endpoint endpoints;
  v_account integer[];
  v_event uuid[];
begin
  -- A lease lost in a database crash is simply taken again, so its commit need not wait for the
  -- disk.
  perform set_config('synchronous_commit', 'off', true);
  for v_endpoint in
    select p.*
    from unnest(events_waiting_endpoints()) w (endpoint_id)
    join endpoints p on p.endpoint_id = w.endpoint_id
    where p.is_on and p.url is not null and p.removed_at is null
    order by p.endpoint_id <= p_after, p.endpoint_id
  loop
    exit when v_left <= 0;
    select t.account_ids, t.event_ids into v_account, v_event
    from events_lease(
      v_endpoint.endpoint_id,
      least(v_left, coalesce(p_room[array_position(p_busy, v_endpoint.endpoint_id)], p_each)),
      v_now, p_lease
    ) t;
    continue when v_event is null;
    v_left := v_left - cardinality(v_event);
    return query
    select e.account_id, e.event_id, v_endpoint.endpoint_id, d.attempts, e.mode, e.type, e.sequence,
      e.body, e.made_at, v_endpoint.url, v_endpoint.sealed_secret,
      case when v_endpoint.old_secret_until > v_now then v_endpoint.sealed_old_secret end
    from unnest(v_account, v_event) t (account_id, event_id)
    join events e on e.account_id = t.account_id and e.event_id = t.event_id
    join deliveries d on d.account_id = t.account_id and d.event_id = t.event_id
      and d.endpoint_id = v_endpoint.endpoint_id;
  end loop;
end $$;

-- The endpoints with anything pending, due or not, each found by one index lookup.
create or replace function events_waiting_endpoints() returns integer[]
language plpgsql stable
set enable_seqscan = off
as $$
declare
  v_found integer[] := '{}';
  v_last integer := 0;
begin
  loop
    select d.endpoint_id into v_last
    from deliveries d
    where d.state = 'pending' and d.endpoint_id > v_last
    order by d.endpoint_id
    limit 1;
    exit when not found;
    v_found := v_found || v_last;
  end loop;
  return v_found;
end $$;

-- Leases due deliveries of one endpoint, oldest first, up to a limit. Rows that another process is
-- leasing are skipped. Locking and updating are two statements: neither has a subquery that prunes
-- partitions while it waits for a row.
create or replace function events_lease(
  p_endpoint integer,
  p_most integer,
  p_now timestamptz,
  p_lease interval,
  out account_ids integer[],
  out event_ids uuid[]
)
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_due record;
begin
  for v_due in
    select d.account_id, d.event_id
    from deliveries d
    where d.endpoint_id = p_endpoint and d.state = 'pending' and d.due_at <= p_now
    order by d.due_at
    limit p_most
    for update skip locked
  loop
    account_ids := account_ids || v_due.account_id;
    event_ids := event_ids || v_due.event_id;
  end loop;
  update deliveries d
  set due_at = p_now + p_lease
  from unnest(account_ids, event_ids) t (account_id, event_id)
  where d.account_id = t.account_id and d.event_id = t.event_id and d.endpoint_id = p_endpoint;
end $$;
