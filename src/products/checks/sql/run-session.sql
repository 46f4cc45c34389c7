-- Sessions with a provider: who may start one, that it was started, and its result. Each function
-- locks the check first, so that two tabs, two devices and the jobs take turns.

-- Requests a session. The verdict is `start` (the caller starts one, and others wait for it until
-- p_lease is over), `reuse` (this device has an open one), `busy`, `exhausted`, `no_consent` or
-- `ended`.
create or replace function checks_claim_session(
  p_account integer,
  p_check uuid,
  p_device text,
  p_is_fresh boolean,
  p_most integer,
  p_lease interval,
  p_now timestamptz
) returns table (verdict text, sealed_url bytea)
language plpgsql as $$
declare
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_check checks;
  v_url bytea;
begin
  select c.* into v_check
  from checks c
  where c.account_id = p_account and c.check_id = p_check
  for update;

  if v_check.status <> 0 or v_check.expires_at <= v_now then
    return query select 'ended', null::bytea;
    return;
  end if;
  if v_check.consented_at is null then
    return query select 'no_consent', null::bytea;
    return;
  end if;
  if v_check.starting_until > v_now then
    return query select 'busy', null::bytea;
    return;
  end if;
  if not p_is_fresh then
    -- A session about to expire would send the person to the provider in vain.
    select s.sealed_url into v_url
    from check_sessions s
    where s.account_id = p_account and s.check_id = p_check and s.state = 'open'
      and s.device = p_device and s.expires_at > v_now + interval '10 seconds'
    order by s.session_no desc
    limit 1;
    if found then
      return query select 'reuse', v_url;
      return;
    end if;
  end if;
  if v_check.sessions_started >= p_most then
    return query select 'exhausted', null::bytea;
    return;
  end if;
  update checks c
  set starting_until = v_now + p_lease
  where c.account_id = p_account and c.check_id = p_check;
  return query select 'start', null::bytea;
end $$;

-- Stores a session that a provider has started. If the check ended meanwhile, the session is stored
-- as over: the vendor has it and is asked to erase it later, or at once if the person is already
-- erased here. Returns false in that case.
create or replace function checks_record_session(
  p_account integer,
  p_check uuid,
  p_provider text,
  p_session_ref text,
  p_device text,
  p_sealed_url bytea,
  p_expires_at timestamptz,
  p_now timestamptz
) returns boolean
language plpgsql as $$
declare
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_check checks;
begin
  update checks c
  set starting_until = null, sessions_started = c.sessions_started + 1,
    -- The provider that the person is sent to, even if it is not the first on the route.
    provider_code = case c.status when 0 then p_provider else c.provider_code end
  where c.account_id = p_account and c.check_id = p_check
  returning c.* into v_check;

  insert into check_sessions (
    account_id, check_id, session_no, provider_code, session_ref, device, started_at, expires_at,
    state, sealed_url, erase_at
  )
  values (
    p_account, p_check, v_check.sessions_started, p_provider, p_session_ref, p_device, v_now,
    p_expires_at, case v_check.status when 0 then 'open' else 'expired' end,
    case v_check.status when 0 then p_sealed_url end,
    case when v_check.erased_at is not null then v_now end
  );
  return v_check.status = 0;
end $$;

-- The provider's result of a session. Passed, failed and cancelled end the check. An expired
-- session can be replaced, unless it was the last one allowed and none is open: then the check can
-- no longer succeed, and ends as expired without waiting for its link.
create or replace function checks_note_session(
  p_account integer,
  p_check uuid,
  p_session_no smallint,
  p_state text,
  p_task text,
  p_reason text,
  p_vendor_code text,
  p_cost bigint,
  p_cost_source text,
  p_most integer,
  p_now timestamptz
) returns void
language plpgsql as $$
declare
  v_check checks;
  v_status smallint;
  v_provider text;
begin
  select c.* into v_check
  from checks c
  where c.account_id = p_account and c.check_id = p_check
  for update;
  if p_state <> 'open' then
    update check_sessions s
    set cost_at = null
    where s.account_id = p_account and s.check_id = p_check and s.session_no = p_session_no
      and s.cost_at is not null;
  end if;
  -- The vendor charges for a session that finished after its check had ended, too.
  if p_state <> 'open' and p_cost is not null then
    update check_sessions s
    set is_costed = true
    where s.account_id = p_account and s.check_id = p_check and s.session_no = p_session_no
      and not s.is_costed
    returning s.provider_code into v_provider;
    if found then
      perform providers_add_cost(p_account, p_check, v_provider, p_cost, p_cost_source);
      perform events_note_change(p_account, p_check);
    end if;
  end if;
  if v_check.status <> 0 then
    return;
  end if;

  if p_task <> '' and p_task <> v_check.task_id then
    update checks c
    set task_id = p_task,
      -- The task is stored with its own provider, even if another session was started since.
      provider_code = (
        select s.provider_code
        from check_sessions s
        where s.account_id = p_account and s.check_id = p_check and s.session_no = p_session_no
      )
    where c.account_id = p_account and c.check_id = p_check;
  end if;
  if p_state = 'open' then
    return;
  end if;
  update check_sessions s
  set state = p_state, sealed_url = null, reason = p_reason, vendor_code = p_vendor_code
  where s.account_id = p_account and s.check_id = p_check and s.session_no = p_session_no
    and s.state = 'open';

  v_status := case p_state when 'passed' then 1 when 'failed' then 2 when 'cancelled' then 4 end;
  if p_state = 'expired' and v_check.sessions_started >= p_most and not exists (
    select from check_sessions s
    where s.account_id = p_account and s.check_id = p_check and s.state = 'open'
  ) then
    v_status := 3;
  end if;
  if v_status is not null then
    perform checks_end(p_account, p_check, v_status, p_task, p_reason, p_now);
  end if;
end $$;
