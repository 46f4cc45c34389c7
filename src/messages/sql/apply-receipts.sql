-- Moves messages on by their receipts. A final state is never overwritten, and of several receipts in
-- one batch the first final one counts. It may come before the call's own settle: the row is there
-- since the hold.
create or replace function messages_apply_receipts(
  p_account integer[],
  p_call uuid[],
  p_state text[],
  -- Milliseconds since 1970: half the work of a text to write, to read and to send.
  p_at_ms bigint[],
  -- Whether only the provider can have said it; null where that is so of all. What anyone could have said
  -- moves no call whose money is still held, and stands before nothing that is sure.
  p_is_trusted boolean[] default null
) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
  v_account integer[];
  v_call uuid[];
  v_final_account integer[];
  v_final_call uuid[];
begin
  with moved as (
    update calls c
    set message_state = s.state::message_state,
      sent_at = coalesce(c.sent_at, to_timestamp(s.at_ms / 1000.0::double precision)),
      finished_at = case when s.state <> 'sent' then clock_timestamp() end
    from (
      select distinct on (u.account_id, u.call_id) u.account_id, u.call_id, u.state, u.at_ms,
        u.is_trusted
      from unnest(p_account, p_call, p_state, p_at_ms, p_is_trusted)
        with ordinality as u (account_id, call_id, state, at_ms, is_trusted, ord)
      order by u.account_id, u.call_id, u.state = 'sent', u.is_trusted is false, u.ord
    ) s
    where c.account_id = s.account_id and c.call_id = s.call_id
      and c.message_state in ('accepted', 'sent') and c.message_state <> s.state::message_state
      and (s.is_trusted is not false or c.state = 'done')
    returning c.account_id, c.call_id, s.state <> 'sent' as is_final
  )
  select array_agg(m.account_id), array_agg(m.call_id),
    array_agg(m.account_id) filter (where m.is_final), array_agg(m.call_id) filter (where m.is_final)
  into v_account, v_call, v_final_account, v_final_call
  from moved m;
  perform events_note_changes(v_account, v_call);
  perform messages_tell_end(v_final_account, v_final_call, clock_timestamp());
end $$;
