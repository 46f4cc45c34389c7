-- Updates messages by their receipts. A final state is never overwritten, and of several receipts
-- in one batch the first final one counts. A receipt may arrive before the call's settle: the row
-- exists since the hold.
--
-- Nearly every message is delivered, so its event would be the most frequent of all. It is recorded
-- only if an endpoint or a listener of the account subscribes to it: unread, events took 25 of 350 µs
-- of a call. The message's own row says that it was delivered, and when.
create or replace function messages_apply_receipts(
  p_account integer[],
  p_call uuid[],
  p_state text[],
  -- Milliseconds since 1970: half the cost of a text to write, read and send.
  p_at_ms bigint[],
  -- Whether only the provider can have sent it; null if that is true of all. An unsigned receipt
  -- changes no call whose money is still held, and never takes precedence over a signed one.
  p_is_trusted boolean[] default null
) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
  v_now timestamptz := clock_timestamp();
  -- Cast once: Citus refuses a cast to an enum for each row of an UPDATE.
  v_state message_state[] := p_state::message_state[];
  -- The wallets whose deliveries are reported. An endpoint that is off may ask for them later.
  v_told text[] := array(
    select p.account_id || p.mode
    from endpoints p
    where p.account_id = any (p_account) and p.removed_at is null
      and 'sms.delivered' = any (p.events)
  );
  v_moved record;
begin
  with moved as (
    update calls c
    set message_state = s.state, sent_at = coalesce(c.sent_at, s.said_at),
      finished_at = case when s.state <> 'sent' then v_now end
    from (
      select distinct on (u.account_id, u.call_id) u.account_id, u.call_id, u.state,
        to_timestamp(u.at_ms / 1000.0::double precision) as said_at, u.is_trusted
      from unnest(p_account, p_call, v_state, p_at_ms, p_is_trusted)
        with ordinality as u (account_id, call_id, state, at_ms, is_trusted, ord)
      order by u.account_id, u.call_id, u.state = 'sent', u.is_trusted is false, u.ord
    ) s
    where c.account_id = s.account_id and c.call_id = s.call_id
      and c.message_state in ('accepted', 'sent') and c.message_state <> s.state
      and (s.is_trusted is not false or c.state = 'done')
    returning c.account_id, c.call_id, c.mode, c.product, c.parts, c.provider_code, c.unit_price,
      s.state <> 'sent' as is_final,
      -- Nearly all are like this: delivered, and never unresolved, so they have no earlier event.
      s.state = 'delivered' and c.state = 'done' and c.evidence is null as is_plain,
      v_told <> '{}' and c.account_id || c.mode = any (v_told) as is_told
  )
  select array_agg(m.account_id) as accounts, array_agg(m.call_id) as calls,
    array_agg(m.account_id) filter (where m.is_final and not m.is_plain) as final_accounts,
    array_agg(m.call_id) filter (where m.is_final and not m.is_plain) as final_calls,
    array_agg(m.account_id) filter (where m.is_plain and m.is_told) as plain_accounts,
    array_agg(m.call_id) filter (where m.is_plain and m.is_told) as plain_calls,
    array_agg(m.mode) filter (where m.is_plain and m.is_told) as plain_modes,
    array_agg(messages_end_body(
      m.call_id, m.product, 'delivered', null, m.parts, m.provider_code, m.unit_price
    )) filter (where m.is_plain and m.is_told) as plain_bodies
  into v_moved
  from moved m;
  perform events_note_changes(v_moved.accounts, v_moved.calls);
  if v_moved.plain_calls is not null then
    perform events_record_calls(
      v_moved.plain_accounts, v_moved.plain_modes,
      array_fill('sms.delivered'::text, array[cardinality(v_moved.plain_calls)]),
      v_moved.plain_calls, v_moved.plain_bodies, v_now, p_are_first => true
    );
  end if;
  if v_moved.final_calls is not null then
    perform messages_tell_end(v_moved.final_accounts, v_moved.final_calls, v_now);
  end if;
end $$;
