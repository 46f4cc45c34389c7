import type { Pool } from 'pg';
import type { FailureReason } from '../../foundation/contract/errors/failure-reasons.ts';
import type { Mode } from '../../foundation/contract/products.ts';
import type { CheckStatus } from '../../foundation/contract/wire/face.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { readTrace, traceParentOf } from '../../foundation/trace-parent.ts';
import type { Device } from '../../vendors/providers/provider.ts';

/** Identifies a check. The account ID comes first in every key. */
export interface CheckKey {
  accountId: number;
  checkId: string;
}

/** The time that the database uses as now; null means its own clock. */
export type Now = Date | null;

export interface StoredCheck extends CheckKey {
  mode: Mode;
  status: CheckStatus;
  providerCode: string;
  taskId: string;
  isOver: boolean;
  /** Why the check failed. */
  reason: FailureReason | null;
  /** The check has expired, and no failed last query is waiting for its retry. */
  isExpiryDue: boolean;
  hasOpenSession: boolean;
}

const storedColumns = `c.account_id as "accountId", c.check_id as "checkId", c.mode, c.status,
  c.provider_code as "providerCode", c.task_id as "taskId", c.reason,
  c.expires_at <= db_time_or_now($1) as "isOver",
  coalesce(c.expiry_due_at, c.expires_at) <= db_time_or_now($1) as "isExpiryDue",
  exists (
    select from check_sessions s
    where s.account_id = c.account_id and s.check_id = c.check_id and s.state = 'open'
  ) as "hasOpenSession"`;

/** Finds a check by its token, for the account and mode that created it, while its result can be read. */
export async function findCheckByToken(
  pool: Pool,
  caller: { accountId: number; mode: Mode },
  tokenHash: Buffer,
  resultDays: number,
  now: Now,
): Promise<StoredCheck | undefined> {
  const { rows } = await pool.query<StoredCheck>({
    name: 'find_check_by_token',
    text: `
      select ${storedColumns}
      from checks c
      where c.account_id = $2 and c.mode = $3 and c.token_hash = $4
        and coalesce(c.ended_at, c.created_at)
          > db_time_or_now($1) - make_interval(days => $5)`,
    values: [now, caller.accountId, caller.mode, tokenHash, resultDays],
  });
  return rows[0];
}

export async function findCheck(
  pool: Pool,
  { accountId, checkId }: CheckKey,
  now: Now,
): Promise<StoredCheck | undefined> {
  const { rows } = await pool.query<StoredCheck>({
    name: 'find_check',
    text: `select ${storedColumns} from checks c where c.account_id = $2 and c.check_id = $3`,
    values: [now, accountId, checkId],
  });
  return rows[0];
}

/** The encrypted person of a check; null once they are erased. */
export async function findSealed(
  pool: Pool,
  { accountId, checkId }: CheckKey,
): Promise<Buffer | null> {
  const { rows } = await pool.query<{ sealed: Buffer | null }>({
    name: 'find_sealed',
    text: 'select c.sealed from checks c where c.account_id = $1 and c.check_id = $2',
    values: [accountId, checkId],
  });
  return rows[0]?.sealed ?? null;
}

/** A fingerprint of everything a page can show. The rendered page and its followers compare the same text. */
const progressWords = `concat_ws(
  ' ', c.status, c.expires_at <= db_time_or_now($1), c.joined_at is not null,
  jsonb_array_length(c.consents), c.withdrawn_at is not null, c.sessions_started,
  (
    select count(*)
    from check_sessions s
    where s.account_id = c.account_id and s.check_id = c.check_id and s.state = 'open'
  )
)`;

/** A check as its page needs it, with the look of the account. */
export interface LinkedCheck extends StoredCheck {
  sealed: Buffer | null;
  language: string | null;
  secondsLeft: number;
  expiresAt: Date;
  /** The fingerprint that readProgress returns. */
  progress: string;
  /** The browser that opened the link first, and its device. */
  begunBy: Buffer | null;
  begunOn: Device | null;
  /** When a phone opened the link after another browser. */
  joinedAt: Date | null;
  consentedAt: Date | null;
  /** The codes of the providers named in the person's consent. */
  namedProviders: string[];
  sessionsStarted: number;
  /** Whether a provider was asked for a session, whatever the outcome: the person's data may have been sent. */
  mayBeSent: boolean;
  displayName: string;
  colour: string | null;
  hasLogo: boolean;
  hasDarkLogo: boolean;
  /** The account's alternative for people who cannot or do not want to use their face. */
  otherWay: { url: string | null; phone: string | null };
  /** Whether the account pays for one text message with the link. */
  textsLink: boolean;
  linkTextedAt: Date | null;
  withdrawnAt: Date | null;
  /** Whether the check ended recently. After that, a forwarded link no longer shows the result. */
  isResultShown: boolean;
  /** The end of the caller's requestId, so that a person can quote the check to the account. */
  reference: string;
}

