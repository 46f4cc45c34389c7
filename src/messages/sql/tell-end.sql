-- Writes down for their accounts that messages have come to their final state, by their rows as they stand: whoever
-- calls has just moved them there, and has them locked. A final state is never overwritten, so each is told
-- of once.
create or replace function messages_tell_end(
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
    array_agg(c.account_id), array_agg(c.mode),
    array_agg(case c.message_state when 'delivered' then 'sms.delivered' else 'sms.failed' end),
    array_agg(c.call_id),
    array_agg(jsonb_build_object(
      'requestId', c.call_id, 'productCode', c.product, 'state', c.message_state,
      'reason', r.reason, 'parts', c.parts,
      'providerCode', coalesce(nullif(c.provider_code, 'none'), r.provider_code, ''),
      'unitPrice', c.unit_price::text
    )),
    p_at
  )
  from (select unnest(p_account) as account_id, unnest(p_call) as call_id) i
  join calls c on c.account_id = i.account_id and c.call_id = i.call_id
  left join lateral (
    select r.reason, r.provider_code
    from receipts r
    where c.message_state in ('undelivered', 'expired', 'rejected')
      and r.account_id = c.account_id and r.call_id = c.call_id and r.reason is not null
    order by r.received_at desc
    limit 1
  ) r on true;
end $$;
