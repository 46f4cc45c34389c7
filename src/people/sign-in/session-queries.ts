import type { Pool } from 'pg';
import type { Act } from '../../foundation/audit/acts.ts';
import { type Change, noteChange } from '../../foundation/audit/change-queries.ts';
import { byOurClock, type Clock } from '../../foundation/clock.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { MemberRole } from './roles.ts';
import type { SessionStage, SignedIn } from './signed-in.ts';
import { hashToken, makeToken } from './token.ts';

/** The lifetime of a session by its stage. A full session lasts as many days as the settings say. */
const stageLives = { password: '10 minutes', enrol: '1 hour' } as const;

interface NewSession {
  sessionId: string;
  tokenHash: Buffer;
  personId: number;
  stage: SessionStage;
  /** Whether the second factor was verified in the same step. */
  hasFactor: boolean;
  sessionDays: number;
  address: string;
  agent: string;
  /** This browser's previous session. */
  replaces: Buffer | undefined;
  /** The person of another cell by whose sign-in it begins. */
  from?: string | undefined;
}

const longestAgent = 300;

/** Starts a session and logs the sign-in. */
export async function startSession(change: Change, session: NewSession): Promise<void> {
  const { sessionId, personId, stage, address, from } = session;
  const life = stage === 'full' ? `${session.sessionDays} days` : stageLives[stage];
  const agent = session.agent.slice(0, longestAgent);
  await change.query('delete from console_sessions where token_hash = $1', [
    session.replaces ?? null,
  ]);
  await change.query(
    `insert into console_sessions (
       session_id, token_hash, person_id, stage, factor_at, ends_at, address, agent, from_subject
     )
     values ($1, $2, $3, $4, case when $5 then now() end, now() + $6::interval, $7, $8, $9)`,
    [
      ...[sessionId, session.tokenHash, personId, stage, session.hasFactor, life, address, agent],
      from ?? null,
    ],
  );
  const begun = { stage, address, agent, ...(from === undefined ? {} : { from }) };
  await noteSession(change, 'session.start', { sessionId, personId }, begun);
}

/** The person at the console, with what the screens show about them. */
export interface Session extends SignedIn {
  email: string;
  language: Language | null;
  /** The person of another cell by whose sign-in it began. */
  fromSubject: string | null;
}

interface SessionRow extends Omit<Session, 'memberships'> {
  tokenHash: Buffer;
  databaseNow: Date;
  memberships: Record<string, MemberRole> | null;
  isStale: boolean;
}

interface SessionRules {
  idleHours: number;
  clock: Clock;
}

/**
 * The session of a token; undefined when it has ended or the person has no role any more. It takes one index
 * lookup per request, and writes the last-seen time at most once a minute.
 */
export async function readSession(
  pool: Pool,
  tokenHash: Buffer,
  { idleHours, clock }: SessionRules,
): Promise<Session | undefined> {
  const [row] = await readRows(pool, [tokenHash], idleHours);
  if (row?.isStale) await noteSeen(pool, row.sessionId);
  return row && asSession(row, clock);
}

/**
 * The sessions of many tokens, by the hash in hexadecimal; those that have ended are missing. It leaves the
 * last-seen time alone: a page that only listens is not somebody at work.
 */
export async function readSessions(
  pool: Pool,
  tokenHashes: readonly string[],
  { idleHours, clock }: SessionRules,
): Promise<Map<string, Session>> {
  const hashes = tokenHashes.map((hash) => Buffer.from(hash, 'hex'));
  const rows = await readRows(pool, hashes, idleHours);
  return new Map(rows.map((row) => [row.tokenHash.toString('hex'), asSession(row, clock)]));
}

async function readRows(
  pool: Pool,
  tokenHashes: readonly Buffer[],
  idleHours: number,
): Promise<SessionRow[]> {
  const { rows } = await pool.query<SessionRow>(
    `select s.session_id as "sessionId", s.person_id as "personId", p.name, p.email, p.language,
       s.stage, o.role as "operatorRole", s.factor_at as "factorAt", s.from_subject as "fromSubject",
       s.token_hash as "tokenHash", now() as "databaseNow",
       s.seen_at < now() - interval '1 minute' as "isStale",
       (
         select jsonb_object_agg(
           m.account_id,
           -- Members of a closed account can still read its statements.
           case when c.account_id is null then m.role else 'viewer' end
         )
         from members m
         left join account_closures c on c.account_id = m.account_id
         where m.person_id = s.person_id
       ) as memberships
     from console_sessions s
     join people p using (person_id)
     left join operators o using (person_id)
     where s.token_hash = any ($1)
       and s.ends_at > now()
       and s.seen_at > now() - make_interval(hours => $2)
       and p.disabled_at is null`,
    [tokenHashes, idleHours],
  );
  return rows.filter(({ operatorRole, memberships }) => operatorRole !== null || memberships);
}

/** `factorAt` by our clock, so that its age is measured by the database's clock alone, however far the two are apart. */
function asSession(row: SessionRow, clock: Clock): Session {
  const { isStale: _, tokenHash: __, memberships, databaseNow, ...session } = row;
  const times = { ours: clock.nowMs(), databases: databaseNow };
  const accounts = Object.entries(memberships ?? {});
  return {
    ...session,
    factorAt: session.factorAt && byOurClock(session.factorAt, times),
    memberships: new Map(accounts.map(([id, role]) => [Number(id), role])),
  };
}