/** How long the page shows the result after the check ended. */
const resultShownMinutes = 30;

export async function findCheckByLink(
  pool: Pool,
  linkHash: Buffer,
  now: Now,
): Promise<LinkedCheck | undefined> {
  const { rows } = await pool.query<LinkedCheck>({
    name: 'find_check_by_link',
    text: `
      select ${storedColumns}, c.sealed, c.language,
        greatest(
          0, ceil(extract(epoch from c.expires_at - db_time_or_now($1)))
        )::integer as "secondsLeft",
        c.expires_at as "expiresAt", ${progressWords} as progress,
        c.begun_by as "begunBy", c.begun_on as "begunOn", c.joined_at as "joinedAt",
        c.consented_at as "consentedAt",
        array(
          select distinct jsonb_array_elements_text(g -> 'providers')
          from jsonb_array_elements(c.consents) g
        ) as "namedProviders",
        c.sessions_started as "sessionsStarted",
        c.sessions_started > 0 or c.starting_until is not null or exists (
          select from attempts t
          where t.account_id = c.account_id and t.call_id = c.check_id and t.outcome <> 'done'
        ) as "mayBeSent",
        coalesce(a.display_name, a.name) as "displayName", a.colour,
        l.account_id is not null as "hasLogo", l.dark_image is not null as "hasDarkLogo",
        json_build_object('url', a.other_way_url, 'phone', a.other_way_phone) as "otherWay",
        a.texts_link as "textsLink", c.link_texted_at as "linkTextedAt",
        c.withdrawn_at as "withdrawnAt",
        coalesce(
          c.ended_at > db_time_or_now($1) - make_interval(mins => $3), false
        ) as "isResultShown",
        right(c.check_id::text, 8) as reference
      from checks c
      join accounts a on a.account_id = c.account_id
      left join account_logos l on l.account_id = a.account_id
      where c.link_hash = $2`,
    values: [now, linkHash, resultShownMinutes],
  });
  return rows[0];
}

/** The progress fingerprints of checks. Followers fetch the view again when the fingerprint changes. */
export async function readProgress(
  pool: Pool,
  linkHashes: readonly Buffer[],
  now: Now,
): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ linkHash: Buffer; progress: string }>({
    name: 'read_check_progress',
    text: `
      select c.link_hash as "linkHash", ${progressWords} as progress
      from checks c
      where c.link_hash = any ($2)`,
    values: [now, linkHashes],
  });
  return new Map(rows.map(({ linkHash, progress }) => [linkHash.toString('hex'), progress]));
}

/** A consent: the version of its text, and the providers it named. */
export interface Consent {
  version: string;
  providers: readonly string[];
}

/** Records a consent, unless earlier ones already name all its providers. False when the check has ended. */
export async function recordConsent(
  pool: Pool,
  { accountId, checkId }: CheckKey,
  { version, providers }: Consent,
  now: Now,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update checks c
     set consent_version = coalesce(c.consent_version, $4),
       consented_at = coalesce(c.consented_at, t.now),
       consents = case
         when c.consented_at is not null and not exists (
           select from unnest($5::text[]) p
           where not exists (
             select from jsonb_array_elements(c.consents) g where g -> 'providers' ? p
           )
         ) then c.consents
         else c.consents || t.consent
       end
     from (
       select n.now,
         jsonb_build_object('version', $4::text, 'at', n.now, 'providers', $5::text[]) as consent
       from (select db_time_or_now($1) as now) n
       -- Computed apart: Citus refuses functions that are not immutable in CASE.
       offset 0
     ) t
     where c.account_id = $2 and c.check_id = $3 and c.status = 0 and c.expires_at > t.now`,
    [now, accountId, checkId, version, providers],
  );
  return rowCount === 1;
}

/** Withdraws a consent; true if this call withdrew it. */
export async function recordWithdrawal(
  pool: Queryable,
  { accountId, checkId }: CheckKey,
  now: Now,
): Promise<boolean> {
  const { rows } = await pool.query<{ isNew: boolean }>(
    'select checks_withdraw_consent($1, $2, $3) as "isNew"',
    [accountId, checkId, now],
  );
  return rows[0]?.isNew ?? false;
}

/**
 * Counts an attempt to text the link. False when there were too many, the check has ended, or
 * the account does not text links.
 */
export async function takeLinkTry(
  pool: Pool,
  { accountId, checkId }: CheckKey,
  limit: number,
  now: Now,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update checks c
     set link_tries = c.link_tries + 1
     from accounts a
     where c.account_id = $2 and c.check_id = $3 and c.status = 0 and c.link_tries < $4
       and c.expires_at > db_time_or_now($1)
       and a.account_id = c.account_id and a.texts_link`,
    [now, accountId, checkId, limit],
  );
  return rowCount === 1;
}

