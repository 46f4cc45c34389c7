-- Puts calls on review whose message was delivered although the call was released.
create or replace function messages_review_delivered(p_account integer[], p_call uuid[]) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
  v_now timestamptz := now();
begin
  insert into unresolved_calls (
    account_id, call_id, next_try_at, reason, lane, review_since, review_reason
  )
  select c.account_id, c.call_id, 'infinity', 'contradicted', c.provider_code, v_now,
    'delivered_after_release'
  from unnest(p_account, p_call) as r (account_id, call_id)
  join calls c on c.account_id = r.account_id and c.call_id = r.call_id
  where c.state in ('rejected', 'unavailable') and exists (
    select from receipts t
    where t.account_id = c.account_id and t.call_id = c.call_id and t.state = 'delivered'
  )
  order by c.account_id, c.call_id
  on conflict (account_id, call_id) do update
  set next_try_at = 'infinity', review_since = excluded.review_since,
    review_reason = excluded.review_reason
  where unresolved_calls.review_reason is null;
end $$;
