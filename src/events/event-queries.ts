import type { EventType } from '../contract/events.ts';
import type { Mode } from '../contract/products.ts';
import { accountOf, type Scope } from '../contract/scope.ts';
import type { Queryable } from '../db/queryable.ts';
import type { EventRow } from './event-body.ts';

export interface ListedEvent extends EventRow {
  accountId: number;
}

/** One page of what happened, the newest first. */
export async function listEvents(
  pool: Queryable,
  scope: Scope,
  filter: {
    accountId?: number | undefined;
    mode?: Mode | undefined;
    type?: EventType | undefined;
    requestId?: string | undefined;
  },
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<{ events: ListedEvent[]; next: string | null }> {
  const { rows } = await pool.query<ListedEvent>(
    `select account_id as "accountId", event_id as "eventId", mode, type, sequence, body,
       made_at as "madeAt"
     from events
     where ($1::integer is null or account_id = $1) and ($2::text is null or mode = $2)
       and ($3::text is null or type = $3) and ($4::uuid is null or subject_id = $4)
       and ($5::uuid is null or event_id < $5)
     order by event_id desc
     limit $6`,
    [
      accountOf(scope, filter.accountId),
      filter.mode ?? null,
      filter.type ?? null,
      filter.requestId ?? null,
      before ?? null,
      limit + 1,
    ],
  );
  const events = rows.slice(0, limit);
  return { events, next: rows.length > limit ? (events.at(-1)?.eventId ?? null) : null };
}
