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
  -- The verification whose code a call carries again; null for a new code.
  p_kept uuid[] default null,
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
  if cardinality(array_remove(latest, null)) = 0 and p_kept is null then
    return;
  end if;
  perform verifications_lock(p_account, latest);

  select
    array_agg(
      coalesce(
        i.verdict,
        case
          when f.free_at > p_now then 'verification_too_soon'
          -- Its verification has ended meanwhile, and the next one must not have its code.
          when i.kept is not null and (i.kept is distinct from i.verification_id or not f.is_open)
            then 'stale'
        end
      )
      order by i.ord
    ),
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
      unnest(p_account) as account_id, unnest(latest) as verification_id, unnest(p_kept) as kept,
      unnest(v_place) as ord
  ) i
  left join verifications v
    on v.account_id = i.account_id and v.verification_id = i.verification_id
  cross join lateral (
    select coalesce(v.state = 'open' and v.expires_at > p_now, false) as is_open,
      greatest(
        -- Five messages in 15 minutes, even if their verifications have ended.
        case
          when v.sent_at[5] > p_now - interval '15 minutes'
            then v.sent_at[5] + interval '15 minutes'
        end,
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

-- What each call asks for together with the approval of its verification. A further message of an
-- open verification asks for no second one.
create or replace function verifications_ask(
  p_now timestamptz,
  p_account integer[],
  p_amount bigint[],
  p_approval_price bigint[],
  p_latest uuid[] default null
) returns bigint[]
language plpgsql as $$
declare
  v_open uuid[];
begin
  if cardinality(array_remove(p_latest, null)) > 0 then
    select array_agg(v.verification_id order by i.ord)
    into v_open
    from (
      select unnest(p_account) as account_id, unnest(p_latest) as verification_id,
        generate_series(1, cardinality(p_account)) as ord
    ) i
    left join verifications v
      on v.account_id = i.account_id and v.verification_id = i.verification_id
      and v.state = 'open' and v.expires_at > p_now;
  end if;
  return (
    select array_agg(
      i.amount + case when i.open is null then coalesce(i.approval_price, 0) else 0 end
      order by i.ord
    )
    from (
      select unnest(p_amount) as amount, unnest(p_approval_price) as approval_price,
        unnest(v_open) as open, generate_series(1, cardinality(p_account)) as ord
    ) i
  );
end $$;

-- Holds the approvals of new verifications, each a call of its own.
create or replace function verifications_hold_approvals(
  p_now timestamptz,
  p_day date,
  p_account integer[],
  p_mode text[],
  p_key integer[],
  p_call uuid[],
  p_source text[],
  p_price bigint[],
  p_verification uuid[]
) returns void
language plpgsql as $$
begin
  insert into calls (
    account_id, call_id, mode, key_id, product, price_source, unit_price, amount, parts, day,
    held_at, state, evidence
  )
  select i.account_id, i.call_id, i.mode, i.key_id, 'verify_approval', i.source, i.price, i.price,
    1, p_day, p_now, 'held', 'verification ' || i.verification_id
  from (
    select unnest(p_account) as account_id, unnest(p_mode) as mode, unnest(p_key) as key_id,
      unnest(p_call) as call_id, unnest(p_source) as source, unnest(p_price) as price,
      unnest(p_verification) as verification_id
  ) i;
  perform ledger_hold(
    p_verdict => null, p_now => p_now, p_day => p_day, p_account => p_account, p_mode => p_mode,
    p_key => p_key, p_call => p_call, p_amount => p_price
  );
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
  p_latest uuid[],
  p_day date default null,
  p_key integer[] default null,
  -- The calls of priced approvals, one per verification.
  p_approval uuid[] default null,
  p_approval_source text[] default null,
  p_approval_price bigint[] default null
) returns table (ord integer, verdict text, retry_after_ms integer)
language plpgsql as $$
declare
  v_place integer[] := array(select generate_series(1, cardinality(p_call)));
  v_has_latest boolean := cardinality(array_remove(p_latest, null)) > 0;
  -- The open verification of each call; null for a new one.
  v_open uuid[];
  v_messages integer[];
begin
  if v_has_latest then
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
    started_at, expires_at, approval_call, day
  )
  select i.account_id, i.call_id, i.mode, i.number_hash, i.purpose, i.code_hash, i.call_id,
    array[p_now] || l.sent_at[1:4], i.reference, p_now, p_now + make_interval(secs => i.ttl),
    i.approval, p_day
  from (
    select unnest(p_verdict) as verdict, unnest(p_account) as account_id, unnest(p_call) as call_id,
      unnest(p_mode) as mode, unnest(p_number) as number_hash, unnest(p_purpose) as purpose,
      unnest(p_code) as code_hash, unnest(p_ttl) as ttl, unnest(p_reference) as reference,
      unnest(v_open) as open, unnest(p_approval) as approval
  ) i
  -- Found again in the order of the index on numbers: by its ID, a plan made while the table was
  -- empty reads all verifications of the account.
  left join lateral (
    select v.sent_at
    from verifications v
    where v_has_latest
      and v.account_id = i.account_id and v.number_hash = i.number_hash and v.mode = i.mode
      and v.purpose = i.purpose
    order by v.started_at desc
    limit 1
  ) l on true
  where i.verdict is null and i.purpose is not null and i.open is null;
  insert into open_verifications (account_id, verification_id, expires_at)
  select i.account_id, i.call_id, p_now + make_interval(secs => i.ttl)
  from (
    select unnest(p_verdict) as verdict, unnest(p_account) as account_id, unnest(p_call) as call_id,
      unnest(p_purpose) as purpose, unnest(p_ttl) as ttl, unnest(v_open) as open
  ) i
  where i.verdict is null and i.purpose is not null and i.open is null;
  insert into verification_days as d (account_id, mode, day, started)
  select i.account_id, i.mode, p_day, count(*)
  from (
    select unnest(p_verdict) as verdict, unnest(p_account) as account_id, unnest(p_mode) as mode,
      unnest(p_purpose) as purpose, unnest(v_open) as open
  ) i
  where i.verdict is null and i.purpose is not null and i.open is null
  group by i.account_id, i.mode
  order by i.account_id, i.mode
  on conflict (account_id, mode, day) do update set started = d.started + excluded.started;
  if p_approval is not null then
    perform verifications_hold_approvals(
      p_now, p_day, array_agg(i.account_id), array_agg(i.mode), array_agg(i.key_id),
      array_agg(i.approval), array_agg(i.source), array_agg(i.price),
      array_agg(i.call_id)
    )
    from (
      select unnest(p_verdict) as verdict, unnest(p_account) as account_id,
        unnest(p_mode) as mode, unnest(p_key) as key_id, unnest(v_open) as open,
        unnest(p_approval) as approval, unnest(p_approval_source) as source,
        unnest(p_approval_price) as price, unnest(p_call) as call_id
    ) i
    where i.verdict is null and i.open is null and i.approval is not null
    having count(*) > 0;
  end if;

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
    with moved as (
      update verifications v
      set code_hash = i.code_hash, code_call = i.call_id, messages = v.messages + 1,
        sent_at = p_now || v.sent_at[1:4], expires_at = p_now + make_interval(secs => i.ttl)
      from (
        select unnest(p_verdict) as verdict, unnest(p_account) as account_id,
          unnest(p_call) as call_id, unnest(p_code) as code_hash, unnest(p_ttl) as ttl,
          unnest(v_open) as open
      ) i
      where i.verdict is null and v.account_id = i.account_id and v.verification_id = i.open
      returning v.account_id, v.verification_id, v.expires_at
    )
    update open_verifications o
    set expires_at = m.expires_at
    from moved m
    where o.account_id = m.account_id and o.verification_id = m.verification_id;
  end if;

  -- All messages count from now, and a new verification is named after its call, so one row is
  -- enough for all of those. A further message names its verification.
  return query
  select 0, 'now ' || floor(extract(epoch from p_now) * 1000),
    (extract(epoch from verifications_cooldown(1)) * 1000)::integer;
  if cardinality(array_remove(v_open, null)) > 0 then
    return query
    select i.ord, 'held ' || i.open,
      (extract(epoch from verifications_cooldown(i.messages)) * 1000)::integer
    from (
      select unnest(v_place) as ord, unnest(p_verdict) as verdict, unnest(v_open) as open,
        unnest(v_messages) as messages
    ) i
    where i.verdict is null and i.open is not null;
  end if;
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
  where e.product in ('verify_start', 'verify_voice', 'verify_email')
    and e.state in ('rejected', 'unavailable');
  if v_account is null then
    return;
  end if;
  perform verifications_lock(v_account, v_verification);
  for n in 1 .. cardinality(v_call) loop
    with restored as (
      update verifications v
      set code_hash = r.prior_hash, code_call = r.prior_call, expires_at = r.prior_expires_at
      from verification_resends r
      where v.account_id = v_account[n] and v.verification_id = v_verification[n]
        and r.account_id = v_account[n] and r.call_id = v_call[n] and v.code_call = v_call[n]
      returning v.account_id, v.verification_id, v.expires_at
    )
    update open_verifications o
    set expires_at = r.expires_at
    from restored r
    where o.account_id = r.account_id and o.verification_id = r.verification_id;
    -- A later message that is not sent either must not bring this code back.
    update verification_resends later
    set prior_hash = r.prior_hash, prior_call = r.prior_call, prior_expires_at = r.prior_expires_at
    from verification_resends r
    where r.account_id = v_account[n] and r.call_id = v_call[n]
      and later.account_id = r.account_id and later.verification_id = r.verification_id
      and later.prior_call = r.call_id;
    update verifications v
    set sent_at = array_remove(v.sent_at, v_held[n]), messages = v.messages - 1
    where v.account_id = v_account[n] and v.verification_id = v_verification[n];
  end loop;

  perform verifications_drop_unsent(p_now, v_account, v_verification);
