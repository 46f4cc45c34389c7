import type { Pool } from 'pg';
import type { Owner } from '../../foundation/contract/products.ts';
import type { CheckResult, VerificationState } from '../../foundation/contract/wire/verify.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { walkPages } from '../../foundation/db/walk-pages.ts';
import type { Money } from '../../foundation/money.ts';

/** Which verification a guess is for. */
export type Target = { verificationId: string } | { numberHash: Buffer; purpose: string };

/** The current code of a verification. */
export interface CurrentCode {
  verificationId: string;
  codeCall: string;
  codeHash: Buffer;
}

/** The current code for each target; undefined where there is no verification. */
export async function findCodes(
  pool: Queryable,
  targets: readonly (Owner & { target: Target })[],
): Promise<(CurrentCode | undefined)[]> {
  const { rows } = await pool.query<CurrentCode & { ord: number }>({
    name: 'verification_codes',
    text: `select ord, verification_id as "verificationId", code_call as "codeCall",
             code_hash as "codeHash"
           from verifications_codes($1, $2, $3, $4, $5)`,
    values: [
      targets.map(({ accountId }) => accountId),
      targets.map(({ mode }) => mode),
      targets.map(({ target }) => ('verificationId' in target ? target.verificationId : null)),
      targets.map(({ target }) => ('numberHash' in target ? target.numberHash : null)),
      targets.map(({ target }) => ('purpose' in target ? target.purpose : null)),
    ],
  });
  const found = new Map(rows.map((row) => [row.ord, row]));
  return targets.map((_, i) => found.get(i + 1));
}

export interface ComparedGuess extends CurrentCode {
  accountId: number;
  isRight: boolean;
}

/** The result of a guess; `stale` if its code was replaced since it was compared. */
export interface GuessResult {
  result: CheckResult | 'stale';
  guessesLeft: number;
}

/** Counts guesses, each of another verification; see check-codes.sql. */
export async function countGuesses(
  pool: Queryable,
  now: Date | null,
  guesses: readonly ComparedGuess[],
): Promise<GuessResult[]> {
  const { rows } = await pool.query<GuessResult>({
    name: 'verification_guesses',
    text: `select result, guesses_left as "guessesLeft"
           from verifications_guess($1, $2, $3, $4, $5)
           order by ord`,
    values: [
      now,
      guesses.map(({ accountId }) => accountId),
      guesses.map(({ verificationId }) => verificationId),
      guesses.map(({ codeCall }) => codeCall),
      guesses.map(({ isRight }) => isRight),
    ],
  });
  return rows;
}

export interface Verification {
  verificationId: string;
  state: VerificationState;
  purpose: string;
  reference: string | null;
  messages: number;
  guessesLeft: number;
  startedAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
  /** What the approval costs, and what was charged for it; 0 if approvals cost nothing. */
  approvalPrice: Money;
  approvalCharged: Money;
}

const columns = `v.verification_id as "verificationId", v.purpose, v.reference, v.messages,
  case
    when v.state <> 'open' then v.state
    when v.expires_at <= db_time_or_now($4) then 'expired'
    else 'pending'
  end as state,
  case
    when v.state = 'open' and v.expires_at > db_time_or_now($4)
      then verifications_most_guesses() - v.guesses
    else 0
  end as "guessesLeft",
  v.started_at as "startedAt", v.expires_at as "expiresAt", v.ended_at as "endedAt",
  coalesce(c.amount, 0)::bigint as "approvalPrice",
  (case when c.state = 'done' then c.amount else 0 end)::bigint as "approvalCharged"`;

export async function findVerification(
  pool: Pool,
  { accountId, mode }: Owner,
  verificationId: string,
  now: Date | null,
): Promise<Verification | undefined> {
  const { rows } = await pool.query<Verification>(
    `select ${columns}
     from verifications v
     left join calls c on c.account_id = v.account_id and c.call_id = v.approval_call
     where v.account_id = $1 and v.verification_id = $2 and v.mode = $3`,
    [accountId, verificationId, mode, now],
  );
  return rows[0];
}

/** Ends an open verification. One that has ended keeps its state. */
export async function cancelVerification(
  pool: Pool,
  { accountId, mode }: Owner,
  verificationId: string,
  now: Date | null,
): Promise<void> {
  await pool.query('select verifications_cancel($4, array[$1::integer], $3, array[$2::uuid])', [
    accountId,
    verificationId,
    mode,
    now,
  ]);
}

