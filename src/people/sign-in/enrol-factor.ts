import type { Act } from '../../foundation/audit/acts.ts';
import { type Change, inChange, noteChange } from '../../foundation/audit/change-queries.ts';
import { readCell } from '../../foundation/cell/cell-queries.ts';
import { fail } from '../../foundation/contract/errors/errors.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { requireName } from '../../foundation/contract/refusals/require-name.ts';
import type { Vault } from '../../foundation/vault.ts';
import {
  countRecoveryCodes,
  findPendingTotp,
  insertPasskey,
  listPasskeys,
  putChallenge,
  putPendingTotp,
  readFactors,
  removePasskey,
  setRecoveryCodes,
  setTotp,
  takeChallenge,
} from './factor-queries.ts';
import { totpContext } from './pass-factor.ts';
import { askForNewPasskey, type RelyingParty, readNewPasskey } from './passkey.ts';
import { type Credentials, lockPerson } from './person-queries.ts';
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-code.ts';
import {
  endSessions,
  isAlive,
  type RaisedSession,
  raiseSession,
  type Session,
} from './session-queries.ts';
import { actorOf, type SignInPorts } from './sign-in-ports.ts';
import { makeTotp, stepOfCode } from './totp.ts';

/**
 * The result of adding a factor. A person's first factor brings recovery codes, and completing
 * the session brings a new cookie.
 */
export interface EnrolledFactor extends RaisedSession {
  recoveryCodes: string[] | null;
}

/**
 * Starts enrolling an authenticator app. The previous app stays valid until the new
 * one's first code is confirmed.
 */
export async function beginTotp(
  { pool, vault }: SignInPorts,
  { sessionId, personId, email }: Session,
): Promise<{ secret: string; uri: string }> {
  const made = makeTotp(email, 'Countersign');
  await putPendingTotp(pool, sessionId, vault.seal(made.secret, totpContext(personId)));
  return made;
}

/** Confirms the app with its first code. */
export async function confirmTotp(
  ports: SignInPorts,
  session: Session,
  code: string,
): Promise<EnrolledFactor> {
  const { sessionId, personId } = session;
  return enrol(ports, session, 'person.totp', async (change) => {
    const sealed = await findPendingTotp(change, sessionId);
    const secret = sealed && ports.vault.open(sealed, totpContext(personId));
    const step = secret ? stepOfCode(secret, code, ports.clock.nowMs()) : undefined;
    if (!sealed || step === undefined) return fail('code_wrong');
    await setTotp(change, personId, { sealed, step });
    await putPendingTotp(change, sessionId, null);
  });
}

export async function beginPasskey(
  { pool }: SignInPorts,
  session: Session,
  relyingParty: RelyingParty,
) {
  const known = await listPasskeys(pool, session.personId);
  const person = { ...session, cell: await readCell(pool) };
  const options = await askForNewPasskey(relyingParty, person, known);
  await putChallenge(pool, session.sessionId, { challenge: options.challenge, of: 'enrol' });
  return options;
}

export async function confirmPasskey(
  ports: SignInPorts,
  session: Session,
  relyingParty: RelyingParty,
  { response, name }: { response: unknown; name: string },
): Promise<EnrolledFactor> {
  requireName({ en: 'Passkey name', zh: '通行密钥名称' }, name, 100);
  const challenge = await takeChallenge(ports.pool, session.sessionId, 'enrol');
  const made = challenge && (await readNewPasskey(relyingParty, challenge, response));
  if (!made) return fail('code_wrong');
  return enrol(ports, session, 'person.passkey', async (change) => {
    if (!(await insertPasskey(change, session.personId, { ...made, name }))) {
      refuse('passkey_exists');
    }
  });
}

/**
 * Adds a factor, creates recovery codes if the person has none, and completes the session. A second visitor
 * with the same password may be enrolling too: the first to finish wins, and the other sessions end.
 */
async function enrol(
  { pool, vault, sessionDays }: SignInPorts,
  session: Session,
  action: Act,
  add: (change: Change) => Promise<void>,
): Promise<EnrolledFactor> {
  const { personId, stage, sessionId } = session;
  return inChange(pool, actorOf(session), action, async (change) => {
    const { hasFactor } = await lockOwn(change, session);
    if (stage === 'enrol' && hasFactor) fail('sign_in_required');
    await add(change);
    let token: string | null = null;
    if (stage === 'enrol') {
      const wanted = { from: stage, sessionDays, by: 'enrol' };
      const raised = await raiseSession(change, session, wanted);
      token = (raised ?? fail('sign_in_required')).token;
      await endSessions(change, personId, { but: sessionId });
    }
    const isFirst = (await countRecoveryCodes(change, personId)) === 0;
    return { token, recoveryCodes: isFirst ? await renew(change, vault, personId) : null };
  });
}

/** Replaces the recovery codes. The new ones are shown once. */
export async function renewRecoveryCodes(
  { pool, vault }: SignInPorts,
  session: Session,
): Promise<string[]> {
  return inChange(pool, actorOf(session), 'person.recovery_codes', async (change) => {
    await lockOwn(change, session);
    return renew(change, vault, session.personId);
  });
}

/** Locks the person, then checks that this session is still alive: a concurrent change may have ended it. */
async function lockOwn(change: Change, { personId, sessionId }: Session): Promise<Credentials> {
  const person = await lockPerson(change, personId);
  return (await isAlive(change, sessionId)) ? person : fail('sign_in_required');
}

async function renew(change: Change, vault: Vault, personId: number): Promise<string[]> {
  const codes = makeRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(vault, personId, code));
  await setRecoveryCodes(change, personId, hashes);
  await noteChange(change, {
    accountId: null,
    action: 'person.recovery_codes',
    subject: 'recovery_codes',
    key: { person_id: personId },
    before: null,
    after: { codes: codes.length },
  });
  return codes;
}

/** Removes a factor, but never the last one. */
export async function removeFactor(
  { pool }: SignInPorts,
  session: Session,
  which: { credentialId: string } | 'totp',
): Promise<void> {
  const { personId } = session;
  await inChange(pool, actorOf(session), 'person.factor_remove', async (change) => {
    await lockOwn(change, session);
    if (which === 'totp') await setTotp(change, personId, { sealed: null, step: 0 });
    else if (!(await removePasskey(change, personId, which.credentialId))) {
      refuse('passkey_not_found');
    }
    const { hasPasskey, hasTotp } = await readFactors(change, personId);
    if (!hasPasskey && !hasTotp) refuse('last_factor');
  });
}
