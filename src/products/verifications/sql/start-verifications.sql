-- May these numbers get a code now? Called under the lock of their wallets, so starts for one number
-- are decided one after the other. Checks take no wallet: the row of the latest verification is
-- locked, so that none of them ends it before this transaction does.
create or replace function verifications_find(
  p_verdict text[],
  p_retry_ms integer[],
  p_now timestamptz,
  p_account integer[],
  p_mode text[],
  p_number bytea[],
  p_purpose text[],
  out verdict text[],
  out retry_after_ms integer[],
  -- The latest verification of each number and purpose.
  out latest uuid[]
)
language plpgsql as $$
declare
  v_place integer[] := array(select generate_series(1, cardinality(p_account)));
begin
  verdict := p_verdict;
  retry_after_ms := p_retry_ms;
  select array_agg(v.verification_id order by i.ord)
  into latest
  from (
    select unnest(p_account) as account_id, unnest(p_mode) as mode, unnest(p_number) as number_hash,
      unnest(p_purpose) as purpose, unnest(v_place) as ord
  ) i
  left join lateral (
    select v.verification_id
    from verifications v
    where v.account_id = i.account_id and v.number_hash = i.number_hash and v.mode = i.mode
      and v.purpose = i.purpose
    order by v.started_at desc
    limit 1
  ) v on true;
  if cardinality(array_remove(latest, null)) = 0 then
    return;
  end if;
  perform verifications_lock(p_account, latest);

  select
    array_agg(coalesce(i.verdict, case when f.free_at > p_now then 'verification_too_soon' end)
      order by i.ord),
    array_agg(
      case
        when i.verdict is not null then i.retry_ms
        when f.free_at > p_now then ceil(extract(epoch from f.free_at - p_now) * 1000)
      end::integer
      order by i.ord
    )
  into verdict, retry_after_ms
  from (
    select unnest(p_verdict) as verdict, unnest(p_retry_ms) as retry_ms,
      unnest(p_account) as account_id, unnest(latest) as verification_id, unnest(v_place) as ord
  ) i
  left join verifications v
    on v.account_id = i.account_id and v.verification_id = i.verification_id
  cross join lateral (
    select greatest(
      -- Five messages in 15 minutes, even if their verifications have ended.
      case when v.sent_at[5] > p_now - interval '15 minutes' then v.sent_at[5] + interval '15 minutes' end,
      case
        when v.state = 'open' and v.expires_at > p_now
          then v.sent_at[1] + verifications_cooldown(v.messages)
      end
    ) as free_at
  ) f;
end $$;

-- How long after its latest message a verification can send the next one.
create or replace function verifications_cooldown(p_messages integer) returns interval
language sql immutable as $$
  select interval '30 seconds' * power(2, least(p_messages, 4) - 1)
$$;

-- Locks verifications in one order, whoever asks.
create or replace function verifications_lock(p_account integer[], p_verification uuid[]) returns void
language plpgsql as $$
begin
  perform
  from verifications v
  where (v.account_id, v.verification_id) in (
    select unnest(p_account), unnest(p_verification)
  )
  order by v.account_id, v.verification_id
  for update;
end $$;

-- Records the held starts of a batch: a new verification, or a further message of an open one. A
-- further message has a code of its own, which replaces the one before.
create or replace function verifications_start(
  p_verdict text[],
  p_now timestamptz,
  p_account integer[],
  p_mode text[],
  p_call uuid[],
  p_number bytea[],
  p_purpose text[],
  p_code bytea[],
  p_ttl integer[],
  p_reference text[],
  p_latest uuid[]
) returns table (ord integer, verdict text, retry_after_ms integer)
language plpgsql as $$
declare
  v_place integer[] := array(select generate_series(1, cardinality(p_call)));
  -- The open verification of each call; null for a new one.
  v_open uuid[];
  v_messages integer[];
