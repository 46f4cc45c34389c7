import type { Mode } from '../contract/products.ts';
import { accountOf, type Scope } from '../contract/scope.ts';
import type { EventType } from '../contract/wire/event-schemas.ts';
import type { Queryable } from '../db/queryable.ts';
import type { EventRow } from './event-body.ts';

interface ListedEvent extends EventRow {
  accountId: number;
}

export interface EventFilter {
  accountId?: number | undefined;
  mode?: Mode | undefined;
  type?: EventType | undefined;
  requestId?: string | undefined;
}

/**
 * How far back a query for the whole platform looks, step by step until a page is full. No index orders the
 * events of all accounts, but sorting the last minute or hour is cheap. The last step is unbounded.
 */
const windowsMs = [60_000, 3_600_000, 60 * 3_600_000, null];

/** One page of events, newest first. */
export async function listEvents(
  pool: Queryable,
  scope: Scope,
  filter: EventFilter,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<{ events: ListedEvent[]; next: string | null }> {
  const account = accountOf(scope, filter.accountId);
  const isOrdered = account !== null || filter.requestId !== undefined;
  const from = before === undefined ? Date.now() : timeOf(before);
  let rows: ListedEvent[] = [];
  for (const windowMs of isOrdered ? [null] : windowsMs) {
    const since = windowMs === null ? null : new Date(from - windowMs);
    rows = await readEvents(pool, account, filter, { before, since, limit: limit + 1 });
    if (rows.length > limit) break;
  }
  const events = rows.slice(0, limit);
  return { events, next: rows.length > limit ? (events.at(-1)?.eventId ?? null) : null };
}

/** The timestamp in an event's ID. */
function timeOf(eventId: string): number {
  return Number.parseInt(eventId.slice(0, 8) + eventId.slice(9, 13), 16);
}

async function readEvents(
  pool: Queryable,
  account: number | null,
  { mode, type, requestId }: EventFilter,
  { before, since, limit }: { before: string | undefined; since: Date | null; limit: number },
): Promise<ListedEvent[]> {
  const { rows } = await pool.query<ListedEvent>(
    `select account_id as "accountId", event_id as "eventId", mode, type, sequence, body,
       made_at as "madeAt"
     from events
     where ($1::integer is null or account_id = $1) and ($2::text is null or mode = $2)
       and ($3::text is null or type = $3) and ($4::uuid is null or subject_id = $4)
       and ($5::uuid is null or event_id < $5)
       and ($6::timestamptz is null or event_id >= uuid_floor($6))
     order by event_id desc
     limit $7`,
    [account, mode ?? null, type ?? null, requestId ?? null, before ?? null, since, limit],
  );
  return rows;
}
