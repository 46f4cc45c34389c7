-- What the sandbox took, kept in the statement that settles the call: no charge without the message in
-- the inbox, no message without the charge, whenever the machine stops.
create or replace function inbox_keep_messages(
  p_ended ended_call[],
  p_script text[],
  p_now timestamptz
) returns void
language plpgsql as $$
begin
  insert into sandbox_messages (call_id, account_id, script, sent_at)
  select e.call_id, e.account_id, p_script[e.ord], p_now
  from unnest(p_ended) e
  where p_script[e.ord] is not null and e.state = 'done'
  on conflict (call_id) do nothing;
end $$;
