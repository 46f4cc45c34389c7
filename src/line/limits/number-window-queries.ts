import type { Pool } from 'pg';
import { walkPages } from '../../foundation/db/walk-pages.ts';

/**
 * Deletes the windows of numbers that got no message for more than a day. It skips rows that a hold
 * has locked: if it waited, other holds could wait for its own locks and keep their wallets locked.
 */
export function pruneNumberWindows(pool: Pool, signal?: AbortSignal): Promise<number> {
  return walkPages(pool, 'number_windows', signal, (from, to) =>
    pool.query(
      `delete from number_windows
       where ctid = any (array(
         select ctid
         from number_windows
         where ctid >= $1::tid and ctid < $2::tid
           and coalesce(sent_at[1], '-infinity') < now() - interval '25 hours'
         for update skip locked
       ))`,
      [from, to],
    ),
  );
}
