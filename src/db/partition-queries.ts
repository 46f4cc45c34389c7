import type { Pool } from 'pg';
import { sqlState } from './faults.ts';

/** Last month, for whatever comes late, and those that come. */
const months = [-1, 0, 1, 2, 3];
const lockNotAvailable = '55P03';

/**
 * Makes the partitions of the coming months before anyone needs them. It gives way to whoever is using
 * the tables just now: there are months left to try again. What cannot be made for one table or one month
 * keeps none of the others from being made; the first fault is thrown at the end.
 */
export async function ensurePartitions(pool: Pool): Promise<void> {
  const faults: unknown[] = [];
  for (const table of await listPartitioned(pool)) {
    for (const month of months) {
      try {
        await pool.query(
          `select db_make_partition($1, date_trunc('month', now(), 'UTC') + make_interval(months => $2))`,
          [table, month],
        );
      } catch (error) {
        if (sqlState(error) !== lockNotAvailable) faults.push(error);
      }
    }
  }
  if (faults.length > 0) throw faults[0];
}

async function listPartitioned(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name
     from pg_class
     where relkind = 'p' and relnamespace = current_schema::regnamespace
     order by 1`,
  );
  return rows.map(({ name }) => name);
}
