import type { Queryable } from './queryable.ts';

/** The servers that use this database now. Each has one connection that listens for changes. */
export async function countServers(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ servers: number }>(
    `select count(*)::integer as servers from pg_stat_activity
     where datname = current_database() and application_name like 'countersign listen %'`,
  );
  return rows[0]?.servers ?? 0;
}