/** So few that no wallet is locked for long. */
const expiredAtOnce = 200;

/** Ends verifications whose time is over, and returns how many it found. */
export async function expireVerifications(
  pool: Pool,
  now: Date | null,
  signal?: AbortSignal,
): Promise<number> {
  let found = 0;
  for (;;) {
    if (signal?.aborted) return found;
    const { rows } = await pool.query<{ count: number }>(
      'select verifications_expire($1, $2) as count',
      [now, expiredAtOnce],
    );
    const count = rows[0]?.count ?? 0;
    found += count;
    if (count < expiredAtOnce) return found;
  }
}

/** The open verification of a number and purpose, whose code a further message has again. */
export async function findOpenVerification(
  pool: Queryable,
  { accountId, mode }: Owner,
  { numberHash, purpose }: Extract<Target, { purpose: string }>,
  now: Date | null,
): Promise<string | null> {
  const { rows } = await pool.query<{ verificationId: string; isOpen: boolean }>({
    name: 'open_verification',
    text: `select verification_id as "verificationId",
             state = 'open' and expires_at > db_time_or_now($5) as "isOpen"
           from verifications
           where account_id = $1 and number_hash = $2 and mode = $3 and purpose = $4
           order by started_at desc
           limit 1`,
    values: [accountId, numberHash, mode, purpose, now],
  });
  const [latest] = rows;
  return latest?.isOpen ? latest.verificationId : null;
}

/** The verification of a start whose reply was not stored. */
export async function findStarted(
  pool: Pool,
  { accountId }: Pick<Owner, 'accountId'>,
  callId: string,
): Promise<{ verificationId: string; expiresAt: string; resendAfter: string } | undefined> {
  const { rows } = await pool.query<{ verificationId: string; expiresAt: Date; resendAfter: Date }>(
    `select verification_id as "verificationId", expires_at as "expiresAt",
       coalesce(sent_at[1], started_at) + verifications_cooldown(messages) as "resendAfter"
     from verifications
     where account_id = $1 and verification_id = coalesce(
       (select r.verification_id from verification_resends r where r.account_id = $1 and r.call_id = $2),
       $2
     )`,
    [accountId, callId],
  );
  const [started] = rows;
  return (
    started && {
      verificationId: started.verificationId,
      expiresAt: started.expiresAt.toISOString(),
      resendAfter: started.resendAfter.toISOString(),
    }
  );
}

/** Deletes verifications that are older than the messages that are kept. */
export function pruneVerifications(
  pool: Pool,
  days: number,
  signal?: AbortSignal,
): Promise<number> {
  return walkPages(pool, 'verifications', signal, (from, to) =>
    pool.query(
      `delete from verifications
       where ctid = any (array(
         select ctid
         from verifications
         where ctid >= $1::tid and ctid < $2::tid
           -- An open one may still hold money.
           and state <> 'open' and expires_at < now() - greatest(interval '1 hour', make_interval(days => $3))
         for update skip locked
       ))`,
      [from, to, days],
    ),
  );
}

/** Deletes the verifications of a number, in one account or in all of them, after canceling those that are open. */
export async function eraseVerifications(
  client: Queryable,
  numberHash: Buffer,
  accountId: number | null,
): Promise<number> {
  const ofNumber = `number_hash = $1 and account_id = any (
    case when $2::integer is null then array(select account_id from accounts) else array[$2] end
  )`;
  await client.query(
    `select verifications_cancel(null, array_agg(account_id), null, array_agg(verification_id))
     from verifications
     where ${ofNumber} and state = 'open'
     having count(*) > 0`,
    [numberHash, accountId],
  );
  const { rowCount } = await client.query(`delete from verifications where ${ofNumber}`, [
    numberHash,
    accountId,
  ]);
  return rowCount ?? 0;
}

/** Deletes all verifications of an account. */
export async function eraseVerificationsOf(db: Queryable, accountId: number): Promise<void> {
  await db.query('delete from open_verifications where account_id = $1', [accountId]);
  await db.query('delete from verifications where account_id = $1', [accountId]);
}
