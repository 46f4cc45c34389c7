-- Charges a released call that later evidence contradicts, by the operator's decision. It is then
-- done like any other call: its message has the state that its receipts say, its account gets the
-- event, and its idempotency key belongs to it again. Returns false if somebody else decided it
-- meanwhile.
create or replace function calls_charge_released(
  p_account integer,
  p_mode text,
  p_call uuid,
  p_evidence text,
  p_details jsonb,
  p_now timestamptz
) returns boolean
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_now timestamptz;
  v_call calls;
begin
  -- Wallet, call, review: in the order of settles and receipts, so that no deadlock is possible.
  perform ledger_lock_wallets(array[p_account], array[p_mode]);
  v_now := coalesce(p_now, clock_timestamp());
  perform 1
  from unnest(array[p_account], array[p_call]) as i (account_id, call_id)
  join calls c on c.account_id = i.account_id and c.call_id = i.call_id
  for no key update of c;
  perform 1
  from unresolved_calls u
  where u.account_id = p_account and u.call_id = p_call and u.review_reason is not null
  for update;
  if not found then
    return false;
  end if;

  update calls c
  set state = 'done', ended_at = v_now, evidence = p_evidence,
    message_state = case c.message_state when 'rejected' then 'sent' else c.message_state end,
    sent_at = coalesce(c.sent_at, v_now),
    finished_at = case when c.message_state <> 'rejected' then c.finished_at end
  from unnest(array[p_account], array[p_call]) as i (account_id, call_id)
  where c.account_id = i.account_id and c.call_id = i.call_id
  returning c.* into v_call;

  perform ledger_charge_released(p_account, p_call, v_now);
  perform idempotency_keep_key(p_account, p_call);
  if p_details is not null then
    perform providers_keep_details(
      p_ord => array[1], p_account => array[p_account], p_call => array[p_call],
      p_provider => array[v_call.provider_code], p_details => array[p_details], p_now => v_now
    );
  end if;
  perform calls_tell_resolved(array[p_account], array[p_call], v_now);
  delete from unresolved_calls u where u.account_id = p_account and u.call_id = p_call;
  perform messages_apply_receipts(
    array_agg(r.account_id), array_agg(r.call_id),
    array_agg(messages_state_by_parts(r.account_id, r.call_id, null, r.state::text)),
    array_agg((extract(epoch from r.said_at) * 1000)::bigint)
  )
  from receipts r
  where r.account_id = p_account and r.call_id = p_call;
  perform events_note_change(p_account, p_call);
  return true;
end $$;
