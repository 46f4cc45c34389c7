-- Finds the calls that were held and never ended, because their process died, and says how many. The
-- search goes forward from where it last stopped to calls older than any that could still be under way,
-- so it reads each call a few times and then never again, whatever the size of the table. What it finds
-- waits in unresolved_calls until it is resolved.
--
-- It goes in bites, and for a second at most: after a long rest it says that it is behind, and is asked
-- again.
--
-- The bounds are read first and the planner is kept from reading whole tables: with the bounds in a join
-- it did, every few seconds, once there were a million calls (0.3 s each time).
create or replace function calls_sweep_abandoned(p_now timestamptz, p_deadline interval)
returns table (abandoned integer, is_behind boolean)
language plpgsql
set enable_seqscan = off
as $$
declare
  -- A hold is seen only once it is committed, so the search looks back further than it came.
  v_late constant interval := interval '1 minute';
  v_bite constant interval := interval '1 hour';
  v_stop_at timestamptz := clock_timestamp() + interval '1 second';
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_end timestamptz := v_now - p_deadline;
  v_swept timestamptz;
  v_from timestamptz;
  v_to timestamptz;
  v_account integer[];
  v_call uuid[];
begin
  abandoned := 0;
  is_behind := false;
  select swept_until into v_swept from call_sweep for update skip locked;
  -- Another process is searching.
  if not found then
    return next;
    return;
  end if;

  if v_swept > v_now then
    abandoned := calls_search_again(v_now, p_deadline);
    -- A day is far longer than it takes until somebody searches after a clock was set right.
    v_swept := v_end - interval '1 day';
    update call_sweep set swept_until = v_swept;
  end if;

  v_from := v_swept - v_late;
  while v_from < v_end and not is_behind loop
    v_to := least(v_from + v_bite, v_end);
    with found as (
      insert into unresolved_calls (account_id, call_id, next_try_at, reason, lane)
      select c.account_id, c.call_id, v_now, 'abandoned',
        calls_lane_of(c.product, c.mode, c.provider_code)
      from calls c
      -- By time alone: an id is made by the clock of a process, which may be wrong.
      where c.held_at >= v_from and c.held_at < v_to and c.state = 'held'
      on conflict do nothing
      returning account_id, call_id
    )
    select array_agg(f.account_id), coalesce(array_agg(f.call_id), '{}')
    into v_account, v_call
    from found f;
    perform events_note_changes(v_account, v_call);
    abandoned := abandoned + cardinality(v_call);
    v_from := v_to;
    is_behind := v_from < v_end and clock_timestamp() > v_stop_at;
  end loop;
  update call_sweep set swept_until = greatest(swept_until, v_from);
  return next;
end $$;

-- The search stands in the future, so the clock was ahead. Calls that were held meanwhile are dated later
-- than now, and would wait until the time has come; so would those that were to be asked about again. A
-- call may still be under way, whatever its date: it is asked about when it can no longer be.
create or replace function calls_search_again(p_now timestamptz, p_deadline interval) returns integer
language plpgsql
set enable_seqscan = off
as $$
declare
  v_account integer[];
  v_call uuid[];
begin
  update unresolved_calls u
  set next_try_at = p_now
  -- Later than any try is ever put off.
  where u.next_try_at > p_now + interval '15 minutes';

  with found as (
    insert into unresolved_calls (account_id, call_id, next_try_at, reason, lane)
    select c.account_id, c.call_id, p_now + p_deadline, 'abandoned',
      calls_lane_of(c.product, c.mode, c.provider_code)
    from calls c
    where c.held_at > p_now and c.state = 'held'
    on conflict do nothing
    returning account_id, call_id
  )
  select array_agg(f.account_id), coalesce(array_agg(f.call_id), '{}')
  into v_account, v_call
  from found f;
  perform events_note_changes(v_account, v_call);
  return cardinality(v_call);
end $$;