export interface Membership {
  accountId: number;
  name: string;
  role: MemberRole;
  hasLogo: boolean;
  hasDarkLogo: boolean;
}

/** A person's accounts, by name. */
export async function listMemberships(db: Queryable, personId: number): Promise<Membership[]> {
  const { rows } = await db.query<Membership>(
    `select account_id as "accountId", a.name, m.role, l.account_id is not null as "hasLogo",
       l.dark_image is not null as "hasDarkLogo"
     from members m
     join accounts a using (account_id)
     left join account_logos l using (account_id)
     where m.person_id = $1
     order by a.name, account_id`,
    [personId],
  );
  return rows;
}

async function noteSeen(pool: Pool, sessionId: string): Promise<void> {
  await pool.query(
    `update console_sessions set seen_at = now()
     where session_id = $1 and seen_at < now() - interval '1 minute'`,
    [sessionId],
  );
}

/** The new cookie after the second factor; null when the session keeps its cookie. */
export interface RaisedSession {
  token: string | null;
}

/**
 * Makes a session full, or renews its factor time, after the second factor; undefined when it has ended. A
 * session that becomes full gets a new cookie in the same statement, so that an old cookie that someone planted
 * or saw never opens a full session.
 */
export async function raiseSession(
  change: Change,
  { sessionId, personId }: SignedIn,
  { from, sessionDays, by }: { from: SessionStage; sessionDays: number; by: string },
): Promise<RaisedSession | undefined> {
  const token = from === 'full' ? null : makeToken();
  const { rowCount } = await change.query(
    `update console_sessions
     set stage = 'full', factor_at = now(), ends_at = db_seconds_after(started_at, $3 * 86400),
       token_hash = coalesce($4, token_hash)
     where session_id = $1 and stage = $2 and ends_at > now()`,
    [sessionId, from, sessionDays, token === null ? null : hashToken(token)],
  );
  if (rowCount !== 1) return undefined;
  await noteSession(change, 'session.factor', { sessionId, personId }, { by });
  return { token };
}

export async function isAlive(db: Queryable, sessionId: string): Promise<boolean> {
  const { rows } = await db.query(
    'select from console_sessions where session_id = $1 and ends_at > now()',
    [sessionId],
  );
  return rows.length > 0;
}

interface ListedSession {
  sessionId: string;
  startedAt: Date;
  seenAt: Date;
  address: string;
  agent: string;
}

export async function listSessions(
  db: Queryable,
  personId: number,
  { idleHours }: { idleHours: number },
): Promise<ListedSession[]> {
  const { rows } = await db.query<ListedSession>(
    `select session_id as "sessionId", started_at as "startedAt", seen_at as "seenAt", address, agent
     from console_sessions
     where person_id = $1
       and ends_at > now()
       and seen_at > now() - make_interval(hours => $2)
     order by seen_at desc, session_id`,
    [personId, idleHours],
  );
  return rows;
}

export async function endSession(
  change: Change,
  { sessionId, personId }: { sessionId: string; personId: number },
): Promise<boolean> {
  const { rowCount } = await change.query(
    'delete from console_sessions where session_id = $1 and person_id = $2',
    [sessionId, personId],
  );
  if (rowCount === 1) await noteSession(change, 'session.end', { sessionId, personId }, null);
  return rowCount === 1;
}

/** Ends all sessions of a person, except one that may stay. */
export async function endSessions(
  change: Change,
  personId: number,
  { but = null }: { but?: string | null } = {},
): Promise<void> {
  const { rows } = await change.query<{ sessionId: string }>(
    `delete from console_sessions
     where person_id = $1 and session_id is distinct from $2::uuid
     returning session_id as "sessionId"`,
    [personId, but],
  );
  await noteEnds(change, personId, rows);
}

/** Ends the sessions of a person that began in another cell: by one person there, or by any. */
export async function endSwitchedSessions(
  change: Change,
  personId: number,
  subject: string | null,
): Promise<void> {
  const { rows } = await change.query<{ sessionId: string }>(
    `delete from console_sessions
     where person_id = $1
       and from_subject is not null
       and ($2::text is null or from_subject = $2)
     returning session_id as "sessionId"`,
    [personId, subject],
  );
  await noteEnds(change, personId, rows);
}

async function noteEnds(
  change: Change,
  personId: number,
  ended: readonly { sessionId: string }[],
): Promise<void> {
  for (const { sessionId } of ended) {
    await noteSession(change, 'session.end', { sessionId, personId }, null);
  }
}

export async function noteSession(
  change: Change,
  action: Act,
  { sessionId, personId }: { sessionId: string; personId: number },
  after: object | null,
): Promise<void> {
  await noteChange(change, {
    accountId: null,
    action,
    subject: 'console_sessions',
    key: { session_id: sessionId, person_id: personId },
    before: null,
    after,
  });
}

export async function pruneConsoleSessions(
  pool: Pool,
  { idleHours }: { idleHours: number },
): Promise<void> {
  await pool.query(
    `delete from console_sessions
     where ends_at < now() or seen_at < now() - make_interval(hours => $1)`,
    [idleHours],
  );
}
