-- Stores how calls were carried out, with their settle: the attempts, the provider's ids, and the
-- cost. Only calls that this settle ended have details, and few of the sandbox's. The details of a
-- call are one document: {"attempts": […], "refs": […], "cost": n, "poll": true}.
create or replace function providers_keep_details(
  p_ord integer[],
  p_account integer[],
  p_call uuid[],
  p_provider text[],
  p_details jsonb[],
  p_now timestamptz
) returns void
language plpgsql
as $$
begin
  insert into attempts (
    account_id, call_id, attempt, provider_code, outcome, reason, vendor_code, words, started_at, ended_at
  )
  select p_account[n], p_call[n], a.ord, a.attempt ->> 'provider', a.attempt ->> 'outcome',
    a.attempt ->> 'reason', a.attempt ->> 'code', a.attempt ->> 'words',
    p_now - make_interval(secs => (a.attempt ->> 'agoMs')::double precision / 1000),
    p_now - make_interval(secs => (a.attempt ->> 'endedAgoMs')::double precision / 1000)
  from unnest(p_ord) n
  cross join lateral jsonb_array_elements(p_details[n] -> 'attempts')
    with ordinality as a (attempt, ord)
  where jsonb_typeof(p_details[n] -> 'attempts') = 'array'
  on conflict (account_id, call_id, attempt) do update
  set outcome = excluded.outcome, reason = excluded.reason, vendor_code = excluded.vendor_code,
    words = excluded.words, ended_at = excluded.ended_at;

  insert into provider_refs (provider_code, provider_ref, account_id, call_id, part, made_at, poll_at)
  select p_provider[n], r.ref, p_account[n], p_call[n], r.ord, p_now,
    case when r.ord = 1 and (p_details[n] ->> 'poll')::boolean then p_now + interval '20 seconds' end
  from unnest(p_ord) n
  cross join lateral jsonb_array_elements_text(p_details[n] -> 'refs') with ordinality as r (ref, ord)
  where jsonb_typeof(p_details[n] -> 'refs') = 'array'
  on conflict do nothing;

  insert into call_costs (account_id, call_id, provider_code, cost, source)
  select p_account[n], p_call[n], p_provider[n], (p_details[n] ->> 'cost')::bigint,
    p_details[n] ->> 'costSource'
  from unnest(p_ord) n
  where p_details[n] ? 'cost'
  on conflict do nothing;
end $$;

-- Provider ids of messages whose answer came late. An unknown call leaves no trace.
create or replace function providers_keep_refs(
  p_provider text[],
  p_account integer[],
  p_call uuid[],
  p_ref text[],
  p_part smallint[],
  p_is_trusted boolean[]
) returns void
language plpgsql
as $$
declare
  v_now timestamptz := now();
begin
  insert into provider_refs (provider_code, provider_ref, account_id, call_id, part, made_at)
  select u.provider_code, u.provider_ref, u.account_id, u.call_id, coalesce(u.part, 1), v_now
  from unnest(p_provider, p_account, p_call, p_ref, p_part, p_is_trusted)
    as u (provider_code, account_id, call_id, provider_ref, part, is_trusted)
  where u.call_id is not null and u.provider_ref is not null and u.is_trusted and exists (
    select from calls c where c.account_id = u.account_id and c.call_id = u.call_id
      and c.message_state is not null
  )
  on conflict do nothing;
end $$;

-- A later reported cost replaces the earlier one. An unknown call leaves no trace.
create or replace function providers_keep_costs(p_named receipt_named[]) returns void
language plpgsql
as $$
begin
  insert into call_costs (account_id, call_id, provider_code, cost, source)
  select distinct on (n.account_id, n.call_id) n.account_id, n.call_id, n.provider_code, n.cost, 'receipt'
  from unnest(p_named) n
  -- Anyone could have sent a receipt that is not trusted, with any cost.
  where n.cost is not null and n.is_trusted and exists (
    select from calls c where c.account_id = n.account_id and c.call_id = n.call_id
      and c.message_state is not null
  )
  order by n.account_id, n.call_id, n.ord desc
  on conflict (account_id, call_id) do update set cost = excluded.cost, source = excluded.source;
end $$;

-- A check may take several sessions, each charged by itself.
create or replace function providers_add_cost(
  p_account integer,
  p_call uuid,
  p_provider text,
  p_cost bigint,
  p_source text
) returns void
language plpgsql
as $$
begin
  insert into call_costs as k (account_id, call_id, provider_code, cost, source)
  values (p_account, p_call, p_provider, p_cost, p_source)
  on conflict (account_id, call_id) do update
  set cost = k.cost + excluded.cost, provider_code = excluded.provider_code, source = excluded.source;
end $$;
