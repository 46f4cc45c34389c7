import type { Change } from '../audit/change-queries.ts';
import type { Mode, Owner } from '../contract/products.ts';
import { accountOf, type Scope } from '../contract/scope.ts';
import type { DisabledReason, EventType } from '../contract/wire/event-schemas.ts';
import type { EndpointState } from '../contract/wire/webhooks.ts';
import type { Queryable } from '../db/queryable.ts';
import type { ExhaustedEndpoint } from './take-queries.ts';

/** An account's URL that receives events. */
export interface Endpoint {
  endpointId: number;
  accountId: number;
  mode: Mode;
  url: string;
  events: EventType[];
  description: string;
  state: EndpointState;
  disabledBecause: DisabledReason | null;
  disabledAt: Date | null;
  failingSince: Date | null;
  oldSecretUntil: Date | null;
  createdAt: Date;
}

const columns = `endpoint_id as "endpointId", account_id as "accountId", mode, url, events, description,
  case when is_on then 'on' when disabled_because is not null then 'disabled' else 'off' end as state,
  disabled_because as "disabledBecause", disabled_at as "disabledAt", failing_since as "failingSince",
  old_secret_until as "oldSecretUntil", created_at as "createdAt"`;

/** Excludes listeners, which have no URL, and removed endpoints, which are kept only for their deliveries. */
const isCurrent = 'url is not null and removed_at is null';

export interface NewEndpoint extends Owner {
  url: string;
  events: readonly EventType[];
  description: string;
  sealedSecret: Buffer;
}

export async function createEndpoint(change: Change, made: NewEndpoint): Promise<Endpoint> {
  const { rows } = await change.query<Endpoint>(
    `insert into endpoints (account_id, mode, url, events, description, sealed_secret)
     values ($1, $2, $3, $4, $5, $6)
     returning ${columns}`,
    [made.accountId, made.mode, made.url, made.events, made.description, made.sealedSecret],
  );
  return rows[0] as Endpoint;
}

/** The endpoints of one account, oldest first. */
export async function listEndpoints(
  pool: Queryable,
  { accountId, mode }: { accountId: number; mode?: Mode | undefined },
): Promise<Endpoint[]> {
  const { rows } = await pool.query<Endpoint>(
    `select ${columns}
     from endpoints
     where account_id = $1 and ($2::text is null or mode = $2) and ${isCurrent}
     order by endpoint_id`,
    [accountId, mode ?? null],
  );
  return rows;
}

/** One page of endpoints, of one account or of all, newest first. */
export async function pageEndpoints(
  pool: Queryable,
  scope: Scope,
  { mode, before, limit }: { mode?: Mode | undefined; before?: number | undefined; limit: number },
): Promise<{ endpoints: Endpoint[]; next: number | null }> {
  const { rows } = await pool.query<Endpoint>(
    `select ${columns}
     from endpoints
     where ($1::integer is null or account_id = $1) and ($2::text is null or mode = $2)
       and ($3::integer is null or endpoint_id < $3) and ${isCurrent}
     order by endpoint_id desc
     limit $4`,
    [accountOf(scope), mode ?? null, before ?? null, limit + 1],
  );
  const endpoints = rows.slice(0, limit);
  return { endpoints, next: rows.length > limit ? (endpoints.at(-1)?.endpointId ?? null) : null };
}

/** An endpoint within the scope: the account's own, or any for the whole platform. */
export async function findEndpoint(
  pool: Queryable,
  scope: Scope,
  { endpointId, mode }: { endpointId: number; mode?: Mode | undefined },
): Promise<Endpoint | undefined> {
  const { rows } = await pool.query<Endpoint>(
    `select ${columns}
     from endpoints
     where endpoint_id = $1 and ($2::integer is null or account_id = $2)
       and ($3::text is null or mode = $3) and ${isCurrent}`,
    [endpointId, accountOf(scope), mode ?? null],
  );
  return rows[0];
}

/** Counts an account's endpoints in a mode, and locks out new ones until the transaction ends. */
export async function countEndpoints(change: Change, { accountId, mode }: Owner): Promise<number> {
  await change.query('select from accounts where account_id = $1 for no key update', [accountId]);
  const { rows } = await change.query<{ count: number }>(
    `select count(*)::integer as count
     from endpoints
     where account_id = $1 and mode = $2 and ${isCurrent}`,
    [accountId, mode],
  );
  return rows[0]?.count ?? 0;
}

export interface EndpointChange {
  url?: string | undefined;
  events?: readonly EventType[] | undefined;
  description?: string | undefined;
  isOn?: boolean | undefined;
}

/** Changes the given fields and leaves the rest. Switching an endpoint on clears its failures. */
export async function changeEndpoint(
  change: Change,
  endpointId: number,
  { url, events, description, isOn }: EndpointChange,
): Promise<Endpoint | undefined> {
  const { rows } = await change.query<Endpoint>(
    `update endpoints
     set url = coalesce($2, url), events = coalesce($3, events),
       description = coalesce($4, description), is_on = coalesce($5, is_on),
       disabled_because = case when $5 is null then disabled_because end,
       disabled_at = case when $5 is null then disabled_at end,
       -- Neither one that is switched on again nor another address has failed yet.
       failing_since = case when $5 or url <> $2 then null else failing_since end
     where endpoint_id = $1 and ${isCurrent}
     returning ${columns}`,
    [endpointId, url ?? null, events ?? null, description ?? null, isOn ?? null],
  );
  return rows[0];
}

