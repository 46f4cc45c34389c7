import type { Pool } from 'pg';
import type { CallState, Mode, Product } from '../../foundation/contract/products.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Money } from '../../foundation/money.ts';
import { findNearCall, isNear } from './near-call.ts';

export interface ListedCall {
  accountId: number;
  callId: string;
  mode: Mode;
  product: Product;
  state: CallState;
  providerCode: string | null;
  amount: Money;
  /** What it was charged and not refunded. */
  charged: Money;
  cost: Money | null;
  heldAt: Date;
}

export interface CallFilter {
  account?: number;
  mode?: Mode;
  state?: CallState;
  provider?: string;
  /** The reference by which a person names a check; see `LinkedCheck`. */
  reference?: string;
}

interface CallPage {
  limit: number;
  /** The page begins after this call; by default, with the newest. */
  before?: string;
}

/** A call's position in the list. The time has microseconds, as the database writes it. */
interface Place {
  at: string;
  callId: string;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const longestSpanMs = 31 * dayMs;

/** One page of calls, newest first. */
export async function listCalls(
  pool: Pool,
  filter: CallFilter,
  { limit, before }: CallPage,
): Promise<ListedCall[]> {
  const after = before === undefined ? null : await findPlace(pool, before);
  if (filter.account !== undefined) return listOfAccount(pool, filter, after, limit);
  return listOfAll(pool, filter, after, limit);
}

const columns = `c.account_id as "accountId", c.call_id as "callId", c.mode, c.product, c.state,
  c.provider_code as "providerCode", c.amount, k.cost, c.held_at as "heldAt",
  case
    when c.state = 'done' and not exists (
      select from manual_entries m
      where m.account_id = c.account_id and m.mode = c.mode and m.reference = 'refund ' || c.call_id
    ) then c.amount
    else 0
  end as charged`;
const costs = `left join call_costs k on k.account_id = c.account_id and k.call_id = c.call_id`;
const filters = `($1::text is null or c.mode = $1) and ($2::text is null or c.state::text = $2)
  and ($3::text is null or c.provider_code = $3)
  and ($4::text is null or right(c.call_id::text, 8) = $4 and c.product = 'face_verify')`;
const valuesOf = ({ mode, state, provider, reference }: CallFilter) => [
  mode ?? null,
  state ?? null,
  provider ?? null,
  reference ?? null,
];

/** Uses the table's primary key, which begins with the account. */
async function listOfAccount(
  pool: Pool,
  filter: CallFilter,
  after: Place | null,
  limit: number,
): Promise<ListedCall[]> {
  const { rows } = await pool.query<ListedCall>(
    `select ${columns}
     from (
       select * from calls c
       where c.account_id = $5 and ($6::uuid is null or c.call_id < $6) and ${filters}
       order by c.call_id desc
       limit $7
     ) c
     ${costs}
     order by c.call_id desc`,
    [...valuesOf(filter), filter.account, after?.callId ?? null, limit],
  );
  return rows;
}

/**
 * Lists calls across all accounts. Their only common index is a rough one on time, so the search goes back
 * period by period, each twice as long as the last, until the page is full or it predates the first account.
 */
async function listOfAll(
  pool: Pool,
  filter: CallFilter,
  after: Place | null,
  limit: number,
): Promise<ListedCall[]> {
  const { nowMs, firstMs } = await findSpan(pool);
  const calls: ListedCall[] = [];
  let until = after;
  let fromMs = after ? Date.parse(after.at) : nowMs;
  for (let spanMs = hourMs; calls.length < limit && fromMs > firstMs; spanMs *= 2) {
    fromMs -= Math.min(spanMs, longestSpanMs);
    const at = new Date(fromMs).toISOString();
    calls.push(...(await listWithin(pool, filter, { from: at, until }, limit - calls.length)));
    until = { at, callId: '00000000-0000-0000-0000-000000000000' };
  }
  return calls;
}

async function listWithin(
  pool: Pool,
  filter: CallFilter,
  { from, until }: { from: string; until: Place | null },
  limit: number,
): Promise<ListedCall[]> {
  const { rows } = await pool.query<ListedCall>(
    `select ${columns}
     from (
       select * from calls c
       where c.held_at >= $5 and ($6::timestamptz is null or c.held_at <= $6)
         and ($6::timestamptz is null or (c.held_at, c.call_id) < ($6, $7::uuid)) and ${filters}
       order by c.held_at desc, c.call_id desc
       limit $8
     ) c
     ${costs}
     order by c.held_at desc, c.call_id desc`,
    [...valuesOf(filter), from, until?.at ?? null, until?.callId ?? null, limit],
  );
  return rows;
}

/**
 * The current time, and a time before every possible call: a day before the first account, to allow for clock
 * differences.
 */
async function findSpan(pool: Pool): Promise<{ nowMs: number; firstMs: number }> {
  const { rows } = await pool.query<{ now: Date; first: Date }>(
    'select now(), coalesce((select min(created_at) from accounts), now()) as first',
  );
  const { now, first } = rows[0] as { now: Date; first: Date };
  return { nowMs: now.getTime(), firstMs: first.getTime() - dayMs };
}

async function findPlace(pool: Pool, callId: string): Promise<Place> {
  const found = await findNearCall(callId, (values) =>
    pool.query<Place>(
      `select c.call_id as "callId", to_json(c.held_at) #>> '{}' as at from calls c where ${isNear}`,
      values,
    ),
  );
  if (!found) refuse('call_not_found', { call: callId });
  return found;
}
