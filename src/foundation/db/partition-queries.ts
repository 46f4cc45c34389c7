import type { Pool } from 'pg';
import { sqlState } from './faults.ts';
import { walkPages } from './walk-pages.ts';

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

/** A time-grown table that is not kept for ever, and the column that it is parted by. */
export interface KeptTable {
  table:
    | 'message_contents'
    | 'events'
    | 'deliveries'
    | 'delivery_attempts'
    | 'attempts'
    | 'receipts'
    | 'call_numbers';
  key: 'content_id' | 'event_id' | 'call_id';
}

/**
 * Drops the months of a table that lie wholly before the given days, and such rows as a wrong clock put
 * into the spare partition. Says how many months were dropped.
 */
export async function dropOldPartitions(
  pool: Pool,
  { table, key }: KeptTable,
  days: number,
  signal?: AbortSignal,
): Promise<number> {
  const cutoff = 'now() - make_interval(days => $1)';
  await walkPages(pool, `${table}_other`, signal, (from, to) =>
    pool.query(
      `delete from ${table}_other
       where ctid >= $2::tid and ctid < $3::tid and ${key} < uuid_floor(${cutoff})`,
      [days, from, to],
    ),
  );
  for (let dropped = 0; ; dropped++) {
    if (signal?.aborted || !(await dropOldest(pool, table, days))) return dropped;
  }
}

/** False when there is none, or when somebody is using it just now: the next run tries again. */
async function dropOldest(pool: Pool, table: string, days: number): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ name: string | null }>(
      'select db_drop_partition($1, now() - make_interval(days => $2)) as name',
      [table, days],
    );
    return rows[0]?.name != null;
  } catch (error) {
    if (sqlState(error) !== lockNotAvailable) throw error;
    return false;
  }
}

/** The tables that are parted by time. */
export async function listPartitioned(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name
     from pg_class c
     join pg_partitioned_table p on p.partrelid = c.oid
     where p.partstrat = 'r' and c.relnamespace = current_schema::regnamespace
     order by 1`,
  );
  return rows.map(({ name }) => name);
}
