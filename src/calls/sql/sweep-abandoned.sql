-- Finds the calls that were held and never ended, because their process died, and says how many. The
-- search goes forward from where it last stopped to calls older than any that could still be under way,
-- so it reads each call a few times and then never again, whatever the size of the table. What it finds
-- waits in unresolved_calls until it is resolved.
--
-- The bounds are read first and the planner is kept from reading whole tables: with the bounds in a join
-- it did, every few seconds, once there were a million calls (0.3 s each time).
create or replace function calls_sweep_abandoned(p_now timestamptz, p_deadline interval)
returns integer
language plpgsql
set enable_seqscan = off
as $$
declare
  -- A hold is seen only once it is committed, so the search looks back further than it came.
  v_late constant interval := interval '1 minute';
  v_from timestamptz;
  v_until timestamptz := coalesce(p_now, clock_timestamp()) - p_deadline;
  v_found integer;
begin
  select swept_until - v_late into v_from from call_sweep for update skip locked;
  -- Another process is searching.
  if not found then
    return 0;
  end if;
  insert into unresolved_calls (account_id, call_id, next_try_at, reason)
  select account_id, call_id, coalesce(p_now, clock_timestamp()), 'abandoned'
  from calls
  -- By time alone: an id is made by the clock of a process, which may be wrong.
  where held_at >= v_from and held_at < v_until and state = 'held'
  on conflict do nothing;
  get diagnostics v_found = row_count;
  update call_sweep set swept_until = greatest(swept_until, v_until);
  return v_found;
end $$;
