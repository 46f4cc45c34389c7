-- The settle: one outcome per call, for a whole batch in one round trip and one commit. A call that
-- already has its outcome keeps it; the result names only those, with the state that stands. An array
-- of nothing but nulls is passed as null. For the pinned planner see hold-calls.sql.
create or replace function settle_calls(
  p_now timestamptz,
  p_wallet_account integer[],
  p_wallet_mode text[],
  p_account integer[],
  p_call uuid[],
  p_first uuid,
  p_last uuid,
  p_state text[],
  p_provider text[],
  p_provider_ref text[],
  p_evidence text[],
  p_status smallint[],
  p_reply bytea[],
  p_check jsonb[],
  p_script text[]
) returns table (ord integer, state text)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
  v_now timestamptz;
  v_ended ended_call[];
begin
  perform ledger_lock_wallets(p_wallet_account, p_wallet_mode);
  v_now := coalesce(p_now, clock_timestamp());

  with ended as (
    update calls c
    set state = i.state::call_state, ended_at = v_now, provider_code = i.provider_code,
      provider_ref = i.provider_ref, evidence = i.evidence,
      -- A receipt may have come before this word; a message never goes back.
      message_state = case
        when c.message_state is distinct from 'accepted' or i.state = 'unknown' then c.message_state
        when i.state = 'done' then 'sent'::message_state
        else 'rejected'
      end,
      sent_at = case when i.state = 'done' then coalesce(c.sent_at, v_now) else c.sent_at end,
      finished_at = case
        when i.state in ('rejected', 'unavailable') then v_now else c.finished_at
      end
    from unnest(p_account, p_call, p_state, p_provider, p_provider_ref, p_evidence)
      with ordinality i (account_id, call_id, state, provider_code, provider_ref, evidence, ord)
    where c.account_id = i.account_id and c.call_id = i.call_id
      -- Known before the first row, so that only the partitions of the batch are opened.
      and c.call_id between p_first and p_last
      and (c.state = 'held' or (c.state = 'unknown' and i.state <> 'unknown'))
    returning i.ord, c.account_id, c.mode, c.key_id, c.call_id, c.product, c.amount, c.parts, c.day,
      c.held_at, i.state, c.idempotency_hash, c.number_hash
  )
  select coalesce(array_agg(row(e.*)::ended_call), '{}') into v_ended from ended e;

  perform ledger_settle(v_ended, v_now);
  if p_check is not null then
    perform face_record_checks(v_ended, p_check, p_provider);
  end if;
  if p_script is not null then
    perform inbox_keep_messages(v_ended, p_script, v_now);
  end if;
  if p_state && array['rejected', 'unavailable'] then
    perform limits_give_back(v_ended);
  end if;
  if p_state && array['unknown'] then
    insert into unresolved_calls (account_id, call_id, next_try_at, reason)
    select e.account_id, e.call_id, v_now + interval '2 seconds', 'unknown'
    from unnest(v_ended) e
    where e.state = 'unknown'
    on conflict do nothing;
  end if;
  if p_reply is not null or p_state && array['rejected', 'unavailable'] then
    perform calls_store_replies(v_ended, p_status, p_reply);
  end if;

  if cardinality(v_ended) < cardinality(p_call) then
    return query
    select n, c.state::text
    from generate_series(1, cardinality(p_call)) n
    left join calls c on c.account_id = p_account[n] and c.call_id = p_call[n]
    where n not in (select e.ord from unnest(v_ended) e);
  end if;
end $$;
