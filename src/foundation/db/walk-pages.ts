import type { Pool } from 'pg';

/** Some ten thousand rows: short enough to be over before anyone waits. */
const pagesAtOnce = 256;

/**
 * Goes through a table in bites from the first page to the last, so that each is read once, however much
 * of it is deleted on the way. The visitor gets the bounds of a bite as tuple ids and says how many rows
 * it touched; their sum is the result. Ends early when the signal says so: the next walk begins anew.
 */
export async function walkPages(
  pool: Pool,
  table: string,
  signal: AbortSignal | undefined,
  visit: (from: string, to: string) => Promise<{ rowCount: number | null }>,
): Promise<number> {
  const { rows } = await pool.query<{ pages: number }>(
    `select (pg_relation_size($1::regclass) / current_setting('block_size')::bigint)::integer as pages`,
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
