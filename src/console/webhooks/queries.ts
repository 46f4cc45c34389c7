import type { Pool } from 'pg';
import type { DisabledReason, EventType } from '../../contract/events.ts';
import type { Mode } from '../../contract/products.ts';
import { accountOf, type Scope } from '../../contract/scope.ts';
import type { EndpointState } from '../../contract/webhooks.ts';

/** An endpoint as the console lists it, with whose it is. */
export interface ListedEndpoint {
  endpointId: number;
  accountId: number;
  accountName: string;
  mode: Mode;
  url: string;
  events: EventType[];
  description: string;
  state: EndpointState;
  disabledBecause: DisabledReason | null;
  disabledAt: Date | null;
  createdAt: Date;
}

/** One page of endpoints, the newest first; listeners are no addresses, and nothing that people set. */
export async function pageEndpoints(
  pool: Pool,
  scope: Scope,
  { mode, before, limit }: { mode?: Mode | undefined; before?: number | undefined; limit: number },
): Promise<{ endpoints: ListedEndpoint[]; next: number | null }> {
  const { rows } = await pool.query<ListedEndpoint>(
    `select p.endpoint_id as "endpointId", p.account_id as "accountId", a.name as "accountName",
       p.mode, p.url, p.events, p.description,
       case
         when p.is_on then 'on'
         when p.disabled_because is not null then 'disabled'
         else 'off'
       end as state,
       p.disabled_because as "disabledBecause", p.disabled_at as "disabledAt",
       p.created_at as "createdAt"
     from endpoints p
     join accounts a on a.account_id = p.account_id
     where ($1::integer is null or p.account_id = $1) and ($2::text is null or p.mode = $2)
       and ($3::integer is null or p.endpoint_id < $3)
       and p.url is not null and p.removed_at is null
     order by p.endpoint_id desc
     limit $4`,
    [accountOf(scope), mode ?? null, before ?? null, limit + 1],
  );
  const endpoints = rows.slice(0, limit);
  return { endpoints, next: rows.length > limit ? (endpoints.at(-1)?.endpointId ?? null) : null };
}

/** Where endpoints lead, those that were removed as well: their deliveries are still there. */
export async function readUrls(
  pool: Pool,
  scope: Scope,
  endpointIds: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await pool.query<{ endpointId: number; url: string }>(
    `select endpoint_id as "endpointId", url
     from endpoints
     where endpoint_id = any ($2) and ($1::integer is null or account_id = $1) and url is not null`,
    [accountOf(scope), [...new Set(endpointIds)]],
  );
  return new Map(rows.map(({ endpointId, url }) => [endpointId, url]));
}
