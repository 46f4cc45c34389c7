-- The guesses that a verification takes.
create or replace function verifications_most_guesses() returns integer
language sql immutable parallel safe as $$ select 5 $$;

-- Locks the wallets of verifications with a priced approval, before the verifications themselves:
-- starts lock in that order too.
create or replace function verifications_lock_wallets(p_account integer[], p_verification uuid[])
returns void
language plpgsql as $$
declare
  v_account integer[];
  v_mode text[];
begin
  select array_agg(w.account_id), array_agg(w.mode)
  into v_account, v_mode
  from (
    select distinct v.account_id, v.mode
    from (
      select unnest(p_account) as account_id, unnest(p_verification) as verification_id
    ) i
    join verifications v
      on v.account_id = i.account_id and v.verification_id = i.verification_id
    where v.approval_call is not null and v.state = 'open'
  ) w;
  if v_account is not null then
    perform ledger_lock_wallets(v_account, v_mode);
  end if;
end $$;

-- Ends open verifications, each once: the caller has locked their wallets and then their rows, and
-- knows that they are open. Money, counters and events change together with them.
create or replace function verifications_end(
  p_now timestamptz,
  p_account integer[],
  p_verification uuid[],
  p_state text[]
) returns void
language plpgsql as $$
declare
  v_ended record;
begin
  with ended as (
    update verifications v
    set state = i.state, ended_at = case i.state when 'expired' then v.expires_at else p_now end
    from (
      select unnest(p_account) as account_id, unnest(p_verification) as verification_id,
        unnest(p_state) as state
    ) i
    where v.account_id = i.account_id and v.verification_id = i.verification_id
      and v.state = 'open'
    returning v.account_id, v.mode, v.verification_id, v.state, v.approval_call, v.day
  )
  select array_agg(e.account_id) as account, array_agg(e.mode) as mode,
    array_agg(e.verification_id) as verification, array_agg(e.state) as state,
    array_agg(e.approval_call) as approval, array_agg(e.day) as day,
    array_agg(0::bigint) as charged
  into v_ended
  from ended e;
  if v_ended.account is null then
    return;
  end if;

  delete from open_verifications o
  using (
    select unnest(v_ended.account) as account_id, unnest(v_ended.verification) as verification_id
  ) i
  where o.account_id = i.account_id and o.verification_id = i.verification_id;
  if cardinality(array_remove(v_ended.approval, null)) > 0 then
    v_ended.charged := verifications_settle_approvals(
      p_now, v_ended.account, v_ended.verification, v_ended.approval, v_ended.state
    );
  end if;
  if 'approved' = any (v_ended.state) then
    insert into verification_days as d (account_id, mode, day, approved)
    select i.account_id, i.mode, i.day, count(*)
    from (
      select unnest(v_ended.account) as account_id, unnest(v_ended.mode) as mode,
        unnest(v_ended.state) as state, unnest(v_ended.day) as day
    ) i
    where i.state = 'approved' and i.day is not null
    group by i.account_id, i.mode, i.day
    -- In one order, so that two batches can wait for each other but never deadlock.
    order by i.account_id, i.mode, i.day
    on conflict (account_id, mode, day) do update set approved = d.approved + excluded.approved;
  end if;
  perform verifications_tell_ended(
    p_now, v_ended.account, v_ended.mode, v_ended.verification, v_ended.state, v_ended.charged
  );
end $$;

-- Charges the approvals of approved verifications if a provider took one of their messages, and
-- releases the others. A message without an outcome is not evidence. Returns what each was charged.
create or replace function verifications_settle_approvals(
  p_now timestamptz,
  p_account integer[],
  p_verification uuid[],
  p_approval uuid[],
  p_state text[]
) returns bigint[]
language plpgsql as $$
declare
  v_state text[];
  v_outcome call_state[];
  v_settled record;
