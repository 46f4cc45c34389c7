import type { Pool } from 'pg';
import type { Mode } from '../../foundation/contract/products.ts';
import { accountOf, type Scope } from '../../foundation/contract/scope.ts';
import type { VerificationState } from '../../foundation/contract/wire/verify.ts';
import type { Verification } from './queries.ts';

/** What a list of verifications is limited to. `from` is inclusive, `to` exclusive. */
export interface VerificationFilter {
  account?: number;
  state?: VerificationState;
  numberHash?: Buffer;
  from?: Date;
  to?: Date;
}

/** A verification with its account, and the sealed message that it began with. */
export interface ListedVerification extends Verification {
  accountId: number;
  accountName: string;
  mode: Mode;
  contentId: string | null;
  sealed: Buffer | null;
}

interface PageAsked {
  limit: number;
  before?: string;
  after?: string;
}

/** The state as `verify_status` shows it: an open one that is over time has expired. */
const shownState = `case
    when v.state <> 'open' then v.state
    when v.expires_at <= db_time_or_now($2) then 'expired'
    else 'pending'
  end`;

const listed = `v.account_id as "accountId", v.account_name as "accountName", v.mode,
  v.verification_id as "verificationId", v.purpose, v.reference, v.messages,
  ${shownState} as state,
  case when ${shownState} = 'pending' then verifications_most_guesses() - v.guesses else 0 end
    as "guessesLeft",
  v.started_at as "startedAt", v.expires_at as "expiresAt", v.ended_at as "endedAt",
  c.content_id as "contentId", m.sealed`;

const withMessage = `left join calls c on c.account_id = v.account_id and c.call_id = v.verification_id
  left join message_contents m on m.content_id = c.content_id`;

/**
 * A page of verifications, the newest first. Each account's are read by their IDs, which begin with a time, and
 * merged, so that a page costs a few index rows per account.
 */
export async function findVerifications(
  pool: Pool,
  scope: Scope,
  { mode, now }: { mode: Mode; now: Date | null },
  filter: VerificationFilter,
  { limit, before, after }: PageAsked,
): Promise<{ verifications: ListedVerification[]; hasMore: boolean }> {
  const order = after === undefined ? 'desc' : 'asc';
  const { rows } = await pool.query<ListedVerification>(
    `select ${listed}
     from (
       select v.*, a.name as account_name
       from accounts a
       cross join lateral (
         select *
         from verifications v
         where v.account_id = a.account_id and v.mode = $1
           and ($4::uuid is null or v.verification_id < $4)
           and ($5::uuid is null or v.verification_id > $5)
           and ($6::text is null or ${shownState} = $6)
           and ($7::bytea is null or v.number_hash = $7)
           -- IDs come from a server's clock, and allow for a minute of drift.
           and ($8::timestamptz is null
             or v.started_at >= $8 and v.verification_id >= uuid_floor($8 - interval '1 minute'))
           and ($9::timestamptz is null
             or v.started_at < $9 and v.verification_id < uuid_floor($9 + interval '1 minute'))
         order by v.verification_id ${order}
         limit $10
       ) v
       where $3::integer is null or a.account_id = $3
       order by v.verification_id ${order}
       limit $10
     ) v
     ${withMessage}
     order by v.verification_id ${order}`,
    [
      mode,
      now,
      accountOf(scope, filter.account),
      before ?? null,
      after ?? null,
      filter.state ?? null,
      filter.numberHash ?? null,
      filter.from ?? null,
      filter.to ?? null,
      limit + 1,
    ],
  );
  const verifications = rows.slice(0, limit);
  if (order === 'asc') verifications.reverse();
  return { verifications, hasMore: rows.length > limit };
}

/** A message of a verification. */
interface SentMessage {
  callId: string;
  at: Date;
  state: string;
  messageState: string | null;
  finishedAt: Date | null;
  providerCode: string | null;
}

export interface VerificationStory extends ListedVerification {
  /** In order of time. Guesses of earlier versions have no time, and are only counted. */
  guessedAt: Date[];
  guesses: number;
  sent: SentMessage[];
  /** The message whose code is valid, or was approved. */
  codeCall: string;
}

/** Finds a verification in a scope with its messages and guesses; the code is kept nowhere. */
export async function findVerificationStory(
  pool: Pool,
  scope: Scope,
  verificationId: string,
  now: Date | null,
): Promise<VerificationStory | undefined> {
  const { rows } = await pool.query<Omit<VerificationStory, 'sent'>>(
    `select ${listed}, coalesce(v.guessed_at, '{}') as "guessedAt", v.guesses,
       v.code_call as "codeCall"
     from (
       select v.*, a.name as account_name
       from accounts a
       join verifications v on v.account_id = a.account_id and v.verification_id = $1
       where $3::integer is null or a.account_id = $3
     ) v
     ${withMessage}`,
    [verificationId, now, accountOf(scope)],
  );
  const [found] = rows;
  if (!found) return undefined;
  const messages = await pool.query<SentMessage>(
    `select c.call_id as "callId", c.held_at as at, c.state, c.message_state as "messageState",
       c.finished_at as "finishedAt", c.provider_code as "providerCode"
     from (
       select $2::uuid as call_id
       union all
       select r.call_id
       from verification_resends r
       where r.account_id = $1 and r.verification_id = $2
     ) s
     join calls c on c.account_id = $1 and c.call_id = s.call_id
     order by c.held_at, c.call_id`,
    [found.accountId, verificationId],
  );
  return { ...found, sent: messages.rows };
}
