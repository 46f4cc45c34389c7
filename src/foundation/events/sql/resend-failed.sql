-- Makes what an endpoint has not accepted due now, up to a limit: what was given up since p_from, and what waits for its
-- next attempt. What is due within p_lease is left alone: it is being sent, or is sent soon anyway. What was resent and
-- not attempted since is left alone, too, so that resending twice sends once.
create or replace function events_resend_failed(
  p_endpoint integer,
  p_from timestamptz,
  p_to timestamptz,
  p_most integer,
  p_now timestamptz,
  p_lease interval
) returns integer
language plpgsql
set enable_seqscan = off
as $$
declare
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_least uuid := uuid_floor(p_from - interval '1 millisecond');
  v_greatest uuid := uuid_floor(coalesce(p_to, v_now) + interval '1 millisecond');
  v_account integer;
  v_event uuid[];
begin
  select p.account_id into v_account from endpoints p where p.endpoint_id = p_endpoint;
  v_event := array(
    select d.event_id
    from deliveries d
    where d.account_id = v_account and d.endpoint_id = p_endpoint and d.state = 'failed'
      and d.event_id >= v_least and d.event_id <= v_greatest
    order by d.event_id
    limit p_most
    for update skip locked
  );
  v_event := v_event || array(
    select d.event_id
    from deliveries d
    where d.endpoint_id = p_endpoint and d.state = 'pending' and d.due_at > v_now + p_lease
      and d.attempts > 0 and d.event_id >= v_least and d.event_id <= v_greatest
    order by d.due_at
    limit p_most - cardinality(v_event)
    for update skip locked
  );
  update deliveries d
  set state = 'pending', due_at = v_now, attempts = 0, replayed_at = v_now
  where d.account_id = v_account and d.endpoint_id = p_endpoint and d.event_id = any (v_event);
  return cardinality(v_event);
end $$;
