import type { Pool } from 'pg';
import type { CalledProduct, CallState, Mode } from '../../foundation/contract/products.ts';
import type { MessageState } from '../../foundation/contract/wire/sms.ts';
import { plainArray } from '../../foundation/db/array-literal.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { withRefusals } from '../../foundation/db/refused.ts';

export interface UnresolvedCall {
  accountId: number;
  callId: string;
  mode: Mode;
  product: CalledProduct;
  state: CallState;
  providerCode: string | null;
  providerRef: string | null;
  heldAt: Date;
  /** The database's time when this process took the call from the queue. */
  takenAt: Date;
  parts: number;
  contentId: string | null;
  /** Which provider to ask; see lane-of.sql. */
  queue: string;
  /** The state of the message according to the receipts so far. */
  messageState: MessageState | null;
  /** The provider that reported this state, if that is stored. */
  saidBy: string | null;
}

interface Sweep {
  abandoned: number;
  /** One statement could not look at all the calls: run it again. */
  isBehind: boolean;
}

/** Queues calls whose process died for the resolver; see sweep-abandoned.sql. */
export async function sweepAbandoned(
  pool: Pool,
  now: Date | null,
  deadlineMs: number,
): Promise<Sweep> {
  const { rows } = await pool.query<Sweep>(
    `select abandoned, is_behind as "isBehind"
     from calls_sweep_abandoned($1, make_interval(secs => $2 / 1000.0))`,
    [now, deadlineMs],
  );
  return rows[0] as Sweep;
}

/** Lets the search look at the calls of the last three days again; see sweep-abandoned.sql. */
export async function sweepAnew(pool: Pool, now: Date | null): Promise<void> {
  await pool.query('select calls_sweep_anew($1)', [now]);
}

/**
 * Takes calls to resolve, except those of jammed providers, and postpones their next try, so that no other
 * process takes them too.
 */
export async function takeUnresolved(
  pool: Pool,
  now: Date | null,
  limit: number,
  jammed: readonly string[],
): Promise<UnresolvedCall[]> {
  const { rows } = await pool.query<UnresolvedCall>(
    `with due as (
       select d.place
       from unnest(calls_waiting_lanes()) q (lane)
       cross join lateral (
         select u.ctid as place, u.next_try_at
         from unresolved_calls u
         where u.lane = q.lane and u.next_try_at <= db_time_or_now($1)
           -- It has ended; only the operator takes it off the list.
           and u.review_reason is null
         order by u.next_try_at
         limit $2
         for update skip locked
       ) d
       where q.lane <> all ($3)
       order by d.next_try_at
       limit $2
     ), taken as (
       update unresolved_calls u
       set tries = u.tries + 1,
         -- 2, 4, 8 … seconds, then every five minutes.
         next_try_at = db_seconds_after(db_time_or_now($1), least(300, 2 ^ least(u.tries + 1, 9)))
       -- By their places: a join may read the whole list for a few of them.
       where u.ctid = any (array(select d.place from due d))
       returning u.account_id, u.call_id
     )
     select c.account_id as "accountId", c.call_id as "callId", c.mode, c.product, c.state,
       c.provider_code as "providerCode", c.provider_ref as "providerRef", c.held_at as "heldAt",
       db_time_or_now($1) as "takenAt", c.parts, c.content_id as "contentId",
       c.message_state as "messageState",
       calls_lane_of(c.product, c.mode, c.provider_code) as queue, r.provider_code as "saidBy"
     from taken t
     -- The limit has each call looked up by its key; a join may read all calls for a thousand of them.
     cross join lateral (
       select * from calls c where c.account_id = t.account_id and c.call_id = t.call_id limit 1
     ) c
     -- A join and no subquery of a column: when a row to be locked has changed meanwhile, PostgreSQL 18
     -- prepares every subquery a second time to look at it again, throws that away after the last row, and
     -- crashes as soon as the first one looks for its partition, because the two share what finds it.
     left join lateral (
       select r.provider_code from receipts r
       where r.account_id = c.account_id and r.call_id = c.call_id and r.state = c.message_state
       order by r.received_at
       limit 1
     ) r on true`,
    [now, limit, jammed],
  );
  return rows;
}

/** Takes calls off the list, except those whose end was contradicted meanwhile. */
export async function dropResolved(
  pool: Queryable,
  calls: readonly Pick<UnresolvedCall, 'accountId' | 'callId'>[],
): Promise<void> {
  if (calls.length === 0) return;
  await pool.query(
    `delete from unresolved_calls u
     using unnest($1::integer[], $2::uuid[]) as r (account_id, call_id)
     where u.account_id = r.account_id and u.call_id = r.call_id and u.review_reason is null`,
    [
      plainArray(calls.map(({ accountId }) => accountId)),
      plainArray(calls.map(({ callId }) => callId)),
    ],
  );
}

/**
 * Takes a call off the list whose release stands although later evidence contradicts it. False if somebody else
 * decided it meanwhile.
 */
export async function dropContradicted(
  pool: Queryable,
  { accountId, callId }: Pick<UnresolvedCall, 'accountId' | 'callId'>,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `delete from unresolved_calls
     where account_id = $1 and call_id = $2 and review_reason is not null`,
    [accountId, callId],
  );
  return rowCount === 1;
}

