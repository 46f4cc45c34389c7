import type { Pool } from 'pg';

/**
 * Gives a database of plain PostgreSQL the part of Citus's catalog that tells where a schema is, as on the node of
 * group 1 which holds it. Whether Citus itself keeps such a catalog is for the proof `citus` to show.
 */
export async function addCitusCatalog(pool: Pool): Promise<void> {
  await pool.query(
    `set allow_system_table_mods = on;
     create table pg_catalog.pg_dist_local_group (groupid integer);
     create table pg_catalog.pg_dist_shard (logicalrelid regclass, shardid bigint);
     create table pg_catalog.pg_dist_placement (shardid bigint, groupid integer);
     insert into pg_dist_local_group values (1);
     insert into pg_dist_shard values ('platform', 1);
     insert into pg_dist_placement values (1, 1);
     reset allow_system_table_mods`,
  );
}

/** Says that another node holds the schema from now on. */
export async function placeSchema(pool: Pool, group: number): Promise<void> {
  await pool.query('update pg_dist_placement set groupid = $1', [group]);
}
