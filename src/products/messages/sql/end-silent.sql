-- Ends the wait for receipts that never arrive: after the given time the state is unknown for good.
-- Like the search for abandoned calls it continues in steps from where it last stopped, for at most
-- a second, and reports whether it is behind. Each call is looked at twice, a week apart: a call
-- may have been resolved as sent long after its time.
--
-- A step ends a limited number of messages: if its period has more, the step is repeated with half
-- the period, and the position moves only past what was ended completely.
create or replace function messages_end_silent(p_now timestamptz, p_wait interval)
returns table (ended integer, is_behind boolean)
language plpgsql
set enable_seqscan = off
as $$
declare
  v_longest constant interval := interval '1 hour';
  v_most constant integer := 2000;
  v_week constant interval := interval '7 days';
  v_stop_at timestamptz := clock_timestamp() + interval '1 second';
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_end timestamptz := v_now - p_wait;
  v_from timestamptz;
  v_to timestamptz;
  v_bite interval := v_longest;
  v_count integer;
  v_is_all boolean;
begin
  ended := 0;
  is_behind := false;
  select s.swept_until into v_from from message_sweep s for update skip locked;
  -- Another process is running it.
  if not found then
    return next;
    return;
  end if;
  -- At the first run, after a long pause, and when the clock was ahead.
  if v_from < v_end - v_week or v_from > v_end then
    v_from := v_end - v_week;
  end if;

  while v_from < v_end and not is_behind loop
    v_to := least(v_from + v_bite, v_end);
    select sum(e.ended), bool_and(e.is_all)
    into v_count, v_is_all
    from unnest(array[interval '0', v_week]) back,
      messages_end_some(v_from - back, v_to - back, v_now, v_most) e;
    ended := ended + v_count;
    if v_is_all then
      v_from := v_to;
      v_bite := least(v_bite * 2, v_longest);
    else
      v_bite := greatest(v_bite / 2, interval '1 millisecond');
    end if;
    is_behind := v_from < v_end and clock_timestamp() > v_stop_at;
  end loop;
  update message_sweep set swept_until = v_from;
  return next;
end $$;

-- Ends up to a given number of waiting messages of a period, and returns how many, and whether
-- those were all. They are locked in the order of settles and receipts, so that no deadlock is
-- possible.
create or replace function messages_end_some(
  p_from timestamptz,
  p_to timestamptz,
  p_now timestamptz,
  p_most integer,
  out ended integer,
  out is_all boolean
)
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_account integer[];
  v_call uuid[];
begin
  with silent as materialized (
    select c.account_id, c.call_id
    from calls c
    where c.held_at >= p_from and c.held_at < p_to
      and c.message_state in ('accepted', 'sent') and c.state = 'done'
    limit p_most
  ), ended_now as (
    update calls c
    set message_state = 'unknown', finished_at = p_now
    from (select * from silent order by account_id, call_id) s
    where c.account_id = s.account_id and c.call_id = s.call_id
      -- A receipt may have arrived while its row was locked.
      and c.message_state in ('accepted', 'sent')
    returning c.account_id, c.call_id
  )
  select count(*), (select count(*) from silent) < p_most, array_agg(e.account_id), array_agg(e.call_id)
  into ended, is_all, v_account, v_call
  from ended_now e;
  perform events_note_changes(v_account, v_call);
  perform messages_tell_end(v_account, v_call, p_now);
end $$;