begin
  select array_agg(
    case
      when i.state = 'approved' and (
        exists (
          select from calls c
          where c.account_id = i.account_id and c.call_id = i.verification_id and c.state = 'done'
        )
        or exists (
          select from verification_resends r
          join calls c on c.account_id = r.account_id and c.call_id = r.call_id
          where r.account_id = i.account_id and r.verification_id = i.verification_id
            and c.state = 'done'
        )
      ) then 'done'
      else 'rejected'
    end
    order by i.ord
  )
  into v_state
  from (
    select unnest(p_account) as account_id, unnest(p_verification) as verification_id,
      unnest(p_state) as state, generate_series(1, cardinality(p_account)) as ord
  ) i;
  v_outcome := v_state::call_state[];

  with settled as (
    update calls c
    set state = i.outcome, ended_at = p_now
    from (
      select unnest(p_account) as account_id, unnest(p_approval) as call_id,
        unnest(v_state) as state, unnest(v_outcome) as outcome, generate_series(1, cardinality(p_account)) as ord
    ) i
    where c.account_id = i.account_id and c.call_id = i.call_id and c.state = 'held'
    returning i.ord, c.account_id, c.mode, c.key_id, c.call_id, c.product, c.amount, c.parts, c.day,
      c.held_at, i.state, c.idempotency_hash, c.number_hash
  )
  select array_agg(row(s.*)::ended_call) as calls, array_agg(s.account_id) as account,
    array_agg(s.mode) as mode, array_agg(s.call_id) as call, array_agg(s.product) as product,
    array_agg(s.amount) as amount, array_agg(s.day) as day, array_agg(s.state) as state,
    -- A released approval is no call that anyone looks for.
    array_agg(s.account_id) filter (where s.state = 'done') as charged_account,
    array_agg(s.call_id) filter (where s.state = 'done') as charged_call
  into v_settled
  from settled s;
  if v_settled.account is not null then
    perform ledger_settle(
      p_now => p_now, p_account => v_settled.account, p_mode => v_settled.mode,
      p_call => v_settled.call, p_product => v_settled.product, p_amount => v_settled.amount,
      p_day => v_settled.day, p_state => v_settled.state
    );
    perform ledger_give_back(v_settled.calls);
    perform events_note_changes(v_settled.charged_account, v_settled.charged_call, true);
  end if;
  return array(
    select coalesce(c.amount, 0)
    from generate_series(1, cardinality(p_account)) n
    left join unnest(v_settled.calls) c on c.ord = n and c.state = 'done'
    order by n
  );
end $$;

-- One event for each verification that ended by itself. A canceled one has none: whoever canceled
-- it has the reply.
create or replace function verifications_tell_ended(
  p_now timestamptz,
  p_account integer[],
  p_mode text[],
  p_verification uuid[],
  p_state text[],
  p_charged bigint[]
) returns void
language plpgsql as $$
declare
  v_told record;
begin
  select array_agg(i.account_id) as account, array_agg(i.mode) as mode,
    array_agg(
      case i.state
        when 'approved' then 'verification.approved'
        when 'used_up' then 'verification.failed'
        else 'verification.expired'
      end
    ) as type,
    array_agg(null::uuid) as subject_id, array_agg('verification ' || v.verification_id) as subject,
    array_agg(
      jsonb_build_object(
        'verificationId', v.verification_id, 'messages', v.messages, 'charged', i.charged::text
      )
    ) as body
  into v_told
  from (
    select unnest(p_account) as account_id, unnest(p_mode) as mode,
      unnest(p_verification) as verification_id, unnest(p_state) as state,
      unnest(p_charged) as charged
  ) i
  join verifications v on v.account_id = i.account_id and v.verification_id = i.verification_id
  where i.state <> 'cancelled';
  if v_told.account is not null then
    perform events_write(
      v_told.account, v_told.mode, v_told.type, v_told.subject_id, v_told.subject, v_told.body,
      p_now, true
    );
  end if;
end $$;

-- Cancels open verifications. One that has ended keeps its state, and one whose time is over has
-- expired.
create or replace function verifications_cancel(
  p_now timestamptz,
  p_account integer[],
  p_mode text,
  p_verification uuid[]
) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_now timestamptz;
  v_account integer[];
  v_verification uuid[];
  v_state text[];
begin
  perform verifications_lock_wallets(p_account, p_verification);
  perform verifications_lock(p_account, p_verification);
  v_now := coalesce(p_now, clock_timestamp());
  select array_agg(v.account_id), array_agg(v.verification_id),
    array_agg(case when v.expires_at > v_now then 'cancelled' else 'expired' end)
  into v_account, v_verification, v_state
  from (
    select unnest(p_account) as account_id, unnest(p_verification) as verification_id
  ) i
  join verifications v on v.account_id = i.account_id and v.verification_id = i.verification_id
  where v.state = 'open' and (p_mode is null or v.mode = p_mode);
  if v_account is not null then
    perform verifications_end(v_now, v_account, v_verification, v_state);
  end if;
end $$;

-- Ends verifications whose time is over, the oldest first, and returns how many it looked at. A
-- server that does the same at once waits for the rows, and then finds them ended.
create or replace function verifications_expire(p_now timestamptz, p_most integer) returns integer
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_account integer[];
  v_verification uuid[];
  v_ended_account integer[];
  v_ended uuid[];
begin
  select array_agg(o.account_id), array_agg(o.verification_id)
  into v_account, v_verification
  from (
    select o.account_id, o.verification_id
    from open_verifications o
    where o.expires_at <= v_now
    order by o.expires_at
    limit p_most
  ) o;
  if v_account is null then
    return 0;
  end if;
  perform verifications_lock_wallets(v_account, v_verification);
  perform verifications_lock(v_account, v_verification);
  select array_agg(v.account_id), array_agg(v.verification_id)
  into v_ended_account, v_ended
  from (
    select unnest(v_account) as account_id, unnest(v_verification) as verification_id
  ) i
  join verifications v on v.account_id = i.account_id and v.verification_id = i.verification_id
  where v.state = 'open' and v.expires_at <= v_now;
  if v_ended is not null then
    perform verifications_end(
      v_now, v_ended_account, v_ended, array_fill('expired'::text, array[cardinality(v_ended)])
    );
  end if;
  return cardinality(v_account);
end $$;
