import type { Pool } from 'pg';
import { sqlState } from './faults.ts';
import { readMove } from './read-move.ts';
import { walkPages } from './walk-pages.ts';

/** Last month, for late rows, this month and the three to come. */
const months = [-1, 0, 1, 2, 3];
const lockNotAvailable = '55P03';

/**
 * Creates the partitions of the coming months in advance. It yields to other users of the tables: there are
 * months left to retry. A failure for one table or month does not stop the others; the first error is thrown at
 * the end.
 */
export async function ensurePartitions(pool: Pool): Promise<void> {
  // The copy of a cell that moves would miss the rows that a new month takes over from the default partition.
  if (await readMove(pool)) return;
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

/** A partitioned table with a retention period, and its partition column. */
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
 * Drops the monthly partitions that are wholly older than the given number of days, and deletes old rows that a
 * wrong clock put into the default partition. Returns the number of dropped months.
 */
export async function dropOldPartitions(
  pool: Pool,
  { table, key }: KeptTable,
  days: number,
  signal?: AbortSignal,
  ddlPool: Pool = pool,
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
    if (signal?.aborted || !(await dropOldest(ddlPool, table, days))) return dropped;
  }
}

/**
 * Deletes the rows older than the given number of days from the month that they share with younger ones: the
 * months before are dropped whole. Returns the number of rows.
 */
export async function deleteOldRows(
  pool: Pool,
  { table, key }: KeptTable,
  days: number,
  signal?: AbortSignal,
): Promise<number> {
  // The copy of a cell that moves would search a whole month for each deleted row.
  if (signal?.aborted || (await readMove(pool))) return 0;
  const { rows } = await pool.query<{ name: string | null }>(
    `select to_regclass(
       $1 || to_char((now() - make_interval(days => $2)) at time zone 'UTC', '_YYYYMM')
     )::text as name`,
    [table, days],
  );
  const month = rows[0]?.name;
  if (!month) return 0;
  return walkPages(pool, month, signal, (from, to) =>
    pool.query(
      `delete from ${month} where ctid >= $2::tid and ctid < $3::tid
         and ${key} < uuid_floor(now() - make_interval(days => $1))`,
      [days, from, to],
    ),
  );
}

/** False when there is none, or when the table is in use: the next run retries. */
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

/** The tables that are partitioned by time. */
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
