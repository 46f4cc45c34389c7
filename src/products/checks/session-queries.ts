import type { Pool } from 'pg';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Device, SessionResult, SessionState } from '../../vendors/providers/provider.ts';
import type { CheckKey, Now } from './queries.ts';
import type { SessionCost } from './session-cost.ts';

/** The maximum number of provider sessions of one check. One charge covers them all. */
export const maxSessions = 5;

export interface OpenSession extends CheckKey {
  sessionNo: number;
  providerCode: string;
  sessionRef: string;
  /** The check ended first, and the vendor was not yet asked what the session costs. */
  isCostDue: boolean;
}

export const sessionColumns = `s.account_id as "accountId", s.check_id as "checkId",
  s.session_no as "sessionNo", s.provider_code as "providerCode", s.session_ref as "sessionRef",
  s.cost_at is not null as "isCostDue"`;

/**
 * Takes the open sessions of a check that were not queried recently and marks them as queried, so that the
 * provider gets one query per interval however many people are watching.
 */
export async function takeSessionsToAsk(
  pool: Pool,
  { accountId, checkId }: CheckKey,
  everyMs: number,
  now: Now,
): Promise<OpenSession[]> {
  const { rows } = await pool.query<OpenSession>({
    name: 'take_sessions_to_ask',
    text: `
      update check_sessions s
      set asked_at = db_time_or_now($1)
      where s.account_id = $2 and s.check_id = $3 and s.state = 'open'
        and (
          s.asked_at is null or $4 = 0
          or s.asked_at <= db_time_or_now($1) - make_interval(secs => $4 / 1000.0)
        )
      returning ${sessionColumns}`,
    values: [now, accountId, checkId, everyMs],
  });
  return rows;
}

/**
 * Takes open sessions that no page is querying, because the person did not return. Older sessions are queried
 * less often: every half minute, then every tenth of their age.
 */
export async function takeSilentSessions(
  pool: Pool,
  limit: number,
  jammed: readonly string[],
  now: Now,
): Promise<OpenSession[]> {
  const { rows } = await pool.query<OpenSession>({
    name: 'take_silent_sessions',
    text: `
      update check_sessions s
      set asked_at = db_time_or_now($1)
      from (
        select o.account_id, o.check_id, o.session_no
        from check_sessions o
        where o.state = 'open' and o.provider_code <> all ($3::text[])
          and coalesce(o.asked_at, o.started_at) <= db_time_or_now($1)
            - greatest(
                interval '30 seconds', (db_time_or_now($1) - o.started_at) / 10
              )
        order by o.expires_at
        limit $2
        for update skip locked
      ) due
      where s.account_id = due.account_id and s.check_id = due.check_id
        and s.session_no = due.session_no
      returning ${sessionColumns}`,
    values: [now, limit, jammed],
  });
  return rows;
}

/**
 * Takes sessions that were open when their check ended, once they are over, to ask for their cost. A vendor that
 * does not answer is asked again less and less often, for as long as vendors can be queried: three days.
 */
export async function takeLeftSessions(
  pool: Pool,
  limit: number,
  jammed: readonly string[],
  now: Now,
): Promise<OpenSession[]> {
  const { rows } = await pool.query<OpenSession>({
    name: 'take_left_sessions',
    text: `
      update check_sessions s
      set cost_at = due.next_at
      from (
        select o.account_id, o.check_id, o.session_no,
          case
            when o.started_at > t.now - interval '3 days'
            then t.now + greatest(interval '10 minutes', (t.now - o.started_at) / 4)
          end as next_at
        from check_sessions o
        cross join (select db_time_or_now($1) as now) t
        where o.cost_at <= db_time_or_now($1) and o.provider_code <> all ($3::text[])
        order by o.cost_at
        limit $2
        for update of o skip locked
      ) due
      where s.account_id = due.account_id and s.check_id = due.check_id
        and s.session_no = due.session_no
      returning ${sessionColumns}`,
    values: [now, limit, jammed],
  });
  return rows;
}

/** What is kept of a provider's result. */
export type SessionNote = Pick<SessionResult, 'taskId' | 'reason' | 'vendorCode'> & {
  state: SessionState;
};

/** Stores the provider's result and cost for a session, and ends the check if the result is final. */
export async function noteSession(
  pool: Pool,
  { accountId, checkId, sessionNo }: CheckKey & Pick<OpenSession, 'sessionNo'>,
  { state, taskId, reason, vendorCode }: SessionNote,
  cost: SessionCost | null,
  now: Now,
): Promise<void> {
  await pool.query({
    name: 'note_session',
    text: 'select checks_note_session($1, $2, $3::smallint, $4, $5, $6, $7, $8, $9, $10, $11)',
    values: [
      accountId,
      checkId,
      sessionNo,
      state,
      taskId,
      reason ?? null,
      vendorCode ?? null,
      cost?.cost ?? null,
      cost?.source ?? null,
      maxSessions,
      now,
    ],
  });
}

/** The open sessions that a vendor's callback names. */
export async function findOpenSessions(
  pool: Pool,
  providerCode: string,
  sessionRefs: readonly string[],
): Promise<OpenSession[]> {
  const { rows } = await pool.query<OpenSession>(
    `select ${sessionColumns}
     from check_sessions s
     where s.provider_code = $1 and s.session_ref = any ($2) and s.state = 'open'`,
    [providerCode, sessionRefs],
  );
  return rows;
}

/** How many sessions of a provider are still open, as far as we know. */
export async function countOpenSessions(pool: Queryable, providerCode: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count
     from check_sessions s
     where s.provider_code = $1 and s.state = 'open'`,
    [providerCode],
  );
  return rows[0]?.count ?? 0;
}

type SessionClaim = {
  verdict: 'start' | 'reuse' | 'busy' | 'exhausted' | 'no_consent' | 'ended';
  sealedUrl: Buffer | null;
};

/** Claims the right to start a session. The SQL function explains the verdicts. */
export async function claimSession(
  pool: Pool,
  { accountId, checkId }: CheckKey,
  { device, isFresh, leaseMs }: { device: Device; isFresh: boolean; leaseMs: number },
  now: Now,
): Promise<SessionClaim> {
  const { rows } = await pool.query<SessionClaim>({
    name: 'claim_session',
    text: `
      select verdict, sealed_url as "sealedUrl"
      from checks_claim_session($1, $2, $3, $4, $5, make_interval(secs => $6 / 1000.0), $7)`,
    values: [accountId, checkId, device, isFresh, maxSessions, leaseMs, now],
  });
  return rows[0] as SessionClaim;
}

/** False when the check ended while its session was starting. */
export async function recordSession(
  pool: Pool,
  { accountId, checkId }: CheckKey,
  session: {
    providerCode: string;
    sessionRef: string;
    device: Device;
    sealedUrl: Buffer;
    expiresAt: Date;
  },
  now: Now,
): Promise<boolean> {
  const { rows } = await pool.query<{ isOpen: boolean }>(
    'select checks_record_session($1, $2, $3, $4, $5, $6, $7, $8) as "isOpen"',
    [
      accountId,
      checkId,
      session.providerCode,
      session.sessionRef,
      session.device,
      session.sealedUrl,
      session.expiresAt,
      now,
    ],
  );
  return rows[0]?.isOpen ?? false;
}

/** Releases the start lease after a failure, so that the next attempt can start. */
export async function releaseStart(pool: Pool, { accountId, checkId }: CheckKey): Promise<void> {
  await pool.query(
    'update checks set starting_until = null where account_id = $1 and check_id = $2',
    [accountId, checkId],
  );
}
