-- The sandbox's messages, stored in the statement that settles the calls: no charge without the
-- message in the inbox, no message without the charge, whenever the machine stops. One row for the
-- batch: a row with its index entry per message was an eighth of the database's work for a call.
create or replace function sandbox_keep_messages(
  p_ord integer[],
  p_call uuid[],
  p_account integer[],
  p_script text[],
  p_now timestamptz
) returns void
language plpgsql as $$
begin
  -- Nearly always all of them are the sandbox's and were just settled: the arrays stay as they
  -- came.
  if cardinality(p_ord) = cardinality(p_call) and array_position(p_script, null) is null then
    insert into sandbox_messages (batch_id, call_ids, account_ids, scripts, sent_at)
    values (p_call[1], p_call, p_account, p_script, p_now);
    return;
  end if;
  insert into sandbox_messages (batch_id, call_ids, account_ids, scripts, sent_at)
  select (array_agg(i.call_id))[1], array_agg(i.call_id), array_agg(i.account_id),
    array_agg(i.script), p_now
  from unnest(p_call, p_account, p_script) with ordinality as i (call_id, account_id, script, ord)
  where i.script is not null
    and (cardinality(p_ord) = cardinality(p_call) or i.ord = any (p_ord))
  having count(*) > 0;
end $$;
