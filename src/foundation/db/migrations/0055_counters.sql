-- breaking: no
-- locks: accounts, 0 s; keys, 0 s; endpoints, 0 s; invitations, 0 s; planned_prices, 0 s; price_history, 0 s; routes, 0 s; call_facets, 0 s; call_series, 0 s
-- The numbers of accounts, keys and the like come from a table instead of sequences. It moves with the other tables of a
-- cell, a distributed database places it beside them, and each cell begins at its own million.

-- A transaction keeps the slot that it took a number from until it ends. With one slot, the order of such locks among
-- those of accounts would differ from change to change, and two changes could wait for each other.
create table counters (
  kind text not null,
  slot smallint not null,
  next integer not null,
  primary key (kind, slot)
);

-- The lowest number of a slot that no other transaction holds. Numbers follow each other unless transactions overlap.
create function next_number(p_kind text) returns integer language plpgsql as $$
declare
  v_slot smallint;
  v_number integer;
begin
  select c.slot, c.next
  into v_slot, v_number
  from counters c
  where c.kind = p_kind
  order by c.next
  limit 1
  for update skip locked;
  if not found then
    select c.slot, c.next
    into strict v_slot, v_number
    from counters c
    where c.kind = p_kind
    order by c.next
    limit 1
    for update;
  end if;
  -- As many as there are slots.
  update counters set next = v_number + 16 where kind = p_kind and slot = v_slot;
  return v_number;
end $$;

-- The tables go on where their sequences ended.
do $$
declare
  v_table text;
  v_column text;
begin
  for v_table, v_column in
    values
      ('accounts', 'account_id'), ('keys', 'key_id'), ('endpoints', 'endpoint_id'),
      ('invitations', 'invitation_id'), ('planned_prices', 'plan_id'), ('price_history', 'price_id'),
      ('routes', 'route_id')
  loop
    execute format('lock table %I in access exclusive mode', v_table);
    insert into counters (kind, slot, next)
    select v_table, s, coalesce(pg_sequence_last_value(pg_get_serial_sequence(v_table, v_column)), 0) + s
    from generate_series(1, 16) s;
    execute format('alter table %I alter column %I drop identity', v_table, v_column);
    execute format('alter table %I alter column %I set default next_number(%L)', v_table, v_column, v_table);
  end loop;
end $$;

-- Servers of version 0.1.0 draw people's numbers from the sequence themselves, so it stays, and the two never meet.
insert into counters (kind, slot, next)
select 'people', s, case when l.last is null then 0 else l.last + 1000 end + s
from generate_series(1, 16) s
cross join (select pg_sequence_last_value(pg_get_serial_sequence('people', 'person_id')) as last) l;

-- Only the projection writes these two, one transaction at a time, so the largest number tells the next.
alter table call_facets alter column facet_id drop identity;
alter table call_series alter column series_id drop identity;
