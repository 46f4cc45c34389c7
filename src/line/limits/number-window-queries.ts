import type { Pool } from 'pg';
import type { Queryable } from '../../foundation/db/queryable.ts';
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

/** Deletes what limits count for a number, in one account or in all of them. */
export async function eraseWindows(
  client: Queryable,
  numberHash: Buffer,
  accountId: number | null,
): Promise<number> {
  const { rowCount } = await client.query(
    `delete from number_windows
     where number_hash = $1 and account_id = any (
       case when $2::integer is null then array(select account_id from accounts) else array[$2] end
     )`,
    [numberHash, accountId],
  );
  return rowCount ?? 0;
}

/** Forgets all numbers that an account sent to. */
export async function eraseNumberWindows(db: Queryable, accountId: number): Promise<void> {
  await db.query('delete from number_windows where account_id = $1', [accountId]);
}
