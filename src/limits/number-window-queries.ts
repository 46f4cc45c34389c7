import type { Pool } from 'pg';

/** Some ten thousand rows: short enough to be over before anyone waits. */
const pagesAtOnce = 256;

/**
 * A number that got nothing for more than a day has no window left to look at. Taken in bites from the
 * first page to the last, so that each is read once, and never waiting for a row that a hold has: a
 * hold that waited for us would keep its wallet locked.
 */
export async function pruneNumberWindows(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pages: number }>(
    `select (pg_relation_size('number_windows') / current_setting('block_size')::bigint)::integer
       as pages`,
  );
  let pruned = 0;
  for (let from = 0; from < (rows[0]?.pages ?? 0); from += pagesAtOnce) {
    const { rowCount } = await pool.query(
      `delete from number_windows
       where ctid = any (array(
         select ctid
         from number_windows
         where ctid >= $1::tid and ctid < $2::tid
           and coalesce(sent_at[1], '-infinity') < now() - interval '25 hours'
         for update skip locked
       ))`,
      [`(${from},0)`, `(${from + pagesAtOnce},0)`],
    );
    pruned += rowCount ?? 0;
  }
  return pruned;
}