end $$;

-- Ends verifications none of whose messages was sent. They do not count as started. The caller has
-- locked their wallets and rows.
create or replace function verifications_drop_unsent(
  p_now timestamptz,
  p_account integer[],
  p_verification uuid[]
) returns void
language plpgsql as $$
declare
  v_account integer[];
  v_verification uuid[];
begin
  select array_agg(v.account_id), array_agg(v.verification_id)
  into v_account, v_verification
  from (
    select distinct unnest(p_account) as account_id, unnest(p_verification) as verification_id
  ) i
  join verifications v on v.account_id = i.account_id and v.verification_id = i.verification_id
  where v.messages = 0 and v.state = 'open';
  if v_account is null then
    return;
  end if;
  perform verifications_end(
    p_now, v_account, v_verification, array_fill('cancelled'::text, array[cardinality(v_account)])
  );
  update verification_days d
  set started = d.started - u.count
  from (
    select v.account_id, v.mode, v.day, count(*)::integer as count
    from (
      select unnest(v_account) as account_id, unnest(v_verification) as verification_id
    ) i
    join verifications v on v.account_id = i.account_id and v.verification_id = i.verification_id
    group by v.account_id, v.mode, v.day
  ) u
  where d.account_id = u.account_id and d.mode = u.mode and d.day = u.day;
end $$;
