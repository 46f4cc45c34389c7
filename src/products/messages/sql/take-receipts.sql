-- Stores receipts, and updates their messages. A receipt names its message by our reference
-- (account and call) or by the provider's own id; one whose message is not known yet arrived before
-- the provider's answer, and waits in `early_receipts`.
--
-- An unsigned receipt (p_is_trusted false) changes no call whose money is still held: it is stored,
-- and waits until the call has ended by better evidence. The resolver queries the provider
-- meanwhile.
create or replace function messages_take_receipts(
  p_provider text[],
  p_account integer[],
  p_call uuid[],
  p_ref text[],
  p_part smallint[],
  p_parts smallint[],
  p_state text[],
  p_reason text[],
  p_vendor_code text[],
  p_words text[],
  p_at_ms bigint[],
  p_cost bigint[],
  p_is_trusted boolean[]
) returns table (account_id integer, call_id uuid)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
  v_named receipt_named[];
begin
  select array_agg(row(
    u.provider_code, coalesce(u.account_id, r.account_id), coalesce(u.call_id, r.call_id),
    -- An early receipt gets its part number with its message.
    coalesce(u.part, r.part, case when coalesce(u.call_id, r.call_id) is not null then 1 end),
    u.parts, u.state, u.reason, u.vendor_code, u.words, u.at_ms, u.cost, u.is_trusted,
    u.provider_ref, u.ord
  )::receipt_named)
  into v_named
  from unnest(
    p_provider, p_account, p_call, p_ref, p_part, p_parts, p_state, p_reason, p_vendor_code, p_words,
    p_at_ms, p_cost, p_is_trusted
  ) with ordinality as u (
    provider_code, account_id, call_id, provider_ref, part, parts, state, reason, vendor_code, words,
    at_ms, cost, is_trusted, ord
  )
  left join provider_refs r
    on u.call_id is null and r.provider_code = u.provider_code and r.provider_ref = u.provider_ref;

  insert into early_receipts (provider_code, provider_ref, receipt)
  select n.provider_code, n.provider_ref, to_jsonb(n)
  from unnest(v_named) n
  where n.call_id is null and n.provider_ref is not null
  -- Concurrent copies of the same receipt wait for each other in one order.
  order by n.provider_code, n.provider_ref, n.part, n.state, n.is_trusted
  on conflict do nothing;

  perform providers_keep_refs(p_provider, p_account, p_call, p_ref, p_part, p_is_trusted);
  perform messages_keep_named(v_named);

  return query
  select distinct n.account_id, n.call_id from unnest(v_named) n where n.call_id is not null;
end $$;

-- Stores receipts of known messages, each once, with their details. A provider cannot report on a
-- message that was given to another: otherwise a reference and one provider's callback address
-- would be enough to end any call.
create or replace function messages_keep_named(p_named receipt_named[]) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
  v_is_released boolean;
begin
  -- Receipts for two parts of one message may arrive at once, each in its own transaction: the
  -- second waits here for the first, and then counts both.
  with locked as (
    select c.state
    from calls c
    join (
      select distinct n.account_id, n.call_id from unnest(p_named) n where n.call_id is not null
      order by n.account_id, n.call_id
    ) n on c.account_id = n.account_id and c.call_id = n.call_id
    for no key update of c
  )
  select bool_or(l.state in ('rejected', 'unavailable')) into v_is_released from locked l;

  -- A receipt for an unknown call, or for another provider's, leaves no trace. Any provider that
  -- was asked may report how a call ended, and the one that sent it how it was delivered; a call
  -- without a known provider may have been given to any.
  p_named := array(
    select n
    from unnest(p_named) n
    join calls c on c.account_id = n.account_id and c.call_id = n.call_id
    where c.message_state is not null
      and (
        coalesce(nullif(c.provider_code, 'none'), n.provider_code) = n.provider_code
        or c.state in ('held', 'unknown') and exists (
          select from attempts a
          where a.account_id = c.account_id and a.call_id = c.call_id
            and a.provider_code = n.provider_code
        )
      )
  );

  insert into receipts (
    account_id, call_id, provider_code, part, state, vendor_code, reason, words, said_at
  )
  select n.account_id, n.call_id, n.provider_code, n.part, n.state::message_state, n.vendor_code,
    n.reason,
    -- The vendor's words may name the person, so they are not stored once the person is erased.
    case when c.number_hash is not null then n.words end,
    to_timestamp(n.at_ms / 1000.0::double precision)
  from unnest(p_named) n
  join calls c on c.account_id = n.account_id and c.call_id = n.call_id
  order by n.account_id, n.call_id, n.ord
  on conflict do nothing;

  -- A message whose parts have their own receipts is delivered when all parts are, and undelivered
  -- when one is not.
  perform messages_apply_receipts(
    array_agg(n.account_id), array_agg(n.call_id),
    array_agg(messages_state_by_parts(n.account_id, n.call_id, n.parts, n.state)),
    array_agg(n.at_ms), array_agg(n.is_trusted)
  )
  from (select * from unnest(p_named) n where n.call_id is not null order by n.ord) n;

  -- Calls are rarely released before their receipts: the rows that were locked above say whether any is.
  if v_is_released then
    perform messages_review_delivered(array_agg(n.account_id), array_agg(n.call_id))
    from (select distinct n.account_id, n.call_id from unnest(p_named) n) n;
  end if;

  if exists (select from unnest(p_named) n where not n.is_trusted) then
    perform messages_keep_waiting(p_named);
  end if;

  perform providers_keep_costs(p_named);
  perform events_note_change(n.account_id, n.call_id)
  from unnest(p_named) n
  where n.cost is not null;
