import { type Change, inChange } from '../../foundation/audit/change-queries.ts';
import { fail } from '../../foundation/contract/errors/errors.ts';
import type { SealedColumn } from '../../foundation/vault.ts';
import {
  findTotp,
  listPasskeys,
  putChallenge,
  takeChallenge,
  takeStep,
  usePasskey,
  useRecoveryCode,
} from './factor-queries.ts';
import { knownDevice } from './known-device.ts';
import { askForPasskey, type RelyingParty, readPasskey } from './passkey.ts';
import { hashRecoveryCode } from './recovery-code.ts';
import { noteSession, type RaisedSession, raiseSession, type Session } from './session-queries.ts';
import { actorOf, type SignInPorts } from './sign-in-ports.ts';
import { countOfFactor, countsOfSignIn, type TryCount, type Visitor } from './throttle.ts';
import { countTry, forgetTries } from './throttle-queries.ts';
import { stepOfCode } from './totp.ts';

/** The encryption context of a person's authenticator secret. */
export const totpContext = (personId: number) => `totp ${personId}`;

/** Where the secrets of authenticator apps are stored, confirmed or not. */
export const sealedTotpSecrets: readonly SealedColumn[] = [
  {
    table: 'people',
    column: 'totp_secret',
    key: { person_id: 'integer' },
    contextOf: ({ person_id }) => totpContext(Number(person_id)),
  },
  {
    table: 'console_sessions',
    column: 'pending_totp',
    key: { session_id: 'uuid' },
    besides: 'person_id',
    contextOf: ({ person_id }) => totpContext(Number(person_id)),
  },
];

/** Verifies a code from an authenticator app. Each time step works once. */
export async function passTotp(
  ports: SignInPorts,
  session: Session,
  code: string,
  visitor: Visitor,
): Promise<RaisedSession> {
  const { pool, vault, clock } = ports;
  const { personId } = session;
  const device = knownDevice(vault, personId, visitor.device);
  const count = countOfFactor(vault, 'codes', personId, device);
  await countTry(pool, [count]);
  const sealed = await findTotp(pool, personId);
  const secret = sealed && vault.open(sealed, totpContext(personId));
  const step = secret ? stepOfCode(secret, code, clock.nowMs()) : undefined;
  const raised = await pass(ports, session, 'totp', async (change) =>
    step === undefined ? false : takeStep(change, personId, step),
  );
  await forgetTries(pool, count);
  return raised;
}

/** Verifies a recovery code. It is too long to guess, so attempts are limited only per person and network. */
export async function passRecoveryCode(
  ports: SignInPorts,
  session: Session,
  code: string,
  { address }: Visitor,
): Promise<RaisedSession> {
  const { pool, vault } = ports;
  const { personId } = session;
  const whose = { address, device: undefined };
  const [count] = countsOfSignIn(vault, `recovery ${personId}`, whose) as [TryCount];
  await countTry(pool, [count]);
  const hash = hashRecoveryCode(vault, personId, code);
  const raised = await pass(ports, session, 'recovery', (change) =>
    useRecoveryCode(change, personId, hash),
  );
  await forgetTries(pool, count);
  return raised;
}

/** Creates the challenge for one of the person's passkeys to sign. */
export async function askFactor(
  { pool }: SignInPorts,
  session: Session,
  relyingParty: RelyingParty,
) {
  const options = await askForPasskey(relyingParty, await listPasskeys(pool, session.personId));
  await putChallenge(pool, session.sessionId, { challenge: options.challenge, of: 'factor' });
  return options;
}

export async function passPasskey(
  ports: SignInPorts,
  session: Session,
  relyingParty: RelyingParty,
  response: unknown,
  visitor: Visitor,
): Promise<RaisedSession> {
  const { pool, vault } = ports;
  const device = knownDevice(vault, session.personId, visitor.device);
  const count = countOfFactor(vault, 'passkeys', session.personId, device);
  await countTry(pool, [count]);
  const challenge = await takeChallenge(pool, session.sessionId, 'factor');
  const known = await listPasskeys(pool, session.personId);
  const signed = challenge && (await readPasskey(relyingParty, challenge, response, known));
  const raised = await pass(ports, session, 'passkey', async (change) =>
    signed ? usePasskey(change, signed.credentialId, signed.counter) : false,
  );
  await forgetTries(pool, count);
  return raised;
}

/** Uses up the factor and completes the session in one transaction. A failed attempt is logged too. */
async function pass(
  { pool, sessionDays }: SignInPorts,
  session: Session,
  by: string,
  take: (change: Change) => Promise<boolean>,
): Promise<RaisedSession> {
  const { stage: from } = session;
  const actor = actorOf(session);
  const raised = await inChange(pool, actor, 'session.factor', async (change) => {
    if (!(await take(change))) return undefined;
    // The session ended in the meantime: failing rolls back, so the factor is not used up.
    const wanted = { from, sessionDays, by };
    return (await raiseSession(change, session, wanted)) ?? fail('sign_in_required');
  });
  if (raised) return raised;
  const action = 'session.factor_failed';
  await inChange(pool, actor, action, (change) => noteSession(change, action, session, { by }));
  return fail('code_wrong');
}
