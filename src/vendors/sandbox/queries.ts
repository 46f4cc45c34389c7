import type { Pool } from 'pg';
import { walkPages } from '../../foundation/db/walk-pages.ts';
import type { FaceReason, SmsScript } from './sandbox-scripts.ts';

interface InboxRow {
  callId: string;
  accountId: number;
  script: SmsScript;
}

/**
 * Stores a message outside of a settle: the sandbox never answers this call, or sends its receipt before the
 * answer.
 */
export async function insertMessage(pool: Pool, { callId, accountId, script }: InboxRow) {
  await pool.query(
    `insert into sandbox_messages (batch_id, call_ids, account_ids, scripts, sent_at)
     values ($1, array[$1::uuid], array[$2::integer], array[$3], clock_timestamp())
     on conflict (batch_id) do nothing`,
    [callId, accountId, script],
  );
}

/**
 * Searches a minute around the id's timestamp: ids start with their time, and the calls of a batch are made
 * within seconds of each other.
 */
export async function findMessage(pool: Pool, callId: string) {
  const madeAtMs = Number.parseInt(callId.slice(0, 13).replace('-', ''), 16);
  const { rows } = await pool.query<{ script: SmsScript; sentAt: Date }>(
    `select m.scripts[array_position(m.call_ids, $1)] as script, m.sent_at as "sentAt"
     from sandbox_messages m
     where m.batch_id between uuid_floor($2) and uuid_floor($3) and $1 = any (m.call_ids)`,
    [callId, new Date(madeAtMs - 60_000), new Date(madeAtMs + 60_000)],
  );
  return rows[0];
}

/** Messages whose receipts were never sent; see sweep-receipts.sql. */
export async function sweepReceipts(pool: Pool, minAgeMs: number): Promise<InboxRow[]> {
  const { rows } = await pool.query<InboxRow>(
    `select call_id as "callId", account_id as "accountId", script
     from sandbox_sweep_receipts(make_interval(secs => $1 / 1000.0))`,
    [minAgeMs],
  );
  return rows;
}

/** The inbox is not an archive: messages older than `days` are deleted. */
export function pruneInbox(pool: Pool, days: number, signal?: AbortSignal): Promise<number> {
  return walkPages(pool, 'sandbox_messages', signal, (from, to) =>
    pool.query(
      `delete from sandbox_messages
       where ctid >= $1::tid and ctid < $2::tid
         and batch_id < uuid_floor(now() - make_interval(days => $3))`,
      [from, to, days],
    ),
  );
}

export interface SessionRow {
  sessionRef: string;
  script: string;
  outcome: 'passed' | 'failed' | 'cancelled' | null;
  /** Why it did not pass, if the tester chose a reason. */
  reason: FaceReason | null;
  returnUrl: string;
  expiresAt: Date;
  isExpired: boolean;
}

const sessionColumns = `session_ref as "sessionRef", script, outcome, reason, return_url as "returnUrl",
  expires_at as "expiresAt", expires_at <= now() as "isExpired"`;

export async function insertSession(
  pool: Pool,
  session: {
    sessionRef: string;
    secretHash: Buffer;
    script: string;
    returnUrl: string;
    lifeMs: number;
  },
): Promise<Date> {
  const { rows } = await pool.query<{ expiresAt: Date }>(
    `insert into sandbox_sessions (session_ref, secret_hash, script, return_url, started_at, expires_at)
     values ($1, $2, $3, $4, now(), now() + make_interval(secs => $5 / 1000.0))
     returning expires_at as "expiresAt"`,
    [session.sessionRef, session.secretHash, session.script, session.returnUrl, session.lifeMs],
  );
  return (rows[0] as { expiresAt: Date }).expiresAt;
}

export async function findSessionByRef(pool: Pool, sessionRef: string) {
  const { rows } = await pool.query<SessionRow>(
    `select ${sessionColumns} from sandbox_sessions where session_ref = $1`,
    [sessionRef],
  );
  return rows[0];
}

export async function findSessionBySecret(pool: Pool, secretHash: Buffer) {
  const { rows } = await pool.query<SessionRow>(
    `select ${sessionColumns} from sandbox_sessions where secret_hash = $1`,
    [secretHash],
  );
  return rows[0];
}

/** Keeps the first outcome; later ones are ignored. */
export async function setSessionOutcome(
  pool: Pool,
  sessionRef: string,
  outcome: string,
  reason: FaceReason | null,
) {
  await pool.query(
    `update sandbox_sessions set outcome = $2, reason = $3
     where session_ref = $1 and outcome is null and expires_at > now()`,
    [sessionRef, outcome, reason],
  );
}
