-- Ends the wait for receipts that never come: after the given time the state is unknown for good. Like the
-- search for abandoned calls it goes forward in bites from where it last stopped, for a second at most, and
-- says whether it is behind. Each call is looked at twice, a week apart: one may have been resolved, and so
-- become a message that was sent, long after its time.
create or replace function messages_end_silent(p_now timestamptz, p_wait interval)
returns table (ended integer, is_behind boolean)
language plpgsql
set enable_seqscan = off
as $$
declare
  v_bite constant interval := interval '1 hour';
  v_week constant interval := interval '7 days';
  v_stop_at timestamptz := clock_timestamp() + interval '1 second';
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_end timestamptz := v_now - p_wait;
  v_from timestamptz;
  v_to timestamptz;
  v_back interval;
  v_count integer;
begin
  ended := 0;
  is_behind := false;
  select s.swept_until into v_from from message_sweep s for update skip locked;
  -- Another process is at it.
  if not found then
    return next;
    return;
  end if;
  -- At its first run, after a long rest, and when the clock was ahead.
  if v_from < v_end - v_week or v_from > v_end then
    v_from := v_end - v_week;
  end if;

  while v_from < v_end and not is_behind loop
    v_to := least(v_from + v_bite, v_end);
    foreach v_back in array array[interval '0', v_week] loop
      update calls c
      set message_state = 'unknown', finished_at = v_now
      where c.held_at >= v_from - v_back and c.held_at < v_to - v_back
        and c.message_state in ('accepted', 'sent') and c.state = 'done';
      get diagnostics v_count = row_count;
      ended := ended + v_count;
    end loop;
    v_from := v_to;
    is_behind := v_from < v_end and clock_timestamp() > v_stop_at;
  end loop;
  update message_sweep set swept_until = v_from;
  return next;
end $$;