export async function noteLinkTexted(
  pool: Pool,
  { accountId, checkId }: CheckKey,
  now: Now,
): Promise<void> {
  await pool.query(
    `update checks
     set link_texted_at = coalesce(link_texted_at, t.now)
     from (select db_time_or_now($1) as now) t
     where account_id = $2 and check_id = $3`,
    [now, accountId, checkId],
  );
}

/** Ends a pending check; true if this call ended it. */
export async function endCheck(
  pool: Queryable,
  { accountId, checkId }: CheckKey,
  status: Exclude<CheckStatus, 0>,
  now: Now,
  reason: FailureReason | null = null,
): Promise<boolean> {
  const { rows } = await pool.query<{ isEnded: boolean }>(
    `select checks_end($1, $2, $3::smallint, '', $4, $5) as "isEnded"`,
    [accountId, checkId, status, reason, now],
  );
  return rows[0]?.isEnded ?? false;
}

/** Ends overdue checks without an open session, and returns how many. */
export async function expireIdleChecks(pool: Pool, limit: number, now: Now): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({
    name: 'expire_checks',
    text: 'select checks_expire($1, $2) as count',
    values: [limit, now],
  });
  return rows[0]?.count ?? 0;
}

/** Postpones or forces the end of a check whose provider does not respond; see defer-expiry.sql. */
export async function deferExpiry(
  pool: Pool,
  { accountId, checkId }: CheckKey,
  reason: string,
  patienceHours: number,
  now: Now,
): Promise<void> {
  await pool.query('select checks_defer_expiry($1, $2, $3, make_interval(hours => $4), $5)', [
    accountId,
    checkId,
    reason,
    patienceHours,
    now,
  ]);
}

export interface OverdueCheck extends CheckKey {
  providerCode: string;
}

/**
 * Takes overdue checks for a last query, skipping providers whose queue is full, and postpones each so that no
 * other process takes it too. One postponed by more than a day came from a wrong clock, so it is due too.
 */
export async function takeOverdueChecks(
  pool: Pool,
  limit: number,
  jammed: readonly string[],
  now: Now,
): Promise<OverdueCheck[]> {
  const { rows } = await pool.query<OverdueCheck>({
    name: 'take_overdue_checks',
    text: `
      update checks c
      set expiry_due_at = db_time_or_now($1) + interval '30 seconds'
      from (
        select account_id, check_id
        from checks
        where status = 0 and expires_at <= db_time_or_now($1)
          and (
            coalesce(expiry_due_at, expires_at) <= db_time_or_now($1)
            or expiry_due_at > db_time_or_now($1) + interval '1 day'
          )
          and provider_code <> all ($3::text[])
        order by coalesce(expiry_due_at, expires_at)
        limit $2
        for update skip locked
      ) due
      where c.account_id = due.account_id and c.check_id = due.check_id
      returning c.account_id as "accountId", c.check_id as "checkId",
        c.provider_code as "providerCode"`,
    values: [now, limit, jammed],
  });
  return rows;
}

/** The trace of a check's call: its ID for the log, and the header for the vendor. Empty if it has none. */
export async function findTrace(
  pool: Pool,
  checkId: string,
): Promise<{ traceId?: string; traceParent?: string }> {
  const { rows } = await pool.query<{ trace: string }>({
    name: 'find_trace',
    text: 'select trace from call_traces where call_id = $1',
    values: [checkId],
  });
  if (!rows[0]) return {};
  const trace = readTrace(rows[0].trace);
  return { traceId: trace.traceId, traceParent: traceParentOf(trace, checkId) };
}
