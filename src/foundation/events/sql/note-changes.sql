-- Records changed calls in the same transaction, for readers that keep a searchable copy of calls.
-- One row covers a whole batch, so that it costs the batch nothing.
create or replace function events_note_changes(
  p_account integer[],
  p_call uuid[],
  p_is_first boolean default false
) returns void
language plpgsql as $$
begin
  if cardinality(p_call) > 0 then
    insert into call_changes (account_ids, call_ids, is_first) values (p_account, p_call, p_is_first);
  end if;
end $$;

-- Records one call that changed on its own, possibly after its final state: by a refund or by its
-- check, for example.
create or replace function events_note_change(p_account integer, p_call uuid) returns void
language plpgsql as $$
begin
  insert into call_changes (account_ids, call_ids, is_late) values (array[p_account], array[p_call], true);
end $$;

-- Takes change notes of at least a given age, up to a limit of rows; a rollback restores them. A
-- note that is not committed yet is taken later, whatever was taken before it. A note dated in the
-- future was written while a clock was ahead. Returns with each call how many notes were taken.
drop function if exists events_take_changes(integer, interval);
create function events_take_changes(p_most integer, p_rest interval)
returns table (account_id integer, call_id uuid, is_first boolean, is_late boolean, notes integer)
language plpgsql as $$
declare
  v_now timestamptz := clock_timestamp();
  v_until timestamptz := v_now - p_rest;
  v_ahead timestamptz := v_now + interval '1 minute';
  v_places tid[] := array(
    select c.ctid
    from call_changes c
    where c.made_at <= v_until or c.made_at > v_ahead
    limit p_most
  );
begin
  return query
  with taken as (
    delete from call_changes c
    where c.ctid = any (v_places)
    returning c.account_ids, c.call_ids, c.is_first, c.is_late
  )
  select i.account_id, i.call_id, bool_or(t.is_first), bool_or(t.is_late),
    (select count(*)::integer from taken)
  from taken t
  cross join unnest(t.account_ids, t.call_ids) as i (account_id, call_id)
  group by i.account_id, i.call_id
  -- Neighbouring calls are read and written together, which halves the cost of each.
  order by i.account_id, i.call_id;
end $$;

-- Postpones the next note because it cannot be processed: by just under a minute, so that it does
-- not count as written by a clock that was ahead. The other notes do not wait for it. If a new note
-- happens to come first, that one is postponed, and this one fails once more.
create or replace function events_put_off_change(p_rest interval) returns void
language plpgsql as $$
declare
  v_now timestamptz := clock_timestamp();
  v_until timestamptz := v_now - p_rest;
  v_ahead timestamptz := v_now + interval '1 minute';
  v_later timestamptz := v_now + interval '50 seconds';
begin
  update call_changes
  set made_at = v_later
  where ctid = (
    select c.ctid from call_changes c where c.made_at <= v_until or c.made_at > v_ahead limit 1
  );
end $$;
