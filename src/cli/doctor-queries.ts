import type { Pool } from 'pg';

export interface DatabaseFacts {
  version: string;
  fsync: string;
  commit: string;
  migrations: number;
  lastMigration: string | null;
  sizeBytes: bigint;
}

export async function readDatabaseFacts(pool: Pool): Promise<DatabaseFacts> {
  const { rows } = await pool.query<DatabaseFacts>(
    `select current_setting('server_version') as version, current_setting('fsync') as fsync,
       current_setting('synchronous_commit') as commit, m.count as migrations,
       m.last as "lastMigration", pg_database_size(current_database()) as "sizeBytes"
     from (select count(*)::integer as count, max(name) as last from schema_migrations) m`,
  );
  return rows[0] as DatabaseFacts;
}

/** The time-grown tables without a partition for next month, and those that used the spare one. */
export async function readPartitionFacts(pool: Pool) {
  const { rows } = await pool.query<{ name: string; isMissing: boolean; isSpareUsed: boolean }>(
    `select c.relname as name,
       to_regclass(
         c.relname || to_char((now() at time zone 'UTC') + interval '1 month', '_YYYYMM')
       ) is null as "isMissing",
       pg_relation_size(to_regclass(c.relname || '_other')) > 0 as "isSpareUsed"
     from pg_class c
     where c.relkind = 'p' and c.relnamespace = current_schema::regnamespace
     order by 1`,
  );
  return {
    missing: rows.filter(({ isMissing }) => isMissing).map(({ name }) => name),
    spare: rows.filter(({ isSpareUsed }) => isSpareUsed).map(({ name }) => name),
  };
}

export interface UnresolvedFacts {
  count: number;
  oldest: Date | null;
  /** The search for abandoned calls has come further than the clock. */
  isSearchAhead: boolean;
}

/** How many calls wait for their outcome, and since when the longest of them. */
export async function readUnresolvedFacts(pool: Pool) {
  const { rows } = await pool.query<UnresolvedFacts>(
    `select count(*)::integer as count, min(c.held_at) as oldest,
       (select swept_until > now() from call_sweep) as "isSearchAhead"
     from unresolved_calls u
     join calls c on c.account_id = u.account_id and c.call_id = u.call_id`,
  );
  return rows[0] as UnresolvedFacts;
}
