import type { Pool } from 'pg';

/** How many statements of a database wait for a lock. */
export async function countBlocked(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}
