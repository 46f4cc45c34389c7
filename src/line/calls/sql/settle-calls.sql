-- The settle: one outcome per call, for a whole batch in one round trip and one commit. A call that
-- already has an outcome keeps it; the result names only those, with their state. An array of only
-- nulls is passed as null. The planner is pinned as in hold-calls.sql.
create or replace function settle_calls(
  p_now timestamptz,
  p_wallet_account integer[],
  p_wallet_mode text[],
  p_account integer[],
  p_call uuid[],
  p_state text[],
  p_provider text[],
  p_provider_ref text[],
  p_evidence text[],
  p_status smallint[],
  p_reply bytea[],
  p_check jsonb[],
  p_script text[],
  p_details jsonb[]
) returns table (ord integer, state text)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
  v_now timestamptz;
  -- As in hold-calls.sql.
  v_is_done boolean;
  -- Whether the batch has anything but plain successes. Rare data is passed as rows behind a flag;
  -- data that every call has is passed as columns, at half the cost.
  v_is_mixed boolean := p_check is not null or p_reply is not null
    or p_state && array['rejected', 'unavailable', 'unknown'];
  -- The position of each call in the batch. A column like the others: next to a generated series
  -- the planner assumes a thousand calls, and scans whole tables.
  v_place integer[] := array(select generate_series(1, cardinality(p_call)));
  -- Cast once: Citus refuses a cast to an enum for each row of an UPDATE.
  v_outcome call_state[] := p_state::call_state[];
  v_ended ended_call[];
  v_ord integer[];
  v_account integer[];
  v_mode text[];
  v_call uuid[];
  v_product text[];
  v_amount bigint[];
  v_day date[];
  v_state text[];
begin
  v_is_done := ledger_lock_wallets(p_wallet_account, p_wallet_mode) is null;
  v_now := coalesce(p_now, clock_timestamp());

  with ended as (
    update calls c
    set state = i.outcome, ended_at = v_now, provider_code = i.provider_code,
      provider_ref = i.provider_ref, evidence = i.evidence,
      -- A receipt may have arrived before this outcome; a message's state never goes back.
      message_state = case
        when c.message_state is distinct from 'accepted' or i.state = 'unknown' then c.message_state
        when i.state = 'done' then 'sent'::message_state
        else 'rejected'
      end,
      sent_at = case when i.state = 'done' then coalesce(c.sent_at, v_now) else c.sent_at end,
      finished_at = case
        when i.state in ('rejected', 'unavailable') then v_now else c.finished_at
      end
    -- In the order in which receipts lock the same rows, so that the two cannot deadlock.
    --
    -- There are no bounds here to prune other months: when such an UPDATE waits for a row,
    -- PostgreSQL 18 rechecks it without the pruned partitions, finds nothing, and reports that the
    -- row does not exist. Opening all partitions costs nothing measurable with 6 months, and 0.1 of
    -- 2.4 ms with 17.
    from (
      select unnest(p_account) as account_id, unnest(p_call) as call_id,
        unnest(p_state) as state, unnest(v_outcome) as outcome, unnest(p_provider) as provider_code,
        unnest(p_provider_ref) as provider_ref, unnest(p_evidence) as evidence,
        unnest(v_place) as ord
      order by account_id, call_id
    ) i
    where c.account_id = i.account_id and c.call_id = i.call_id
      and (c.state = 'held' or (c.state = 'unknown' and i.state <> 'unknown'))
    returning i.ord, c.account_id, c.mode, c.key_id, c.call_id, c.product, c.amount, c.parts, c.day,
      c.held_at, i.state, c.idempotency_hash, c.number_hash
  )
  select coalesce(array_agg(row(e.*)::ended_call) filter (where v_is_mixed), '{}'),
    coalesce(array_agg(e.ord), '{}'), array_agg(e.account_id), array_agg(e.mode),
    array_agg(e.call_id), array_agg(e.product), array_agg(e.amount), array_agg(e.day),
    array_agg(e.state)
  into v_ended, v_ord, v_account, v_mode, v_call, v_product, v_amount, v_day, v_state
  from ended e;

  v_is_done := ledger_settle(
    p_now => v_now, p_account => v_account, p_mode => v_mode, p_call => v_call,
    p_product => v_product, p_amount => v_amount, p_day => v_day, p_state => v_state
  ) is null;
  -- Only a call that ended by evidence may have been listed as unresolved before.
  v_is_done := events_note_changes(v_account, v_call, p_evidence is null) is null;
  if p_evidence is not null then
    perform calls_tell_resolved(v_account, v_call, v_now);
  end if;
  if p_script is not null then
    v_is_done := sandbox_keep_messages(
      p_ord => v_ord, p_call => p_call, p_account => p_account, p_script => p_script, p_now => v_now
    ) is null;
  end if;
  if p_details is not null then
    perform providers_keep_details(
      p_ord => v_ord, p_account => p_account, p_call => p_call, p_provider => p_provider,
      p_details => p_details, p_now => v_now
    );
  end if;
  if p_check is not null then
    perform checks_record(v_ended, p_check, p_provider);
  end if;
  if p_state && array['rejected', 'unavailable'] then
    perform ledger_give_back(v_ended);
    perform limits_give_back(v_ended);
    if v_product && array['verify_start', 'verify_voice', 'verify_email'] then
      perform verifications_give_back(v_ended, v_now);
    end if;
  end if;
  if p_state && array['unknown'] then
    insert into unresolved_calls (account_id, call_id, next_try_at, reason, lane)
    select e.account_id, e.call_id, v_now + interval '2 seconds', 'unknown',
      calls_lane_of(e.product, e.mode, p_provider[e.ord])
    from unnest(v_ended) e
    where e.state = 'unknown'
    -- It counted as abandoned; now its provider is known.
    on conflict (account_id, call_id) do update set lane = excluded.lane;
  end if;
  if p_reply is not null or p_state && array['rejected', 'unavailable'] then
    perform idempotency_store_replies(v_ended, p_status, p_reply);
  end if;

  if cardinality(v_ord) < cardinality(p_call) then
    -- The message was sent, and its money was given back: the operator has to know.
    insert into unresolved_calls (
      account_id, call_id, next_try_at, reason, lane, review_since, review_reason
    )
    select c.account_id, c.call_id, 'infinity', 'contradicted',
      calls_lane_of(c.product, c.mode, c.provider_code), v_now, 'sent_after_release'
    from generate_series(1, cardinality(p_call)) n
    join calls c on c.account_id = p_account[n] and c.call_id = p_call[n]
    where n <> all (v_ord) and p_state[n] = 'done'
      and c.state in ('rejected', 'unavailable') and c.message_state is not null
    order by c.account_id, c.call_id
    on conflict (account_id, call_id) do update
    set next_try_at = 'infinity', review_since = excluded.review_since,
      review_reason = excluded.review_reason;
    return query
    select n, c.state::text
    from generate_series(1, cardinality(p_call)) n
    left join calls c on c.account_id = p_account[n] and c.call_id = p_call[n]
    where n <> all (v_ord);
  end if;
end $$;
