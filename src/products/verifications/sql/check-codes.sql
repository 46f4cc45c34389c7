-- The current code of each verification, found by its ID, or by number and purpose. By number, one
-- that has ended is as if it had never been: to decide its guess under a lock would take longer, and
-- tell that the number was verified before. The planner is pinned to index lookups as in
-- hold-calls.sql.
create or replace function verifications_codes(
  p_account integer[],
  p_mode text[],
  p_verification uuid[],
  p_number bytea[],
  p_purpose text[]
) returns table (ord integer, verification_id uuid, code_call uuid, code_hash bytea)
language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
begin
  return query
  select i.n, v.verification_id, v.code_call, v.code_hash
  from (
    select unnest(p_account) as account_id, unnest(p_mode) as mode,
      unnest(p_verification) as verification_id, unnest(p_number) as number_hash,
      unnest(p_purpose) as purpose, generate_series(1, cardinality(p_account)) as n
  ) i
  cross join lateral (
    select a.verification_id, a.code_call, a.code_hash
    from verifications a
    where a.account_id = i.account_id and a.verification_id = i.verification_id and a.mode = i.mode
    union all
    select b.verification_id, b.code_call, b.code_hash
    from (
      select *
      from verifications n
      where n.account_id = i.account_id and n.number_hash = i.number_hash and n.mode = i.mode
        and n.purpose = i.purpose
      order by n.started_at desc
      limit 1
    ) b
    where b.state = 'open'
  ) v;
end $$;

-- Counts one guess for each verification and says what became of it. A guess compared with a code
-- that was replaced meanwhile is `stale` and not counted: it is compared again. The result names
-- every guess.
--
-- A guess that ends a verification with a priced approval moves money, so its wallet is locked
-- first. Other guesses wait for no wallet. If guesses of another server make one the last, it is
-- stale too.
create or replace function verifications_guess(
  p_now timestamptz,
  p_account integer[],
  p_verification uuid[],
  p_code_call uuid[],
  p_is_right boolean[]
) returns table (ord integer, result text, guesses_left integer)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
  v_now timestamptz;
  v_place integer[] := array(select generate_series(1, cardinality(p_account)));
  v_last constant integer := verifications_most_guesses() - 1;
  -- The verifications that may end, and whose wallets are locked if their approvals are priced.
  v_paying_account integer[];
  v_paying uuid[];
  v_result text[];
  v_ended record;
begin
  select array_agg(v.account_id), coalesce(array_agg(v.verification_id), '{}')
  into v_paying_account, v_paying
  from (
    select unnest(p_account) as account_id, unnest(p_verification) as verification_id,
      unnest(p_is_right) as is_right
  ) i
  join verifications v on v.account_id = i.account_id and v.verification_id = i.verification_id
  where v.approval_call is not null and v.state = 'open' and (i.is_right or v.guesses >= v_last);
  if v_paying_account is not null then
    perform verifications_lock_wallets(v_paying_account, v_paying);
  end if;
  perform verifications_lock(p_account, p_verification);
  v_now := coalesce(p_now, clock_timestamp());
  select array_agg(
    case
      when v.state is null then 'not_found'
      when v.state in ('approved', 'used_up') then 'used_up'
      when v.state = 'cancelled' then 'cancelled'
      when v.state = 'expired' or v.expires_at <= v_now then 'expired'
      when v.code_call <> i.code_call then 'stale'
      when v.approval_call is not null and (i.is_right or v.guesses >= v_last)
        and v.verification_id <> all (v_paying) then 'stale'
      when i.is_right then 'approved'
      else 'wrong'
    end
    order by i.ord
  )
  into v_result
  from (
    select unnest(p_account) as account_id, unnest(p_verification) as verification_id,
      unnest(p_code_call) as code_call, unnest(p_is_right) as is_right, unnest(v_place) as ord
  ) i
  left join verifications v
    on v.account_id = i.account_id and v.verification_id = i.verification_id;

  update verifications v
  set guesses = v.guesses + 1, guessed_at = v.guessed_at || v_now
  from (
    select unnest(p_account) as account_id, unnest(p_verification) as verification_id,
      unnest(v_result) as result
  ) i
  where i.result in ('approved', 'wrong')
    and v.account_id = i.account_id and v.verification_id = i.verification_id;

  select array_agg(v.account_id) as account, array_agg(v.verification_id) as verification,
    array_agg(case i.result when 'approved' then 'approved' else 'used_up' end) as state
  into v_ended
  from (
    select unnest(p_account) as account_id, unnest(p_verification) as verification_id,
      unnest(v_result) as result
  ) i
  join verifications v on v.account_id = i.account_id and v.verification_id = i.verification_id
  where i.result = 'approved' or (i.result = 'wrong' and v.guesses > v_last);
  if v_ended.account is not null then
    perform verifications_end(v_now, v_ended.account, v_ended.verification, v_ended.state);
  end if;

  return query
  select i.n, i.guess,
    case
      when v.state = 'open' and i.guess in ('wrong', 'stale')
        then verifications_most_guesses() - v.guesses
      else 0
    end
  from (
    select unnest(v_place) as n, unnest(p_account) as account_id,
      unnest(p_verification) as verification_id, unnest(v_result) as guess
  ) i
  left join verifications v
    on v.account_id = i.account_id and v.verification_id = i.verification_id;
end $$;
