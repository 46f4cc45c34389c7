-- The table that has the rows of a table: itself, or on the node of Citus that holds it, its shard.
create or replace function db_shard_of(p_table regclass) returns regclass
language plpgsql stable as $$
declare
  v_shard regclass;
begin
  if to_regclass('pg_catalog.pg_dist_placement') is not null then
    execute 'select to_regclass(shard_name(s.logicalrelid, s.shardid))
      from pg_dist_shard s where s.logicalrelid = $1'
    into v_shard using p_table;
  end if;
  return coalesce(v_shard, p_table);
end $$;
