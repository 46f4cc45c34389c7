-- The body of the event for a message in its final state. Stable, like every function that builds a
-- body: PostgreSQL plans a query for each call of a volatile one, which took 6 µs per receipt.
create or replace function messages_end_body(
  p_call uuid,
  p_product text,
  p_state text,
  p_reason text,
  p_parts smallint,
  p_provider text,
  p_unit_price bigint
) returns jsonb
language sql stable parallel safe as $$
  select jsonb_build_object(
    'requestId', p_call, 'productCode', p_product, 'state', p_state, 'reason', p_reason, 'parts', p_parts,
    'providerCode', coalesce(nullif(p_provider, 'none'), ''), 'unitPrice', p_unit_price::text
  )
$$;

-- Records events for messages that reached their final state, by their current rows: the caller has
-- just updated and locked them. A final state is never overwritten, so each has one event.
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
    array_agg(messages_end_body(
      c.call_id, c.product, c.message_state::text, r.reason, c.parts,
      coalesce(nullif(c.provider_code, 'none'), r.provider_code), c.unit_price
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
