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
language sql as $$
  with taken as (
    delete from call_changes
    where ctid = any (
      array(
        select ctid
        from call_changes
        where made_at <= clock_timestamp() - p_rest or made_at > clock_timestamp() + interval '1 minute'
        limit p_most
      )
    )
    returning account_ids, call_ids, is_first, is_late
  )
  select i.account_id, i.call_id, bool_or(t.is_first), bool_or(t.is_late),
    (select count(*)::integer from taken)
  from taken t
  cross join unnest(t.account_ids, t.call_ids) as i (account_id, call_id)
  group by i.account_id, i.call_id
  -- Neighbouring calls are read and written together, which halves the cost of each.
  order by i.account_id, i.call_id
$$;

-- Postpones the next note because it cannot be processed: by just under a minute, so that it does
-- not count as written by a clock that was ahead. The other notes do not wait for it. If a new note
-- happens to come first, that one is postponed, and this one fails once more.
create or replace function events_put_off_change(p_rest interval) returns void
language sql as $$
  update call_changes
  set made_at = clock_timestamp() + interval '50 seconds'
  where ctid = (
    select ctid
    from call_changes
    where made_at <= clock_timestamp() - p_rest or made_at > clock_timestamp() + interval '1 minute'
    limit 1
  )
$$;
