-- Drops the oldest partition of a table that ends before a given time; returns null if there is
-- none. It drops one at a time and waits only briefly for its lock, like make-partition.sql.
create or replace function db_drop_partition(p_table text, p_before timestamptz) returns text
language plpgsql
set lock_timeout = '200ms'
as $$
declare
  v_name text;
begin
  select c.relname into v_name
  from pg_inherits i
  join pg_class c on c.oid = i.inhrelid
  where i.inhparent = p_table::regclass and c.relname ~ '_[0-9]{6}$'
    -- Months are counted in UTC, whatever zone the session is in.
    and to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month' <= p_before at time zone 'UTC'
  order by c.relname
  limit 1;
  if v_name is not null then
    execute format('drop table %I', v_name);
  end if;
  return v_name;
end $$;
