-- Finds calls that were held and never ended, because their process died, and returns how many. The
-- search continues from where it last stopped, up to calls older than any that may still be under
-- way. So it reads each call a few times and then never again, whatever the size of the table. The
-- calls found wait in unresolved_calls until they are resolved.
--
-- It works in steps, for at most a second: after a long pause it reports that it is behind, and is
-- called again.
--
-- The bounds are read first and sequential scans are off: with the bounds in a join the planner
-- scanned every few seconds once there were a million calls (0.3 s each time).
create or replace function calls_sweep_abandoned(p_now timestamptz, p_deadline interval)
returns table (abandoned integer, is_behind boolean)
language plpgsql
set enable_seqscan = off
as $$
declare
  -- A hold is visible only once it is committed. So the search starts a little before its last position, and
  -- the position never passes the start of a transaction that still writes: a standby can delay its commit
  -- for minutes.
  v_late constant interval := interval '1 minute';
  v_bite constant interval := interval '1 hour';
  v_stop_at timestamptz := clock_timestamp() + interval '1 second';
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_end timestamptz := v_now - p_deadline;
  v_swept timestamptz;
  v_from timestamptz;
  v_to timestamptz;
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
    -- A day is far longer than the time between a clock's correction and the next search.
    v_swept := v_end - interval '1 day';
    update call_sweep set swept_until = v_swept;
  end if;

  v_from := v_swept - v_late;
  while v_from < v_end and not is_behind loop
    v_to := least(v_from + v_bite, v_end);
    -- By time only: an id is made by a process clock, which may be wrong.
    abandoned := abandoned + calls_list_held(v_from, v_to, v_now);
    v_from := v_to;
    is_behind := v_from < v_end and clock_timestamp() > v_stop_at;
  end loop;
  update call_sweep
  set swept_until = greatest(swept_until, least(v_from, ledger_oldest_writer(v_now)));
  return next;
end $$;

-- Moves the position back by three days. Once a day, so that a hold that became visible even later is found
-- all the same.
create or replace function calls_sweep_anew(p_now timestamptz) returns void
language plpgsql as $$
declare
  v_from timestamptz := coalesce(p_now, clock_timestamp()) - interval '3 days';
begin
  update call_sweep set swept_until = least(swept_until, v_from);
end $$;

-- The position is in the future, so the clock was ahead. Calls held meanwhile are dated later than
-- now and would wait until then; so would calls whose next query was scheduled meanwhile. A call of
-- any date may still be under way, so it is queried only once it no longer can be.
create or replace function calls_search_again(p_now timestamptz, p_deadline interval) returns integer
language plpgsql
set enable_seqscan = off
as $$
begin
  update unresolved_calls u
  set next_try_at = p_now
  -- Later than any query is ever postponed.
  where u.next_try_at > p_now + interval '15 minutes';

  return calls_list_held(p_now + interval '1 microsecond', 'infinity', p_now + p_deadline);
end $$;

-- Lists the held calls of a period as abandoned, and returns how many are new on the list.
create or replace function calls_list_held(
  p_from timestamptz,
  p_to timestamptz,
  p_next_try_at timestamptz
) returns integer
language plpgsql
set enable_seqscan = off
as $$
declare
  v_listed record;
  v_account integer[] := '{}';
  v_call uuid[] := '{}';
begin
  for v_listed in
    insert into unresolved_calls (account_id, call_id, next_try_at, reason, lane)
    select c.account_id, c.call_id, p_next_try_at, 'abandoned',
      calls_lane_of(c.product, c.mode, c.provider_code)
    from calls c
    where c.held_at >= p_from and c.held_at < p_to and c.state = 'held'
      -- An approval ends with its verification, by whichever server.
      and c.product <> 'verify_approval'
    on conflict do nothing
    returning account_id, call_id
  loop
    v_account := v_account || v_listed.account_id;
    v_call := v_call || v_listed.call_id;
  end loop;
  perform events_note_changes(v_account, v_call);
  return cardinality(v_call);
end $$;
