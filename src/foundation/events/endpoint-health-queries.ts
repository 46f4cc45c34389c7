import type { Pool } from 'pg';
import type { Queryable } from '../db/queryable.ts';
import { usualPace } from './deliver.ts';
import type { DeliveryKey } from './delivery-id.ts';
import type { Endpoint } from './endpoint-queries.ts';

/** How an endpoint took what it was sent. */
export interface EndpointHealth {
  endpointId: number;
  /** Failures since anything was accepted; 0 if the last attempt was. */
  failedInRow: number;
  lastStatus: number | null;
  lastProblem: string | null;
  /** Attempted, and not accepted so far; counted up to a little more than `mostCounted`. */
  undelivered: number;
  /** The last 24 hours, oldest first. */
  hours: { delivered: number; failed: number }[];
}

type Named = Pick<Endpoint, 'accountId' | 'endpointId'>;

export const mostCounted = 10_000;
const countedHours = 24;
const keptDays = 7;

/** What was given up longer ago is replayed by its period. */
export const resentDays = 7;

export async function readEndpointHealth(
  pool: Pool,
  endpoints: readonly Named[],
): Promise<Map<number, EndpointHealth>> {
  const columns = [
    endpoints.map(({ accountId }) => accountId),
    endpoints.map(({ endpointId }) => endpointId),
  ];
  const [{ rows: states }, { rows: hours }] = await Promise.all([
    pool.query<Omit<EndpointHealth, 'hours'>>(stateText, [...columns, mostCounted + 1, resentDays]),
    pool.query<{ endpointId: number; ago: number; delivered: number; failed: number }>(hoursText, [
      ...columns,
      countedHours,
    ]),
  ]);
  return new Map(
    states.map((state) => {
      const own = hours.filter(({ endpointId }) => endpointId === state.endpointId);
      const all = Array.from({ length: countedHours }, (_, at) => {
        const found = own.find(({ ago }) => ago === countedHours - 1 - at);
        return { delivered: found?.delivered ?? 0, failed: found?.failed ?? 0 };
      });
      return [state.endpointId, { ...state, hours: all }];
    }),
  );
}

const asked = 'unnest($1::integer[], $2::integer[]) as i (account_id, endpoint_id)';

/** Each count ends at a limit, so that a long backlog costs no more than a short one. */
const stateText = `
  select p.endpoint_id as "endpointId", coalesce(f.failed, 0)::integer as "failedInRow",
    l.last_status as "lastStatus", l.last_problem as "lastProblem",
    (g.count + w.count)::integer as undelivered
  from ${asked}
  join endpoints p on p.endpoint_id = i.endpoint_id
  cross join lateral (
    select sum(s.failed) as failed
    from endpoint_steps s
    where s.account_id = i.account_id and s.endpoint_id = i.endpoint_id
      and s.step >= events_step_of(p.failing_since)
  ) f
  left join lateral (
    select s.last_status, s.last_problem
    from endpoint_steps s
    where s.account_id = i.account_id and s.endpoint_id = i.endpoint_id and s.failed > 0
    order by s.step desc
    limit 1
  ) l on true
  cross join lateral (
    select count(*)
    from (
      select
      from deliveries d
      where d.account_id = i.account_id and d.endpoint_id = i.endpoint_id and d.state = 'failed'
        and d.event_id >= uuid_floor(now() - make_interval(days => $4))
      limit $3
    ) d
  ) g
  cross join lateral (
    -- The latest due are those that wait for another attempt.
    select count(*) filter (where d.attempts > 0)
    from (
      select d.attempts
      from deliveries d
      where d.endpoint_id = i.endpoint_id and d.state = 'pending'
      order by d.due_at desc
      limit $3
    ) d
  ) w`;

const hoursText = `
  select i.endpoint_id as "endpointId",
    floor(extract(epoch from now() - s.step) / 3600)::integer as ago,
    sum(s.delivered)::integer as delivered, sum(s.failed)::integer as failed
  from ${asked}
  join endpoint_steps s on s.account_id = i.account_id and s.endpoint_id = i.endpoint_id
  where s.step > now() - make_interval(hours => $3)
  group by 1, 2`;

export async function pruneEndpointSteps(pool: Pool): Promise<void> {
  await pool.query('delete from endpoint_steps where step < now() - make_interval(days => $1)', [
    keptDays,
  ]);
}

const maxAtOnce = 5_000;
/** More wait for the next time: an endpoint that still fails would be sent the same again and again. */
export const mostResent = 50_000;

/** Makes due a few deliveries that an endpoint has not accepted, and says whether there may be more. */
export async function resendSome(
  pool: Queryable,
  endpointId: number,
  { from, to, now }: { from: Date; to: Date | null; now: Date | null },
): Promise<{ resent: number; isMore: boolean }> {
  const { rows } = await pool.query<{ resent: number }>(
    'select events_resend_failed($1, $2, $3, $4, $5, make_interval(secs => $6)) as resent',
    [endpointId, from, to, maxAtOnce, now, usualPace.leaseMs / 1_000],
  );
  const resent = rows[0]?.resent ?? 0;
  return { resent, isMore: resent >= maxAtOnce };
}

/** Makes one delivery due that was not accepted, unless it is being sent; 0 if there is nothing to do. */
export async function resendDelivery(
  pool: Queryable,
  { eventId, endpointId }: DeliveryKey,
  now: Date | null,
): Promise<number> {
  const { rowCount } = await pool.query(
    `update deliveries d
     set state = 'pending', due_at = n.now, attempts = 0, replayed_at = n.now
     from endpoints p
     cross join (select db_time_or_now($3) as now) n
     where p.endpoint_id = $2 and d.account_id = p.account_id and d.endpoint_id = $2
       and d.event_id = $1
       and (d.state = 'failed'
         or (d.state = 'pending' and d.attempts > 0 and d.due_at > n.now + make_interval(secs => $4)))`,
    [eventId, endpointId, now, usualPace.leaseMs / 1_000],
  );
  return rowCount ?? 0;
}
