import type { Pool } from 'pg';
import { walkPages } from '../../foundation/db/walk-pages.ts';

/** Deletes sessions that ended long ago, as a vendor does. */
export function pruneSessions(pool: Pool, days: number, signal?: AbortSignal): Promise<number> {
  return walkPages(pool, 'sandbox_sessions', signal, (from, to) =>
    pool.query(
      `delete from sandbox_sessions
       where ctid >= $1::tid and ctid < $2::tid
         and expires_at < now() - make_interval(days => $3)`,
      [from, to, days],
    ),
  );
}
