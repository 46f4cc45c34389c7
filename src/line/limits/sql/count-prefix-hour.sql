-- Counts the codes of the next complete uncounted hour by prefix, for the accounts being watched;
-- true while there is another. Counting an hour again gives the same result: that is done for a day
-- of hours if the position is in the future because the clock was ahead.
create or replace function limits_count_prefix_hour(p_now timestamptz) returns boolean
language plpgsql
set enable_seqscan = off
as $$
declare
  v_hour constant interval := interval '1 hour';
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  -- A hold is visible only once it is committed, so an hour is complete a little later.
  v_end timestamptz := date_trunc('hour', v_now - interval '2 minutes', 'UTC');
  v_from timestamptz;
  v_to timestamptz;
begin
  select greatest(
    case when s.swept_until > v_now then v_end - interval '1 day' else s.swept_until end,
    v_end - interval '7 days'
  )
  into v_from
  from prefix_sweep s
  for update skip locked;
  -- Another process is counting, or everything is counted.
  if not found or v_from >= v_end then
    return false;
  end if;
  v_to := v_from + v_hour;

  insert into prefix_hours (account_id, mode, prefix, hour, codes)
  select c.account_id, c.mode, c.prefix, v_from, count(*)
  from calls c
  join default_limits d on d.mode = c.mode
  left join limits l on l.account_id = c.account_id and l.mode = c.mode
  where c.held_at >= v_from and c.held_at < v_to
    and c.product in ('sms_code', 'verify_start', 'verify_voice') and c.prefix is not null
    and c.state not in ('rejected', 'unavailable')
    and coalesce(l.per_number, d.per_number, c.mode = 'live')
  group by c.account_id, c.mode, c.prefix
  on conflict (account_id, mode, prefix, hour) do update set codes = excluded.codes;
  update prefix_sweep set swept_until = v_to;
  return v_to < v_end;
end $$;
