import type { Pool } from 'pg';
import { endpointRemoved } from './endpoint-queries.ts';
import { longestPauseMs } from './next-attempt.ts';

/**
 * Gives up deliveries to removed endpoints: their events were written while the endpoint was being removed. No
 * process would ever lease them, and every query would have to skip them.
 */
export async function failDeliveriesOfRemoved(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `update deliveries d
     set ${endpointRemoved}
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

/**
 * Makes deliveries due that are scheduled further ahead than the longest pause: a clock that was ahead wrote
 * them.
 */
export async function makeFutureDeliveriesDue(pool: Pool, now: Date | null): Promise<number> {
  const { rowCount } = await pool.query(
    `update deliveries d
     set due_at = db_time_or_now($1)
     where d.state = 'pending' and d.endpoint_id = any (events_waiting_endpoints())
       and d.due_at > db_time_or_now($1) + make_interval(secs => $2)`,
    [now, longestPauseMs / 1_000],
  );
  return rowCount ?? 0;
}
