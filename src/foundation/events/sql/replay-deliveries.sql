-- Makes the events of a period due again for an endpoint, including those it never received, up to
-- a limit and after a cursor. Returns how many, and the cursor of the last one: null if there are
-- no more.
create or replace function events_replay(
  p_endpoint integer,
  p_from timestamptz,
  p_to timestamptz,
  p_after uuid,
  p_most integer,
  p_now timestamptz,
  out replayed integer,
  out last_event uuid
)
language plpgsql as $$
declare
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_to timestamptz := coalesce(p_to, v_now);
  v_endpoint endpoints;
  v_event uuid[];
begin
  select p.* into v_endpoint from endpoints p where p.endpoint_id = p_endpoint;
  v_event := array(
    select e.event_id
    from events e
    where e.account_id = v_endpoint.account_id and e.mode = v_endpoint.mode
      -- The time in an id is truncated to milliseconds.
      and e.event_id >= uuid_floor(p_from - interval '1 millisecond')
      and e.event_id <= uuid_floor(v_to + interval '1 millisecond')
      and e.made_at >= p_from and e.made_at <= v_to and (p_after is null or e.event_id > p_after)
      and case e.type
        when 'endpoint.test' then e.subject = 'endpoint ' || p_endpoint
        else e.type = any (v_endpoint.events)
      end
    order by e.event_id
    limit p_most
  );
  insert into deliveries as d (account_id, event_id, endpoint_id, due_at)
  select v_endpoint.account_id, i.event_id, p_endpoint, v_now
  from unnest(v_event) i (event_id)
  on conflict (account_id, event_id, endpoint_id) do update
  set state = 'pending', due_at = excluded.due_at, attempts = 0, delivered_at = null,
    replayed_at = v_now;
  replayed := cardinality(v_event);
  last_event := case when replayed = p_most then v_event[p_most] end;
end $$;
