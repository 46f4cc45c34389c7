import type { Pool } from 'pg';
import type { CallState, Mode, Product } from '../../foundation/contract/products.ts';
import { accountOf, type Scope } from '../../foundation/contract/scope.ts';
import { isRequestId } from '../../foundation/contract/text/is-request-id.ts';
import type { CheckState } from '../../foundation/contract/wire/face.ts';
import type { MessageState } from '../../foundation/contract/wire/sms.ts';
import type { Money } from '../../foundation/money.ts';
import { facetsAsked } from './facets-asked.ts';
import { idAt, neighbourOf } from './id-bounds.ts';
import type { CallFilter, CheckStage } from './search-filter.ts';

export interface FoundCall {
  accountId: number;
  callId: string;
  keyId: number;
  product: Product;
  providerCode: string | null;
  state: CallState;
  /** The state of its message or check; null if it has none. */
  result: MessageState | CheckState | null;
  stage: CheckStage | null;
  reason: string | null;
  heldAt: Date;
  endedAt: Date | null;
  amount: Money;
  charged: Money;
  /** Our cost; null in an account's scope, or if unknown. */
  cost: Money | null;
  parts: number;
}

/** A page of calls, newest first: up to `limit` calls before or after a given call. */
export interface PageAsked {
  limit: number;
  before?: string;
  after?: string;
  /** Ids up to this one are not read; the newest calls still come first. */
  downTo?: string;
}

interface FoundPage {
  calls: FoundCall[];
  /** Whether there are more calls in the requested direction. */
  hasMore: boolean;
}

const leastId = '00000000-0000-0000-0000-000000000000';
const greatestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const minuteMs = 60_000;
const nothing: FoundPage = { calls: [], hasMore: false };

/**
 * Finds calls. An index keeps the calls of each facet (see `call_facets`) in order, so a page merges the
 * newest calls of every matching facet; rare matches are as fast as frequent ones. A call's id contains its
 * time, as accurate as its server's clock.
 */
export async function findCalls(
  pool: Pool,
  scope: Scope,
  mode: Mode,
  filter: CallFilter,
  page: PageAsked,
): Promise<FoundPage> {
  if (![filter.requestId, page.before, page.after].every(isIdOrNone)) return nothing;
  const order = page.after === undefined ? 'desc' : 'asc';
  const values: unknown[] = [...boundsOf(filter, page), page.limit + 1, order, mode];
  const { rows } = await pool.query<FoundCall>(filterSql(scope, filter, values), values);
  const hasMore = rows.length > page.limit;
  const calls = rows.slice(0, page.limit);
  if (order === 'asc') calls.reverse();
  // Our cost is not visible to accounts.
  if (scope.kind === 'account') for (const call of calls) call.cost = null;
  return { calls, hasMore };
}

/** Counts calls, and stops at `most`. */
export async function countCalls(
  pool: Pool,
  scope: Scope,
  mode: Mode,
  filter: CallFilter,
  most: number,
): Promise<number> {
  if (!isIdOrNone(filter.requestId)) return 0;
  const values: unknown[] = [...boundsOf(filter, { limit: most }), most, 'desc', mode];
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from (select from ${matchesSql(scope, filter, values)} limit $5) s`,
    values,
  );
  return rows[0]?.count ?? 0;
}

/**
 * The bounds of ids and times: $1 to $4. Ids come from a server's clock, so the id bounds allow a minute of
 * drift.
 */
export function boundsOf(filter: CallFilter, { before, after, downTo }: PageAsked): unknown[] {
  const { from, to, requestId } = filter;
  const least = [after ?? leastId, downTo ?? leastId, leastIdOf(filter)];
  const greatest = [before ?? greatestId, to ? idAt(to.getTime() + minuteMs) : greatestId];
  if (requestId !== undefined) greatest.push(neighbourOf(requestId, 1n));
  return [least.sort().at(-1), greatest.sort()[0], from ?? '-infinity', to ?? 'infinity'];
}

/** All matches of a filter have greater ids. */
export function leastIdOf({ from, requestId }: CallFilter): string {
  const ofTime = from ? idAt(from.getTime() - minuteMs) : leastId;
  const ofRequest = requestId && isRequestId(requestId) ? neighbourOf(requestId, -1n) : leastId;
  return ofTime > ofRequest ? ofTime : ofRequest;
}

/** A malformed id matches no call. */
function isIdOrNone(id: string | undefined): boolean {
  return id === undefined || isRequestId(id);
}

const columns = `s.account_id as "accountId", s.call_id as "callId", x.key_id as "keyId", f.product,
  nullif(f.provider_code, '') as "providerCode", f.state, nullif(f.result, '') as result,
  nullif(f.stage, '') as stage, nullif(f.reason, '') as reason, s.held_at as "heldAt",
  s.ended_at as "endedAt", s.amount, s.charged, s.cost, s.parts`;

/** The SQL of a page of calls; appends the parameters of the filter to `values`. */
function filterSql(scope: Scope, filter: CallFilter, values: unknown[]): string {
  const order = `order by s.call_id ${values[5] === 'asc' ? 'asc' : 'desc'}`;
  return `select ${columns}
    from (select * from ${matchesSql(scope, filter, values)} s ${order} limit $5) s
    join call_facets f on f.facet_id = s.facet_id
    join call_series x on x.series_id = s.series_id
    ${order}`;
}

/** The function of the database that finds the calls: at least `$5` of them, if there are so many. */
function matchesSql(scope: Scope, filter: CallFilter, values: unknown[]): string {
  const add = (value: unknown) => `$${values.push(value)}`;
  const account = accountOf(scope, filter.account);
  const { key, person } = filter;
  const isOfSeries = account !== null || key !== undefined;
  const kinds = ['f.mode = $7', ...facetsAsked(account, filter, add)].join(' and ');
  const chosen = isOfSeries
    ? `select x.series_id from call_facets f join call_series x using (facet_id) where ${kinds}`
    : `select f.facet_id from call_facets f where ${kinds}`;
  const column = isOfSeries ? 'series_id' : 'facet_id';
  return person
    ? `search_calls_of_person(
         ${add(person.numberHash ? 'mobile' : 'card')}, ${add(person.numberHash ?? person.cardHash)},
         ${add(account)}, ${add(column)}, array(${chosen}), $1, $2, $3, $4, $5, $6
       )`
    : `search_calls_of_kinds(${add(column)}, array(${chosen}), $1, $2, $3, $4, $5, $6)`;
}
