import type { Pool } from 'pg';
import { givenUp } from './endpoint-queries.ts';
import { longestPauseMs } from './next-attempt.ts';

/**
 * Ends what waits for endpoints that are gone: their events were being written while somebody took them away.
 * Nobody would ever take it on, and every look would pass it by.
 */
export async function giveUpForGone(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `update deliveries d
     set ${givenUp}
     where d.state = 'pending' and d.endpoint_id = any (
       array(
         select w.endpoint_id
         from unnest(events_waiting_endpoints()) w (endpoint_id)
         left join endpoints p on p.endpoint_id = w.endpoint_id
         where p.endpoint_id is null or p.removed_at is not null
       )
     )`,
  );
  return rowCount ?? 0;
}

/** Makes due what is to wait for longer than any pause: it was written by a clock that was ahead. */
export async function hurryFromFuture(pool: Pool, now: Date | null): Promise<number> {
  const { rowCount } = await pool.query(
    `update deliveries d
     set due_at = coalesce($1, now())
     where d.state = 'pending' and d.endpoint_id = any (events_waiting_endpoints())
       and d.due_at > coalesce($1, now()) + make_interval(secs => $2)`,
    [now, longestPauseMs / 1_000],
  );
  return rowCount ?? 0;
}