end $$;

-- Stores unsigned receipts of calls whose money is still held, until it is not.
create or replace function messages_keep_waiting(p_named receipt_named[]) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
  v_waiting receipt_named[] := array(
    select n
    from unnest(p_named) n
    join calls c on c.account_id = n.account_id and c.call_id = n.call_id
    where not n.is_trusted and c.state in ('held', 'unknown')
      and c.message_state in ('accepted', 'sent')
    order by n.account_id, n.call_id, n.ord
  );
begin
  insert into early_receipts (provider_code, provider_ref, account_id, call_id, receipt)
  select n.provider_code, n.provider_ref, n.account_id, n.call_id, to_jsonb(n)
  from unnest(v_waiting) n
  on conflict do nothing;
end $$;

-- The state of a message by the receipts of its parts; a message of one part has that receipt's
-- state.
create or replace function messages_state_by_parts(
  p_account integer,
  p_call uuid,
  p_parts smallint,
  p_state text
) returns text
language plpgsql
stable
set plan_cache_mode = force_generic_plan
as $$
declare
  v_parts integer := greatest(
    coalesce(p_parts, 1),
    (select count(*) from provider_refs r where r.call_id = p_call)
  );
  v_delivered integer;
  v_failed text;
begin
  if v_parts <= 1 then
    return p_state;
  end if;
  select count(distinct r.part) filter (where r.state = 'delivered'),
    min(r.state::text) filter (where r.state in ('undelivered', 'expired', 'rejected'))
  into v_delivered, v_failed
  from receipts r
  where r.account_id = p_account and r.call_id = p_call;
  return case when v_failed is not null then v_failed when v_delivered >= v_parts then 'delivered'
    else 'sent' end;
end $$;

-- Looks at waiting receipts: applies those whose message is now known or whose call was carried
-- out, deletes those that will never match or whose call was not carried out, and postpones the
-- others, longer each time.
create or replace function messages_take_early() returns table (account_id integer, call_id uuid)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
  v_most constant integer := 5000;
  v_now timestamptz := clock_timestamp();
  v_named receipt_named[];
begin
  with due as (
    select e.early_id, e.provider_code, e.provider_ref, e.account_id, e.call_id, e.receipt,
      e.received_at
    from early_receipts e
    where e.look_at <= v_now
    order by e.look_at
    limit v_most
    for update skip locked
  ), looked as (
    select d.early_id, d.receipt,
      v_now + greatest(interval '1 second', (v_now - d.received_at) / 10) as next_look_at,
      coalesce(d.account_id, r.account_id) as account_id,
      coalesce(d.call_id, r.call_id) as call_id, r.part,
      case
        when d.call_id is null and r.call_id is not null then 'take'
        when d.call_id is null and d.received_at < v_now - interval '3 days' then 'drop'
        when d.call_id is null then 'wait'
        when c.state = 'done' then 'take'
        when c.state in ('held', 'unknown') then 'wait'
        else 'drop'
      end as fate
    from due d
    left join provider_refs r
      on d.call_id is null and r.provider_code = d.provider_code and r.provider_ref = d.provider_ref
    left join calls c on c.account_id = d.account_id and c.call_id = d.call_id
  ), put_off as (
    update early_receipts e
    set look_at = l.next_look_at
    from looked l
    where l.fate = 'wait' and e.early_id = l.early_id
  ), gone as (
    delete from early_receipts e
    using looked l
    where l.fate <> 'wait' and e.early_id = l.early_id
  )
  select array_agg(
    jsonb_populate_record(
      null::receipt_named,
      l.receipt || jsonb_build_object(
        'account_id', l.account_id, 'call_id', l.call_id, 'ord', l.early_id,
        'part', coalesce(nullif(l.receipt -> 'part', 'null'), to_jsonb(l.part))
      )
    )
    order by l.early_id
  )
  into v_named
  from looked l
  where l.fate = 'take';
  if v_named is not null then
    perform messages_keep_named(v_named);
    return query select distinct n.account_id, n.call_id from unnest(v_named) n;
  end if;
end $$;
