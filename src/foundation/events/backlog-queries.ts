import type { Pool } from 'pg';

/** What waits to be sent, to endpoints that are on. */
export interface Backlog {
  /** Due, and taken on by nobody yet. */
  due: number;
  /** Under way, or to be tried again later. */
  later: number;
  /** For how long the oldest has been due; 0 where none is. */
  overdueSeconds: number;
}

/** Whoever watches wants to know that it is many, and not to keep the database busy counting them. */
const mostCounted = 10_000;

/** At most `mostCounted` of each endpoint are counted, those that have been due for longest first. */
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
    [mostCounted],
  );
  return rows[0] ?? { due: 0, later: 0, overdueSeconds: 0 };
}
