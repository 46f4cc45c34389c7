import type { Pool } from 'pg';
import type { CalledProduct, Mode } from '../../foundation/contract/products.ts';
import { accountOf, type Scope } from '../../foundation/contract/scope.ts';
import { isRequestId } from '../../foundation/contract/text/is-request-id.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { CallFilter } from '../search/search-filter.ts';
import { boundsOf, type PageAsked } from '../search/search-queries.ts';

export interface NewRefusedCall {
  accountId: number;
  callId: string;
  keyId: number;
  mode: Mode;
  product: CalledProduct;
  /** The reason of the error. */
  reason: string;
  policy: string | null;
  retryAfter: number | null;
  personHash: Buffer | null;
  /** By the clock of `performance`. */
  notedMs: number;
  calls: number;
}

export interface RefusedCall extends Omit<NewRefusedCall, 'personHash' | 'notedMs'> {
  accountName: string;
  keyEnd: string;
  keyName: string;
  /** Whether a hash of whom it was for is kept. */
  isHashed: boolean;
  refusedAt: Date;
}

/** Refused calls are kept for so many days, or as long as the content of messages if that is shorter. */
export const refusedDays = 30;

export async function keepRefused(pool: Pool, rows: readonly NewRefusedCall[]): Promise<void> {
  const column = <Name extends keyof NewRefusedCall>(name: Name) => rows.map((row) => row[name]);
  const nowMs = performance.now();
  await pool.query(
    `insert into refused_calls (
       account_id, call_id, key_id, mode, product, reason, policy, retry_after, person_hash, calls,
       refused_at
     )
     select i.account_id, i.call_id, i.key_id, i.mode, i.product, i.reason, i.policy, i.retry_after,
       i.person_hash, i.calls, now() - make_interval(secs => i.ago_ms / 1000)
     from unnest(
       $1::integer[], $2::uuid[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[],
       $8::integer[], $9::bytea[], $10::integer[], $11::double precision[]
     ) as i (
       account_id, call_id, key_id, mode, product, reason, policy, retry_after, person_hash, calls,
       ago_ms
     )
     on conflict do nothing`,
    [
      ...[column('accountId'), column('callId'), column('keyId'), column('mode')],
      ...[column('product'), column('reason'), column('policy'), column('retryAfter')],
      ...[column('personHash'), column('calls')],
      rows.map(({ notedMs }) => nowMs - notedMs),
    ],
  );
}

const columns = `r.account_id as "accountId", r.call_id as "callId", r.key_id as "keyId", r.mode, r.product,
  r.reason, r.policy, r.retry_after as "retryAfter", r.calls, r.refused_at as "refusedAt",
  r.person_hash is not null as "isHashed",
  a.name as "accountName", k.last_four as "keyEnd", k.name as "keyName"`;
const joined = `join accounts a on a.account_id = r.account_id
  join keys k on k.account_id = r.account_id and k.key_id = r.key_id`;

/** The refused calls of a page that begins like a page of calls, in the order of the ids. */
export async function findRefused(
  pool: Pool,
  scope: Scope,
  mode: Mode,
  filter: CallFilter,
  page: PageAsked,
): Promise<RefusedCall[]> {
  const { account, key, product, reason, person, requestId } = filter;
  if (![requestId, page.before, page.after].every((id) => id === undefined || isRequestId(id))) {
    return [];
  }
  const order = page.after === undefined ? 'desc' : 'asc';
  const { rows } = await pool.query<RefusedCall>(
    `select ${columns}
     from refused_calls r
     ${joined}
     where r.call_id > $1 and r.call_id < $2 and r.refused_at >= $3 and r.refused_at < $4
       and r.mode = $5
       and ($6::integer is null or r.account_id = $6)
       and ($7::integer is null or r.key_id = $7)
       and ($8::text is null or r.product = $8)
       and ($9::text is null or r.reason = $9)
       and ($10::bytea is null or r.person_hash = $10)
     order by r.call_id ${order}
     limit $11`,
    [
      ...boundsOf(filter, page),
      ...[mode, accountOf(scope, account), key ?? null, product ?? null, reason ?? null],
      person?.numberHash ?? person?.cardHash ?? null,
      page.limit + 1,
    ],
  );
  return rows;
}

/** How many calls were refused in each step of so many hours from the start of a span. */
export async function countRefused(
  pool: Pool,
  scope: Scope,
  mode: Mode,
  filter: CallFilter & { from: Date; to: Date },
  stepHours: number,
): Promise<{ at: Date; calls: number }[]> {
  const { account, key, product, reason, from } = filter;
  const { rows } = await pool.query<{ at: Date; calls: number }>(
    `select date_bin(make_interval(hours => $10), r.refused_at, $9) as at, sum(r.calls)::integer as calls
     from refused_calls r
     where r.call_id > $1 and r.call_id < $2 and r.refused_at >= $3 and r.refused_at < $4
       and r.mode = $5
       and ($6::integer is null or r.account_id = $6)
       and ($7::integer is null or r.key_id = $7)
       and ($8::text is null or r.product = $8)
       and ($11::text is null or r.reason = $11)
     group by 1`,
    [
      ...boundsOf(filter, { limit: 0 }),
      ...[mode, accountOf(scope, account), key ?? null, product ?? null],
      ...[from, stepHours, reason ?? null],
    ],
  );
  return rows;
}

/** One refused call in a scope; one of another account is not found. */
export async function findRefusedCall(
  pool: Queryable,
  scope: Scope,
  callId: string,
): Promise<RefusedCall | undefined> {
  const { rows } = await pool.query<RefusedCall>(
    `select ${columns}
     from refused_calls r
     ${joined}
     where r.call_id = $1 and ($2::integer is null or r.account_id = $2)`,
    [callId, accountOf(scope)],
  );
  return rows[0];
}

export async function pruneRefused(pool: Pool, days: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  await pool.query(
    'delete from refused_calls where call_id < uuid_floor(now() - make_interval(days => $1))',
    [days],
  );
}

/** The refused calls of a person, in one account or in all of them. */
export async function readRefusedOf(
  client: Queryable,
  personHash: Buffer,
  accountId: number | null,
): Promise<object[]> {
  const { rows } = await client.query<object>(
    `select account_id as "accountId", call_id as "requestId", mode, product, refused_at as at, reason
     from refused_calls
     where person_hash = $1 and ($2::integer is null or account_id = $2)
     order by call_id`,
    [personHash, accountId],
  );
  return rows;
}

/** Erases whom refused calls were for, and returns how many there were. */
export async function eraseRefusedOf(
  client: Queryable,
  personHash: Buffer,
  accountId: number | null,
): Promise<number> {
  const { rowCount } = await client.query(
    `update refused_calls set person_hash = null
     where person_hash = $1 and ($2::integer is null or account_id = $2)`,
    [personHash, accountId],
  );
  return rowCount ?? 0;
}

/** Forgets whom the refused calls of an account were for. */
export async function eraseRefusedPersons(db: Queryable, accountId: number): Promise<void> {
  await db.query(
    'update refused_calls set person_hash = null where account_id = $1 and person_hash is not null',
    [accountId],
  );
}
