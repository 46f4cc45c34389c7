import type { Pool } from 'pg';

/** Deliveries that wait to be sent to endpoints that are on. */
interface Backlog {
  /** Due, and not leased by any process. */
  due: number;
  /** In flight, or waiting for a retry. */
  later: number;
  /** How long the oldest has been due; 0 when none is. */
  overdueSeconds: number;
}

/** A monitor needs to know that there are many, and an exact count would load the database. */
const maxCounted = 10_000;

/** Counts at most `mostCounted` per endpoint, the longest overdue first. */
export async function readBacklog(pool: Pool): Promise<Backlog> {
  const { rows } = await pool.query<Backlog>(
    `select (count(*) filter (where d.due_at <= now()))::integer as due,
       (count(*) filter (where d.due_at > now()))::integer as later,
       coalesce(extract(epoch from greatest(now() - min(d.due_at), interval '0')), 0)::float8
         as "overdueSeconds"
     from unnest(events_waiting_endpoints()) w (endpoint_id)
     join endpoints p
       on p.endpoint_id = w.endpoint_id and p.is_on and p.url is not null and p.removed_at is null
     cross join lateral (
       select d.due_at
       from deliveries d
       where d.endpoint_id = p.endpoint_id and d.state = 'pending'
       order by d.due_at
       limit $1
     ) d`,
    [maxCounted],
  );
  return rows[0] ?? { due: 0, later: 0, overdueSeconds: 0 };
}
