-- Calls of which something has just changed, noted in the same transaction: whoever keeps a copy of what can
-- be asked about calls takes them from here. One row for all of them, so that it costs a batch nothing.
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

-- A call that has changed by itself, and may have had its last word before: by a refund, say, or its check.
create or replace function events_note_change(p_account integer, p_call uuid) returns void
language plpgsql as $$
begin
  insert into call_changes (account_ids, call_ids, is_late) values (array[p_account], array[p_call], true);
end $$;

-- Takes notes that have rested for so long, at most so many rows of them; a transaction that comes to nothing
-- leaves them as they were. A note that is not committed yet is taken another time, whatever was taken before
-- it. One of the future was made by a clock that was ahead. Beside each call stands how many notes were taken.
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
  -- Neighbours are looked up and written together, which halves what each of them costs.
  order by i.account_id, i.call_id
$$;

-- Puts off the note that would be taken next, because it cannot be: for most of a minute, so that it is not taken
-- for one of a clock that was ahead. The others are not kept waiting by it. Should one that was made just now stand
-- before it by chance, that one comes later, and this one fails once more.
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
