import type { Pool } from 'pg';

/** About ten thousand rows: short enough that no other statement waits long. */
const pagesAtOnce = 256;

/**
 * Walks through a table in ranges of pages, so that it reads each page once, however much is deleted on the
 * way. The visitor gets the bounds of a range as tuple IDs and returns the number of rows it touched; the
 * result is their sum. Stops early on the signal: the next walk starts over.
 */
export async function walkPages(
  pool: Pool,
  table: string,
  signal: AbortSignal | undefined,
  visit: (from: string, to: string) => Promise<{ rowCount: number | null }>,
): Promise<number> {
  const { rows } = await pool.query<{ pages: number }>(
    `select (
       pg_relation_size(db_shard_of($1::regclass)) / current_setting('block_size')::bigint
     )::integer as pages`,
    [table],
  );
  const pages = rows[0]?.pages ?? 0;
  let touched = 0;
  for (let from = 0; from < pages && !signal?.aborted; from += pagesAtOnce) {
    const { rowCount } = await visit(`(${from},0)`, `(${from + pagesAtOnce},0)`);
    touched += rowCount ?? 0;
  }
  return touched;
}
