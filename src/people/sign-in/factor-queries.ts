import type { Change } from '../../foundation/audit/change-queries.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';

export interface Passkey {
  credentialId: string;
  name: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  madeAt: Date;
  usedAt: Date | null;
}

export async function listPasskeys(db: Queryable, personId: number): Promise<Passkey[]> {
  const { rows } = await db.query<Passkey>(
    `select credential_id as "credentialId", name, public_key as "publicKey",
       counter::float8 as counter, transports, made_at as "madeAt", used_at as "usedAt"
     from passkeys
     where person_id = $1
     order by made_at, credential_id`,
    [personId],
  );
  return rows;
}

/** False when this passkey is already registered. */
export async function insertPasskey(
  change: Change,
  personId: number,
  passkey: Pick<Passkey, 'credentialId' | 'name' | 'publicKey' | 'counter' | 'transports'>,
): Promise<boolean> {
  const { credentialId, name, publicKey, counter, transports } = passkey;
  const { rowCount } = await change.query(
    `insert into passkeys (credential_id, person_id, name, public_key, counter, transports)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (credential_id) do nothing`,
    [credentialId, personId, name, publicKey, counter, transports],
  );
  return rowCount === 1;
}

/**
 * Rejects a counter that does not increase, because it means a cloned passkey. Passkeys
 * without a counter always send 0.
 */
export async function usePasskey(
  change: Change,
  credentialId: string,
  counter: number,
): Promise<boolean> {
  const { rowCount } = await change.query(
    `update passkeys set counter = $2, used_at = now()
     where credential_id = $1 and (counter < $2 or (counter = 0 and $2 = 0))`,
    [credentialId, counter],
  );
  return rowCount === 1;
}

export async function removePasskey(
  change: Change,
  personId: number,
  credentialId: string,
): Promise<boolean> {
  const { rowCount } = await change.query(
    'delete from passkeys where person_id = $1 and credential_id = $2',
    [personId, credentialId],
  );
  return rowCount === 1;
}

/** The encrypted secret of the person's authenticator app, if there is one. */
export async function findTotp(db: Queryable, personId: number): Promise<Buffer | null> {
  const { rows } = await db.query<{ secret: Buffer | null }>(
    'select totp_secret as secret from people where person_id = $1',
    [personId],
  );
  return rows[0]?.secret ?? null;
}

export async function setTotp(
  change: Change,
  personId: number,
  { sealed, step }: { sealed: Buffer | null; step: number },
): Promise<void> {
  await change.query('update people set totp_secret = $2, totp_step = $3 where person_id = $1', [
    personId,
    sealed,
    step,
  ]);
}

/** Uses up a code's time step. False when this step or a later one was already used. */
export async function takeStep(change: Change, personId: number, step: number): Promise<boolean> {
  const { rowCount } = await change.query(
    'update people set totp_step = $2 where person_id = $1 and totp_step < $2',
    [personId, step],
  );
  return rowCount === 1;
}

/** Replaces all recovery codes. */
export async function setRecoveryCodes(
  change: Change,
  personId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await change.query('delete from recovery_codes where person_id = $1', [personId]);
  await change.query(
    'insert into recovery_codes (person_id, code_hash) select $1, unnest($2::bytea[])',
    [personId, hashes],
  );
}

export async function useRecoveryCode(
  change: Change,
  personId: number,
  hash: Buffer,
): Promise<boolean> {
  const { rowCount } = await change.query(
    `update recovery_codes set used_at = now()
     where person_id = $1 and code_hash = $2 and used_at is null`,
    [personId, hash],
  );
  return rowCount === 1;
}

export async function countRecoveryCodes(db: Queryable, personId: number): Promise<number> {
  const { rows } = await db.query<{ left: number }>(
    `select count(*)::integer as left from recovery_codes where person_id = $1 and used_at is null`,
    [personId],
  );
  return rows[0]?.left ?? 0;
}

/** Removes all of a person's second factors. */
export async function clearFactors(change: Change, personId: number): Promise<void> {
  await setTotp(change, personId, { sealed: null, step: 0 });
  await change.query('delete from passkeys where person_id = $1', [personId]);
  await change.query('delete from recovery_codes where person_id = $1', [personId]);
}

type ChallengeFor = 'enrol' | 'factor';

/** Stores the challenge for a passkey to sign. Only the newest is valid, and only for a short time. */
export async function putChallenge(
  db: Queryable,
  sessionId: string,
  { challenge, of }: { challenge: string; of: ChallengeFor },
): Promise<void> {
  await db.query(
    `update console_sessions
     set challenge = $2, challenge_for = $3, challenge_until = now() + interval '5 minutes'
     where session_id = $1`,
    [sessionId, challenge, of],
  );
}

/** Deletes the challenge as it is read, so that no response counts twice. */
export async function takeChallenge(
  db: Queryable,
  sessionId: string,
  of: ChallengeFor,
): Promise<string | undefined> {
  const { rows } = await db.query<{ challenge: string }>(
    `with taken as (
       select session_id, challenge from console_sessions
       where session_id = $1 and challenge_for = $2 and challenge_until > now()
       for update
     )
     update console_sessions s
     set challenge = null, challenge_for = null, challenge_until = null
     from taken t
     where s.session_id = t.session_id
     returning t.challenge`,
    [sessionId, of],
  );
  return rows[0]?.challenge;
}

export async function putPendingTotp(
  db: Queryable,
  sessionId: string,
  sealed: Buffer | null,
): Promise<void> {
  await db.query('update console_sessions set pending_totp = $2 where session_id = $1', [
    sessionId,
    sealed,
  ]);
}

/** Reads under a lock, so that an app is confirmed only once. */
export async function findPendingTotp(change: Change, sessionId: string): Promise<Buffer | null> {
  const { rows } = await change.query<{ sealed: Buffer | null }>(
    `select pending_totp as sealed from console_sessions
     where session_id = $1 and ends_at > now()
     for update`,
    [sessionId],
  );
  return rows[0]?.sealed ?? null;
}

/** The kinds of second factor a person has, and the number of recovery codes left. */
export async function readFactors(
  db: Queryable,
  personId: number,
): Promise<{ hasPasskey: boolean; hasTotp: boolean; recoveryCodesLeft: number }> {
  const { rows } = await db.query<{ hasPasskey: boolean; hasTotp: boolean }>(
    `select totp_secret is not null as "hasTotp",
       exists (select from passkeys k where k.person_id = p.person_id) as "hasPasskey"
     from people p
     where person_id = $1`,
    [personId],
  );
  const recoveryCodesLeft = await countRecoveryCodes(db, personId);
  return { hasPasskey: false, hasTotp: false, ...rows[0], recoveryCodesLeft };
}