begin
  if cardinality(array_remove(p_latest, null)) > 0 then
    select array_agg(v.verification_id order by i.ord), array_agg(v.messages + 1 order by i.ord)
    into v_open, v_messages
    from (
      select unnest(p_account) as account_id, unnest(p_latest) as verification_id,
        unnest(v_place) as ord
    ) i
    left join verifications v
      on v.account_id = i.account_id and v.verification_id = i.verification_id
      and v.state = 'open' and v.expires_at > p_now;
  end if;

  insert into verifications (
    account_id, verification_id, mode, number_hash, purpose, code_hash, code_call, sent_at, reference,
    started_at, expires_at
  )
  select i.account_id, i.call_id, i.mode, i.number_hash, i.purpose, i.code_hash, i.call_id,
    array[p_now] || l.sent_at[1:4], i.reference, p_now, p_now + make_interval(secs => i.ttl)
  from (
    select unnest(p_verdict) as verdict, unnest(p_account) as account_id, unnest(p_call) as call_id,
      unnest(p_mode) as mode, unnest(p_number) as number_hash, unnest(p_purpose) as purpose,
      unnest(p_code) as code_hash, unnest(p_ttl) as ttl, unnest(p_reference) as reference,
      unnest(p_latest) as latest, unnest(v_open) as open
  ) i
  left join verifications l on l.account_id = i.account_id and l.verification_id = i.latest
  where i.verdict is null and i.purpose is not null and i.open is null;

  if cardinality(array_remove(v_open, null)) > 0 then
    insert into verification_resends (
      account_id, call_id, verification_id, prior_hash, prior_call, prior_expires_at
    )
    select v.account_id, i.call_id, v.verification_id, v.code_hash, v.code_call, v.expires_at
    from (
      select unnest(p_verdict) as verdict, unnest(p_account) as account_id,
        unnest(p_call) as call_id, unnest(v_open) as open
    ) i
    join verifications v on v.account_id = i.account_id and v.verification_id = i.open
    where i.verdict is null;
    update verifications v
    set code_hash = i.code_hash, code_call = i.call_id, messages = v.messages + 1,
      sent_at = p_now || v.sent_at[1:4], expires_at = p_now + make_interval(secs => i.ttl)
    from (
      select unnest(p_verdict) as verdict, unnest(p_account) as account_id,
        unnest(p_call) as call_id, unnest(p_code) as code_hash, unnest(p_ttl) as ttl,
        unnest(v_open) as open
    ) i
    where i.verdict is null and v.account_id = i.account_id and v.verification_id = i.open;
  end if;

  return query
  select i.ord,
    concat_ws(' ', 'held', coalesce(i.open, i.call_id),
      floor(extract(epoch from p_now + make_interval(secs => i.ttl)) * 1000)),
    (extract(epoch from verifications_cooldown(coalesce(i.messages, 1))) * 1000)::integer
  from (
    select unnest(v_place) as ord, unnest(p_verdict) as verdict, unnest(p_call) as call_id,
      unnest(p_purpose) as purpose, unnest(p_ttl) as ttl, unnest(v_open) as open,
      unnest(v_messages) as messages
  ) i
  where i.verdict is null and i.purpose is not null;
end $$;

-- A message that was not sent does not count. Its code goes, and the one before is valid again; a
-- verification without any message is over.
create or replace function verifications_give_back(p_ended ended_call[], p_now timestamptz)
returns void
language plpgsql as $$
declare
  v_account integer[];
  v_call uuid[];
  v_held timestamptz[];
  v_verification uuid[];
begin
  select array_agg(e.account_id), array_agg(e.call_id), array_agg(e.held_at),
    array_agg(coalesce(r.verification_id, e.call_id))
  into v_account, v_call, v_held, v_verification
  from unnest(p_ended) e
  left join verification_resends r on r.account_id = e.account_id and r.call_id = e.call_id
  where e.product = 'verify_start' and e.state in ('rejected', 'unavailable');
  if v_account is null then
    return;
  end if;
  perform verifications_lock(v_account, v_verification);
  for n in 1 .. cardinality(v_call) loop
    update verifications v
    set code_hash = r.prior_hash, code_call = r.prior_call, expires_at = r.prior_expires_at
    from verification_resends r
    where v.account_id = v_account[n] and v.verification_id = v_verification[n]
      and r.account_id = v_account[n] and r.call_id = v_call[n] and v.code_call = v_call[n];
    update verifications v
    set sent_at = array_remove(v.sent_at, v_held[n]), messages = v.messages - 1,
      state = case when v.messages = 1 and v.state = 'open' then 'cancelled' else v.state end,
      ended_at = case when v.messages = 1 and v.state = 'open' then p_now else v.ended_at end
    where v.account_id = v_account[n] and v.verification_id = v_verification[n];
  end loop;
end $$;
