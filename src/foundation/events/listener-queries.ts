import type { Pool } from 'pg';
import type { Change } from '../audit/change-queries.ts';
import type { Mode, Owner } from '../contract/products.ts';
import { accountOf, type Scope } from '../contract/scope.ts';
import type { EventType } from '../contract/wire/event-schemas.ts';
import type { Queryable } from '../db/queryable.ts';
import type { DeliveryKey } from './delivery-id.ts';
import type { EventRow } from './event-body.ts';

/** An endpoint without a URL, which polls. */
export interface Listener {
  endpointId: number;
  accountId: number;
  sealedSecret: Buffer;
  /** Whether this is its first request. */
  isNew: boolean;
}

/** One for each developer of a team. */
const maxListeners = 5;

/** Undefined when the account already has the maximum. */
export async function createListener(
  pool: Queryable,
  { accountId, mode }: Owner,
  events: readonly string[],
  sealedSecret: Buffer,
): Promise<{ endpointId: number } | undefined> {
  const { rows } = await pool.query<{ endpointId: number | null }>(
    'select events_create_listener($1, $2, $3, $4, $5) as "endpointId"',
    [accountId, mode, events, sealedSecret, maxListeners],
  );
  const endpointId = rows[0]?.endpointId ?? undefined;
  return endpointId === undefined ? undefined : { endpointId };
}

/** A listener that is open, as its account may see it. */
export interface OpenListener {
  endpointId: number;
  mode: Mode;
  events: EventType[];
  expiresAt: Date;
}

/** The open listeners of one account, oldest first. */
export async function listListeners(
  pool: Queryable,
  { accountId, mode }: { accountId: number; mode?: Mode | undefined },
): Promise<OpenListener[]> {
  const { rows } = await pool.query<OpenListener>(
    `select endpoint_id as "endpointId", mode, events,
       coalesce(asked_at, created_at) + interval '5 minutes' as "expiresAt"
     from endpoints
     where account_id = $1 and ($2::text is null or mode = $2) and url is null
     order by endpoint_id`,
    [accountId, mode ?? null],
  );
  return rows;
}

/** Removes a listener within the scope, with its pending deliveries. A program that still runs opens another one. */
export async function removeListener(
  change: Change,
  scope: Scope,
  endpointId: number,
): Promise<boolean> {
  const { rowCount } = await change.query(
    `delete from endpoints
     where endpoint_id = $1 and ($2::integer is null or account_id = $2) and url is null`,
    [endpointId, accountOf(scope)],
  );
  if (rowCount === 0) return false;
  await change.query(`delete from deliveries where endpoint_id = $1 and state = 'pending'`, [
    endpointId,
  ]);
  return true;
}

/** Finds the account's listener and marks it as active. */
export async function touchListener(
  pool: Pool,
  { accountId, mode }: Owner,
  endpointId: number,
): Promise<Listener | undefined> {
  const { rows } = await pool.query<Listener>(
    `with was as (
       select endpoint_id, asked_at from endpoints
       where endpoint_id = $1 and account_id = $2 and mode = $3 and url is null
       for no key update
     )
     update endpoints p set asked_at = now()
     from was
     where p.endpoint_id = was.endpoint_id
     returning p.endpoint_id as "endpointId", p.account_id as "accountId",
       p.sealed_secret as "sealedSecret", was.asked_at is null as "isNew"`,
    [endpointId, accountId, mode],
  );
  return rows[0];
}

/** The deliveries not yet acknowledged, oldest first. */
export async function findDueForListener(
  pool: Pool,
  { endpointId, accountId }: Listener,
  limit: number,
): Promise<EventRow[]> {
  const { rows } = await pool.query<EventRow>({
    name: 'find_due_for_listener',
    text: `
      select e.event_id as "eventId", e.mode, e.type, e.sequence, e.body, e.made_at as "madeAt"
      from deliveries d
      join events e on e.account_id = d.account_id and e.event_id = d.event_id
      where d.endpoint_id = $1 and d.state = 'pending' and d.account_id = $2
      order by d.due_at, d.event_id
      limit $3`,
    values: [endpointId, accountId, limit],
  });
  return rows;
}

export async function acknowledge(
  pool: Pool,
  { endpointId, accountId }: Listener,
  taken: readonly DeliveryKey[],
): Promise<void> {
  const own = taken.filter((key) => key.endpointId === endpointId);
  await pool.query(
    `update deliveries
     set state = 'delivered', delivered_at = now(), attempts = attempts + 1, tried_at = now()
     where account_id = $1 and endpoint_id = $2 and event_id = any ($3) and state = 'pending'`,
    [accountId, endpointId, own.map(({ eventId }) => eventId)],
  );
}

/** Removes listeners that have not polled for five minutes, with their pending deliveries. */
export async function pruneListeners(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select events_prune_listeners(interval '5 minutes') as count`,
  );
  return rows[0]?.count ?? 0;
}
