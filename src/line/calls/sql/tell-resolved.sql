-- Records events for calls whose unknown outcome was resolved by evidence or by the operator. The
-- caller has just ended them and holds their locks.
create or replace function calls_tell_resolved(
  p_account integer[],
  p_call uuid[],
  p_at timestamptz
) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
begin
  perform events_record_calls(
    array_agg(c.account_id), array_agg(c.mode), array_agg('call.resolved'::text),
    array_agg(c.call_id),
    array_agg(jsonb_build_object(
      'requestId', c.call_id, 'productCode', c.product,
      'state', case c.state when 'done' then 'done' else 'released' end,
      'reason', a.reason,
      'charged', (case c.state when 'done' then c.amount else 0 end)::text
    )),
    p_at
  )
  from (select unnest(p_account) as account_id, unnest(p_call) as call_id) i
  join calls c on c.account_id = i.account_id and c.call_id = i.call_id
  left join lateral (
    select a.reason
    from attempts a
    where c.state <> 'done' and a.account_id = c.account_id and a.call_id = c.call_id
      and a.reason is not null
    order by a.attempt desc
    limit 1
  ) a on true
  -- A call rejected at once has evidence too, but its caller has the reply: only a resolved wait is
  -- an event.
  where c.evidence is not null and c.state in ('done', 'rejected', 'unavailable') and exists (
    select from unresolved_calls u where u.account_id = c.account_id and u.call_id = c.call_id
  );
end $$;
