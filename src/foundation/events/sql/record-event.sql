-- Records an event in the transaction of its cause, with a delivery for each enabled endpoint that
-- subscribes to it, due at once. So no event is ever without its deliveries. A body never contains
-- personal data; amounts in it are strings.
--
-- The caller has locked the event's subject in an earlier statement, so that the events of one
-- subject are numbered in order.
create or replace function events_write(
  p_account integer[],
  p_mode text[],
  p_type text[],
  p_subject_id uuid[],
  p_subject text[],
  p_body jsonb[],
  p_at timestamptz,
  -- The caller knows that none of them has an earlier event, so none is looked for.
  p_are_first boolean default false
) returns setof uuid
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
  v_id uuid[] := array(
    select events_make_id(p_at) from generate_series(1, cardinality(p_account))
  );
begin
  insert into events (
    account_id, event_id, mode, type, subject_id, subject, sequence, body, made_at
  )
  select i.account_id, i.event_id, i.mode, i.type, i.subject_id, i.subject,
    case
      when p_are_first then 0
      when i.subject_id is not null then events_count_of_call(i.account_id, i.subject_id)
      else events_count_of_subject(i.account_id, i.mode, i.subject)
    end + 1,
    i.body, p_at
  from (
    select unnest(p_account) as account_id, unnest(v_id) as event_id, unnest(p_mode) as mode,
      unnest(p_type) as type, unnest(p_subject_id) as subject_id, unnest(p_subject) as subject,
      unnest(p_body) as body
  ) i;
  insert into deliveries (account_id, event_id, endpoint_id, due_at)
  select m.account_id, m.event_id, p.endpoint_id, p_at
  from (
    select unnest(p_account) as account_id, unnest(v_id) as event_id, unnest(p_mode) as mode,
      unnest(p_type) as type, unnest(p_body) as body
  ) m
  join endpoints p on p.account_id = m.account_id and p.mode = m.mode and p.removed_at is null
  where p.is_on and case m.type
    -- A test event goes only to the endpoint under test, whatever the others subscribe to.
    when 'endpoint.test' then p.endpoint_id = (m.body ->> 'endpointId')::integer
    else m.type = any (p.events)
  end;
  return query select unnest(v_id);
end $$;

-- Counts the events of a call or of its check.
create or replace function events_count_of_call(p_account integer, p_call uuid) returns integer
language plpgsql stable
set plan_cache_mode = force_generic_plan
as $$
begin
  return coalesce(
    (select max(e.sequence) from events e where e.account_id = p_account and e.subject_id = p_call), 0
  );
end $$;

create or replace function events_count_of_subject(p_account integer, p_mode text, p_subject text)
returns integer
language plpgsql stable
set plan_cache_mode = force_generic_plan
as $$
begin
  return coalesce(
    (
      select max(e.sequence)
      from events e
      where e.account_id = p_account and e.mode = p_mode and e.subject = p_subject
    ),
    0
  );
end $$;

-- A UUIDv7 of that instant, generated here because PostgreSQL before 18 cannot.
create or replace function events_make_id(p_at timestamptz) returns uuid
language sql volatile as $$
  select encode(
    set_bit(
      set_bit(
        overlay(
          uuid_send(gen_random_uuid())
          placing substring(int8send((extract(epoch from p_at) * 1000)::bigint) from 3)
          from 1 for 6
        ),
        52, 1
      ),
      53, 1
    ),
    'hex'
  )::uuid
$$;

-- One event of one call or check.
create or replace function events_record(
  p_account integer,
  p_mode text,
  p_type text,
  p_subject uuid,
  p_body jsonb,
  p_at timestamptz
) returns uuid
language sql as $$
  select events_write(
    array[p_account], array[p_mode], array[p_type], array[p_subject], array[null::text],
    array[p_body], p_at
  )
$$;

-- One event of a wallet, a key or an endpoint, identified by its name.
create or replace function events_record_of(
  p_account integer,
  p_mode text,
  p_type text,
  p_subject text,
  p_body jsonb,
  p_at timestamptz
) returns uuid
language sql as $$
  select events_write(
    array[p_account], array[p_mode], array[p_type], array[null::uuid], array[p_subject],
    array[p_body], p_at
  )
$$;

-- One event each of many calls.
create or replace function events_record_calls(
  p_account integer[],
  p_mode text[],
  p_type text[],
  p_call uuid[],
  p_body jsonb[],
  p_at timestamptz,
  p_are_first boolean default false
) returns void
language plpgsql as $$
begin
  if cardinality(p_call) > 0 then
    perform events_write(
      p_account, p_mode, p_type, p_call, array_fill(null::text, array[cardinality(p_call)]), p_body, p_at,
      p_are_first
    );
  end if;
end $$;