/** The old secret signs beside the new one until then; a still older one stops at once. */
export async function rollEndpointSecret(
  change: Change,
  endpointId: number,
  sealedSecret: Buffer,
  { now, overlapHours }: { now: Date | null; overlapHours: number },
): Promise<Date | undefined> {
  const { rows } = await change.query<{ until: Date }>(
    `update endpoints
     set sealed_old_secret = sealed_secret, sealed_secret = $2,
       old_secret_until = db_time_or_now($3) + make_interval(hours => $4)
     where endpoint_id = $1 and ${isCurrent}
     returning old_secret_until as until`,
    [endpointId, sealedSecret, now, overlapHours],
  );
  return rows[0]?.until;
}

/**
 * Removes an endpoint: gives up its pending deliveries and deletes its secrets. It locks deliveries before
 * their endpoint, in the order in which results are written, to avoid a deadlock, and gives up once more
 * afterwards for deliveries that were added meanwhile.
 */
export async function removeEndpoint(change: Change, endpointId: number): Promise<boolean> {
  await failWaitingDeliveries(change, endpointId);
  const { rowCount } = await change.query(
    `update endpoints
     set removed_at = now(), is_on = false, sealed_secret = '', sealed_old_secret = null
     where endpoint_id = $1 and ${isCurrent}`,
    [endpointId],
  );
  await failWaitingDeliveries(change, endpointId);
  return rowCount === 1;
}

/** Ends the subscriptions of an account. Deliveries that wait are still made. */
export async function unsubscribeEndpoints(change: Change, accountId: number): Promise<void> {
  await change.query(
    `update endpoints set events = '{}' where account_id = $1 and removed_at is null`,
    [accountId],
  );
}

/** The endpoints of an account without waiting deliveries, or whose waiting ones are never made. */
export async function listIdleEndpoints(db: Queryable, accountId: number): Promise<number[]> {
  const { rows } = await db.query<{ endpointId: number }>(
    `select p.endpoint_id as "endpointId"
     from endpoints p
     where p.account_id = $1 and ${isCurrent}
       and (
         not p.is_on
         or not exists (
           select from deliveries d where d.endpoint_id = p.endpoint_id and d.state = 'pending'
         )
       )
     order by p.endpoint_id`,
    [accountId],
  );
  return rows.map(({ endpointId }) => endpointId);
}

/** The final state of a delivery whose endpoint is gone. */
export const endpointRemoved = `state = 'failed', last_problem = 'The endpoint was removed.'`;

/** Locks deliveries in key order, as writing the results does. */
async function failWaitingDeliveries(change: Change, endpointId: number): Promise<void> {
  const isWaiting = `endpoint_id = $1 and state = 'pending'`;
  await change.query(
    `select from deliveries where ${isWaiting} order by account_id, event_id for update`,
    [endpointId],
  );
  await change.query(`update deliveries set ${endpointRemoved} where ${isWaiting}`, [endpointId]);
}

/** True when this call disabled it. An endpoint whose URL has changed since is left alone. */
export async function disableEndpoint(
  change: Change,
  { endpointId, url, because }: ExhaustedEndpoint,
  now: Date | null,
): Promise<boolean> {
  const { rows } = await change.query<{ isFirst: boolean }>(
    'select events_disable_endpoint($1, $2, $3, $4) as "isFirst"',
    [endpointId, url, because, now],
  );
  return rows[0]?.isFirst ?? false;
}

/**
 * Milliseconds until the next test event is within the rate limit; 0 when it already is. Locks the account
 * until the transaction ends, so that no other test event is sent meanwhile. Events in the future come from a
 * clock that was ahead and are ignored.
 */
export async function waitForTrial(
  change: Change,
  { accountId, mode }: Owner,
  { limit, windowSeconds, now }: { limit: number; windowSeconds: number; now: Date | null },
): Promise<number> {
  await change.query('select from accounts where account_id = $1 for no key update', [accountId]);
  const { rows } = await change.query<{ waitMs: number }>(
    `select (
       extract(epoch from made_at - coalesce($4, clock_timestamp())) + $5::integer
     )::float8 * 1000 as "waitMs"
     from events
     where account_id = $1 and type = 'endpoint.test' and mode = $2
       and made_at <= coalesce($4, clock_timestamp())
     order by event_id desc
     offset $3 - 1
     limit 1`,
    [accountId, mode, limit, now, windowSeconds],
  );
  return Math.max(rows[0]?.waitMs ?? 0, 0);
}

/** Records a test event, which goes through the same queue as all events, and returns its ID. */
export async function recordTest(
  change: Change,
  { endpointId, accountId, mode }: Endpoint,
  now: Date | null,
): Promise<string> {
  const { rows } = await change.query<{ eventId: string }>(
    `with locked as (
       select endpoint_id from endpoints where endpoint_id = $3 for update
     )
     select events_record_of(
       $1, $2, 'endpoint.test', 'endpoint ' || endpoint_id,
       jsonb_build_object('endpointId', endpoint_id), coalesce($4, clock_timestamp())
     ) as "eventId"
     from locked`,
    [accountId, mode, endpointId, now],
  );
  return (rows[0] as { eventId: string }).eventId;
}

/** Deletes removed endpoints once their deliveries have expired. */
export async function pruneEndpoints(change: Change, days: number): Promise<number> {
  const { rowCount } = await change.query(
    `delete from endpoints where removed_at < now() - make_interval(days => $1 + 31)`,
    [days],
  );
  return rowCount ?? 0;
}
