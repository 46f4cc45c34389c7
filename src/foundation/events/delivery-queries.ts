import type { Mode } from '../contract/products.ts';
import { accountOf, type Scope } from '../contract/scope.ts';
import type { EventType } from '../contract/wire/event-schemas.ts';
import type { DeliveryState } from '../contract/wire/webhooks.ts';
import type { Queryable } from '../db/queryable.ts';
import type { DeliveryKey } from './delivery-id.ts';
import type { EventRow } from './event-body.ts';

/** One event for one endpoint. */
export interface Delivery {
  accountId: number;
  eventId: string;
  endpointId: number;
  mode: Mode;
  type: EventType;
  state: DeliveryState;
  attempts: number;
  dueAt: Date;
  lastStatus: number | null;
  lastProblem: string | null;
  triedAt: Date | null;
  deliveredAt: Date | null;
  /** When a person last had it sent again. */
  replayedAt: Date | null;
  madeAt: Date;
}

export interface DeliveryFilter {
  mode?: Mode | undefined;
  accountId?: number | undefined;
  endpointId?: number | undefined;
  state?: DeliveryState | undefined;
  type?: EventType | undefined;
  requestId?: string | undefined;
}

const columns = `d.account_id as "accountId", d.event_id as "eventId", d.endpoint_id as "endpointId",
  e.mode, e.type, d.state, d.attempts, d.due_at as "dueAt", d.last_status as "lastStatus",
  d.last_problem as "lastProblem", d.tried_at as "triedAt", d.delivered_at as "deliveredAt",
  d.replayed_at as "replayedAt", e.made_at as "madeAt"`;

/** Listener deliveries are not listed. */
const askedEndpoints = `p.url is not null and ($1::integer is null or p.account_id = $1)
  and ($2::text is null or p.mode = $2) and ($3::integer is null or p.endpoint_id = $3)`;
/** The first condition lets the index be used, which cannot compare pairs in this order. */
const askedDeliveries = `($4::text is null or d.state = $4)
  and ($5::uuid is null or d.event_id <= $5)
  and ($5::uuid is null or (d.event_id, d.endpoint_id) < ($5, $6::integer))`;

/**
 * Reads the newest deliveries of each endpoint, so that a quiet endpoint's deliveries are not searched for
 * among a busy one's. The lateral join looks up each event by its key, whatever the planner estimates.
 */
const byEndpoint = `
  select ${columns}
  from (
    select d.*
    from endpoints p
    cross join lateral (
      select *
      from deliveries d
      where d.account_id = p.account_id and d.endpoint_id = p.endpoint_id and ${askedDeliveries}
      order by d.event_id desc
      limit $7
    ) d
    where ${askedEndpoints}
    order by d.event_id desc, d.endpoint_id desc
    limit $7
  ) d
  cross join lateral (
    select * from events e where e.account_id = d.account_id and e.event_id = d.event_id limit 1
  ) e
  order by d.event_id desc, d.endpoint_id desc`;

/** Finds the matching events first, then their deliveries. */
const byEvent = `
  select ${columns}
  from events e
  join endpoints p on p.account_id = e.account_id and ${askedEndpoints}
  join deliveries d
    on d.account_id = e.account_id and d.endpoint_id = p.endpoint_id and d.event_id = e.event_id
  where ${askedDeliveries} and ($1::integer is null or e.account_id = $1)
    and ($5::uuid is null or e.event_id <= $5)
    and ($8::text is null or e.type = $8) and ($9::uuid is null or e.subject_id = $9)
  order by e.event_id desc, d.endpoint_id desc
  limit $7`;

/** One page of deliveries, newest events first. */
export async function listDeliveries(
  pool: Queryable,
  scope: Scope,
  filter: DeliveryFilter,
  { before, limit }: { before?: DeliveryKey | undefined; limit: number },
): Promise<{ deliveries: Delivery[]; next: DeliveryKey | null }> {
  const { mode, endpointId, state, type, requestId } = filter;
  const account = accountOf(scope, filter.accountId);
  const values = [account, mode, endpointId, state, before?.eventId, before?.endpointId, limit + 1];
  const { rows } = await (type === undefined && requestId === undefined
    ? pool.query<Delivery>(byEndpoint, values)
    : pool.query<Delivery>(byEvent, [...values, type, requestId]));
  const deliveries = rows.slice(0, limit);
  return { deliveries, next: rows.length > limit ? (deliveries.at(-1) ?? null) : null };
}