/** Charges a released call after all; see charge-released.sql. False if somebody else decided it meanwhile. */
export async function chargeReleased(
  pool: Queryable,
  now: Date | null,
  { accountId, mode, callId }: Pick<UnresolvedCall, 'accountId' | 'mode' | 'callId'>,
  { evidence, details }: { evidence: string; details: string | null },
): Promise<boolean> {
  const { rows } = await withRefusals(
    pool.query<{ isCharged: boolean }>(
      'select calls_charge_released($1, $2, $3, $4, $5, $6) as "isCharged"',
      [accountId, mode, callId, evidence, details, now],
    ),
  );
  return rows[0]?.isCharged === true;
}

/** A provider has reported on these calls: those with an unknown outcome are due for the resolver now. */
export async function makeUnresolvedDue(
  pool: Pool,
  calls: readonly Pick<UnresolvedCall, 'accountId' | 'callId'>[],
): Promise<void> {
  await pool.query({
    name: 'make_unresolved_due',
    // Locks rows in one order, because two processes may update the same calls. Usually no call is waiting,
    // and a single lookup (`exists`) saves one lookup per receipt.
    text: `
      with reported as (
        select u.account_id, u.call_id
        from unnest($1::integer[], $2::uuid[]) as r (account_id, call_id)
        join unresolved_calls u on u.account_id = r.account_id and u.call_id = r.call_id
        where u.next_try_at > now()
          and (select exists (select from unresolved_calls where next_try_at > now()))
        order by u.account_id, u.call_id
        for update of u
      )
      update unresolved_calls u set next_try_at = now()
      from reported r
      where u.account_id = r.account_id and u.call_id = r.call_id`,
    values: [
      plainArray(calls.map(({ accountId }) => accountId)),
      plainArray(calls.map(({ callId }) => callId)),
    ],
  });
}

/** The states of calls by id; a call that was never held is missing from the map. */
export async function findCallStates(
  pool: Pool,
  calls: readonly { accountId: number; callId: string }[],
): Promise<Map<string, CallState>> {
  const { rows } = await pool.query<{ callId: string; state: CallState }>({
    name: 'find_call_states',
    text: `
      select c.call_id as "callId", c.state
      from unnest($1::integer[], $2::uuid[]) as i (account_id, call_id)
      join calls c on c.account_id = i.account_id and c.call_id = i.call_id`,
    values: [
      plainArray(calls.map(({ accountId }) => accountId)),
      plainArray(calls.map(({ callId }) => callId)),
    ],
  });
  return new Map(rows.map(({ callId, state }) => [callId, state]));
}

/** The number of unresolved calls that may have reached this provider, and that it could be asked about. */
export async function countUnresolvedOf(pool: Queryable, providerCode: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count
     from unresolved_calls u
     where u.lane = $1
       or exists (
         select from attempts a
         where a.account_id = u.account_id and a.call_id = u.call_id and a.provider_code = $1
           and (a.outcome is null or a.outcome = 'unknown')
       )`,
    [providerCode],
  );
  return rows[0]?.count ?? 0;
}

export async function countUnresolved(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::integer as count from unresolved_calls',
  );
  return rows[0]?.count ?? 0;
}

/**
 * The calls of an account without an outcome, and those that wait for a decision. Calls without an outcome that
 * are older than an hour and than the position of the sweep are among the unresolved ones, so they are not read.
 * The position stays behind while no server runs.
 */
export async function listOpenCalls(db: Queryable, accountId: number): Promise<string[]> {
  const { rows } = await db.query<{ callId: string }>(
    `select call_id as "callId" from unresolved_calls where account_id = $1
     union
     select call_id from calls
     where account_id = $1 and call_id >= (
         select uuid_floor(least(now() - interval '1 hour', swept_until - interval '1 minute'))
         from call_sweep
       )
       and state in ('held', 'unknown')
     order by 1`,
    [accountId],
  );
  return rows.map(({ callId }) => callId);
}

/** The key that made a call; undefined if the call no longer exists. */
export async function findKeyOfCall(
  pool: Pool,
  { accountId, checkId }: { accountId: number; checkId: string },
): Promise<number | undefined> {
  const { rows } = await pool.query<{ keyId: number }>(
    'select key_id as "keyId" from calls where account_id = $1 and call_id = $2',
    [accountId, checkId],
  );
  return rows[0]?.keyId;
}

/** The resolver still asks about it once a day, so a late receipt or answer takes it off the review list. */
export async function putOnReview(
  pool: Pool,
  { accountId, callId }: { accountId: number; callId: string },
  now: Date | null,
): Promise<void> {
  await pool.query(
    `update unresolved_calls
     set review_since = coalesce(review_since, t.now), next_try_at = t.now + interval '1 day'
     from (select db_time_or_now($3) as now) t
     where account_id = $1 and call_id = $2`,
    [accountId, callId, now],
  );
}

/** Deletes the traces of calls older than a number of days. Their webhooks were sent or given up long before. */
export async function pruneTraces(pool: Pool, days: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  await pool.query(
    `delete from call_traces where call_id < uuid_floor(now() - make_interval(days => $1))`,
    [days],
  );
}
