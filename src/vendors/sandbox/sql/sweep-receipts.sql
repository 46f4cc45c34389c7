-- Finds messages whose receipt was lost with the process that should have sent it. Like the search
-- for abandoned calls it continues from where it last stopped, starts a day back if its position is
-- in the future because the clock was ahead, and reads the bounds first.
create or replace function sandbox_sweep_receipts(p_min_age interval)
returns table (call_id uuid, account_id integer, script text)
language plpgsql
set enable_seqscan = off
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_is_ahead boolean;
  v_from timestamptz;
  v_until timestamptz := v_now - p_min_age;
begin
  select s.swept_until > v_now,
    case when s.swept_until > v_now then v_until - interval '1 day' else s.swept_until end
  into v_is_ahead, v_from
  from sandbox_sweep s
  for update skip locked;
  -- Another process is searching.
  if not found then
    return;
  end if;
  update sandbox_sweep s set swept_until = greatest(v_from, v_until);
  return query
  select i.call_id, i.account_id, i.script
  from sandbox_messages m
  cross join unnest(m.call_ids, m.account_ids, m.scripts) as i (call_id, account_id, script)
  join calls c on c.account_id = i.account_id and c.call_id = i.call_id
  -- An id is made a little before the message is sent, so the period reaches further back.
  where m.batch_id >= uuid_floor(v_from - interval '1 minute')
    and m.sent_at >= v_from and (m.sent_at < v_until or v_is_ahead and m.sent_at > v_now)
    and i.script <> 'silent' and c.message_state in ('accepted', 'sent');
end $$;
