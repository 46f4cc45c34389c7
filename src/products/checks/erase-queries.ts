import type { Pool } from 'pg';
import type { CallColumns } from '../../foundation/contract/products.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Now } from './queries.ts';
import { type OpenSession, sessionColumns } from './session-queries.ts';

/**
 * Erases the personal data of checks whose retention has ended and schedules the erasure at their
 * vendors. Returns the number of checks.
 */
export async function forgetPersons(
  pool: Pool,
  resultDays: number,
  limit: number,
  now: Now,
): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `with forgotten as (
       update checks c
       set sealed = null, card_hash = null, erased_at = db_time_or_now($1)
       from (
         select account_id, check_id
         from checks
         where erased_at is null
           and ended_at <= db_time_or_now($1) - make_interval(days => $2)
         order by ended_at
         limit $3
         for update skip locked
       ) due
       where c.account_id = due.account_id and c.check_id = due.check_id
       returning c.account_id, c.check_id
     ), asked as (
       update check_sessions s
       set erase_at = db_time_or_now($1)
       from forgotten f
       where s.account_id = f.account_id and s.check_id = f.check_id and s.erased_at is null
     )
     select count(*)::integer as count from forgotten`,
    [now, resultDays, limit],
  );
  return rows[0]?.count ?? 0;
}

/** Ends the retention of all checks of an account at once. Returns the number of checks. */
export async function forgetPersonsOf(
  db: Queryable,
  accountId: number,
  limit: number,
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `with forgotten as (
       update checks c
       set sealed = null, card_hash = null, erased_at = now()
       from (
         select check_id
         from checks
         where account_id = $1 and erased_at is null and ended_at is not null
         limit $2
         for update
       ) due
       where c.account_id = $1 and c.check_id = due.check_id
       returning c.check_id
     ), asked as (
       update check_sessions s
       set erase_at = now()
       from forgotten f
       where s.account_id = $1 and s.check_id = f.check_id and s.erased_at is null
     )
     select count(*)::integer as count from forgotten`,
    [accountId, limit],
  );
  return rows[0]?.count ?? 0;
}

/** The number of an account's checks that a person may still finish. */
export async function countPendingChecks(db: Queryable, accountId: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::integer as count from checks where status = 0 and account_id = $1',
    [accountId],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Takes sessions that are due for erasure at the vendor, skipping providers whose queue is full, and
 * schedules the next retry after 1, 2, 4 … minutes, up to a day. A retry more than two days ahead came from a
 * wrong clock, so it is due too.
 */
export async function takeErasures(
  pool: Pool,
  limit: number,
  jammed: readonly string[],
  now: Now,
): Promise<OpenSession[]> {
  const { rows } = await pool.query<OpenSession>(
    `update check_sessions s
     set erase_tries = s.erase_tries + 1, erase_asked_at = db_time_or_now($1),
       erase_at = due.next_at
     from (
       select o.account_id, o.check_id, o.session_no,
         db_time_or_now($1)
           + make_interval(mins => least(1440, 2 ^ least(o.erase_tries, 11))::integer) as next_at
       from check_sessions o
       where (
           o.erase_at <= db_time_or_now($1)
           or o.erase_at > db_time_or_now($1) + interval '2 days'
         )
         and o.provider_code <> all ($3::text[])
       order by o.erase_at
       limit $2
       for update skip locked
     ) due
     where s.account_id = due.account_id and s.check_id = due.check_id
       and s.session_no = due.session_no
     returning ${sessionColumns}`,
    [now, limit, jammed],
  );
  return rows;
}

/** Stores the vendor's response. Anything but a confirmed erasure is retried. */
export async function noteErasure(
  pool: Pool,
  { accountId, checkId, sessionNo }: OpenSession,
  { answer, isErased }: { answer: string; isErased: boolean },
  now: Now,
): Promise<void> {
  await pool.query(
    `update check_sessions
     set erase_answer = $4, erase_at = case when $5 then null else erase_at end,
       erased_at = case when $5 then t.now end
     from (select db_time_or_now($6) as now) t
     where account_id = $1 and check_id = $2 and session_no = $3`,
    [accountId, checkId, sessionNo, answer, isErased, now],
  );
}

/** Stored as the response of a vendor that offers no erasure: it deletes the data by its own terms. */
export const noErasure = 'the vendor offers no erasure';

/** Stored as the response when the provider no longer exists. */
export const providerGone = 'the provider is gone';

/** Sessions that a vendor was asked to erase but has not confirmed. */
export interface OpenErasures {
  providerCode: string;
  answer: string;
  count: number;
  since: Date;
}

export async function listOpenErasures(pool: Pool): Promise<OpenErasures[]> {
  const { rows } = await pool.query<OpenErasures>(
    `select s.provider_code as "providerCode", coalesce(s.erase_answer, 'no answer') as answer,
       count(*)::integer as count, min(c.erased_at) as since
     from check_sessions s
     join checks c on c.account_id = s.account_id and c.check_id = s.check_id
     where s.erase_at is not null and s.erase_tries > 0
     group by 1, 2
     order by 1, 2`,
  );
  return rows;
}

/** Erases the persons of checks at once, and schedules the erasure at their vendors; see erase-checks.sql. */
export async function eraseChecks(
  client: Queryable,
  { accountIds, callIds }: CallColumns,
  now: Now,
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select checks_erase($1, $2, $3) as count',
    [accountIds, callIds, now],
  );
  return rows[0]?.count ?? 0;
}

/** Erases the vendors' IDs of checks and sessions, and the names of devices, once no vendor is asked any more. */
export async function eraseCheckReferences(
  client: Queryable,
  { accountIds, callIds }: CallColumns,
): Promise<void> {
  await client.query(
    `update check_sessions s set session_ref = '', device = ''
     from unnest($1::integer[], $2::uuid[]) as i (account_id, check_id)
     where s.account_id = i.account_id and s.check_id = i.check_id`,
    [accountIds, callIds],
  );
  await client.query(
    `update checks c set task_id = ''
     from unnest($1::integer[], $2::uuid[]) as i (account_id, check_id)
     where c.account_id = i.account_id and c.check_id = i.check_id`,
    [accountIds, callIds],
  );
}