/** A failed attempt. */
interface FailedAttempt {
  triedAt: Date;
  status: number | null;
  problem: string;
  reply: string | null;
  tookMs: number;
}

export interface DeliveryStory extends Delivery, EventRow {
  url: string;
  lastReply: string | null;
  lastMs: number | null;
  failed: FailedAttempt[];
}

/** A delivery with its event and the failed attempts that are kept: the first three and the last three. */
export async function findDelivery(
  pool: Queryable,
  scope: Scope,
  { eventId, endpointId }: DeliveryKey,
  mode?: Mode,
): Promise<DeliveryStory | undefined> {
  const { rows } = await pool.query<Omit<DeliveryStory, 'failed'>>(
    `select ${columns}, e.sequence, e.body, p.url, d.last_reply as "lastReply", d.last_ms as "lastMs"
     from deliveries d
     join events e on e.account_id = d.account_id and e.event_id = d.event_id
     join endpoints p on p.endpoint_id = d.endpoint_id and p.account_id = d.account_id
     where d.event_id = $1 and d.endpoint_id = $2 and p.url is not null and ($3::integer is null or d.account_id = $3)
       and ($4::text is null or e.mode = $4)`,
    [eventId, endpointId, accountOf(scope), mode ?? null],
  );
  const found = rows[0];
  if (!found) return undefined;
  const { rows: failed } = await pool.query<FailedAttempt>(
    `select tried_at as "triedAt", status, problem, reply, took_ms as "tookMs"
     from delivery_attempts
     where account_id = $1 and event_id = $2 and endpoint_id = $3
     order by tried_at`,
    [found.accountId, eventId, endpointId],
  );
  return { ...found, failed };
}

/** Makes a delivery due again, whatever its state; 0 when it does not exist or its endpoint was removed. */
export async function replayDelivery(
  pool: Queryable,
  scope: Scope,
  { eventId, endpointId }: DeliveryKey,
  { mode, now }: { mode?: Mode | undefined; now: Date | null },
): Promise<number> {
  const { rowCount } = await pool.query(
    `update deliveries d
     set state = 'pending', due_at = db_time_or_now($5), attempts = 0, delivered_at = null,
       replayed_at = db_time_or_now($5)
     from endpoints p
     where d.event_id = $1 and d.endpoint_id = $2 and ($3::integer is null or d.account_id = $3)
       and p.endpoint_id = d.endpoint_id and p.account_id = d.account_id and p.url is not null
       and p.removed_at is null and ($4::text is null or p.mode = $4)`,
    [eventId, endpointId, accountOf(scope), mode ?? null, now],
  );
  return rowCount ?? 0;
}

/** How many deliveries one statement makes due. */
const maxAtOnce = 5_000;

/**
 * Makes all events of a period due for an endpoint and returns their number. The caller has checked the
 * endpoint.
 */
export async function replaySpan(
  pool: Queryable,
  endpointId: number,
  { from, to, now }: { from: Date; to: Date | null; now: Date | null },
): Promise<number> {
  let count = 0;
  for (let after: string | null = null; ; ) {
    const { replayed, lastEvent } = await replaySome(pool, endpointId, { from, to, now, after });
    count += replayed;
    after = lastEvent;
    if (after === null) return count;
  }
}

/** The next step of the same: how many events it made due, and after which one to go on; null at the end. */
export async function replaySome(
  pool: Queryable,
  endpointId: number,
  { from, to, now, after }: { from: Date; to: Date | null; now: Date | null; after: string | null },
): Promise<{ replayed: number; lastEvent: string | null }> {
  const { rows } = await pool.query<{ replayed: number; lastEvent: string | null }>(
    'select replayed, last_event as "lastEvent" from events_replay($1, $2, $3, $4, $5, $6)',
    [endpointId, from, to, after, maxAtOnce, now],
  );
  return rows[0] ?? { replayed: 0, lastEvent: null };
}
