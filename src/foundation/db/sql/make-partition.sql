-- Creates the partition of a month, and the default partition, which takes rows dated by a wrong
-- clock, so that no call fails for lack of a partition. Rows of the month that are already in the
-- default partition are moved. Creating a partition locks the table for a moment, and every call
-- queues behind that lock; so it waits only briefly, and the next run tries again.
create or replace function db_make_partition(p_table text, p_month timestamptz) returns void
language plpgsql
set lock_timeout = '200ms'
as $$
declare
  v_month timestamp := date_trunc('month', p_month at time zone 'UTC');
  v_name text := p_table || to_char(v_month, '_YYYYMM');
  v_spare text := p_table || '_other';
  v_options text := case p_table when 'calls' then 'with (fillfactor = 50)' else '' end;
  v_bounds text := format(
    'for values from (%L) to (%L)',
    uuid_floor(v_month at time zone 'UTC'),
    uuid_floor((v_month + interval '1 month') at time zone 'UTC')
  );
begin
  if to_regclass(v_spare) is null then
    execute format('create table %I partition of %I default %s', v_spare, p_table, v_options);
  end if;
  if to_regclass(v_name) is not null then
    return;
  end if;
  begin
    execute format('create table %I partition of %I %s %s', v_name, p_table, v_bounds, v_options);
  exception when check_violation then
    perform db_move_into_partition(p_table, v_spare, v_name, v_month, v_bounds, v_options);
  end;
end $$;

-- Moves the rows of a month out of the default partition. No other session sees an intermediate
-- state.
create or replace function db_move_into_partition(
  p_table text,
  p_spare text,
  p_name text,
  p_month timestamp,
  p_bounds text,
  p_options text
) returns void
language plpgsql
as $$
declare
  v_key text;
  v_is_left boolean;
begin
  select a.attname into v_key
  from pg_partitioned_table p
  join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
  where p.partrelid = p_table::regclass;

  execute format('lock table %I in access exclusive mode', p_table);
  execute format(
    'create table %I (like %I including defaults including constraints including storage) %s',
    p_name, p_table, p_options
  );
  execute format(
    'with moved as (delete from %I where %I >= %L and %I < %L returning *)
     insert into %I select * from moved',
    p_spare,
    v_key, uuid_floor(p_month at time zone 'UTC'),
    v_key, uuid_floor((p_month + interval '1 month') at time zone 'UTC'),
    p_name
  );
  execute format('alter table %I attach partition %I %s', p_table, p_name, p_bounds);
  -- An empty default partition must have no pages: pages in it mean that a clock was wrong.
  execute format('select exists (select from %I)', p_spare) into v_is_left;
  if not v_is_left then
    execute format('truncate %I', p_spare);
  end if;
end $$;
