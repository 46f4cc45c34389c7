import { inChange } from '../../foundation/audit/change-queries.ts';
import { type Detail, fail } from '../../foundation/contract/errors/errors.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { nameProblem } from '../../foundation/contract/text/name-problem.ts';
import { problems } from '../../foundation/contract/text/problems.ts';
import { type BegunSession, beginSession } from './begin-session.ts';
import { passwordFault } from './change-password.ts';
import { readEmail } from './email.ts';
import { findInvitation, takeInvitation } from './invitation-queries.ts';
import { findCredentials, insertPerson, nextPersonId } from './person-queries.ts';
import { setRole } from './role-queries.ts';
import type { Session } from './session-queries.ts';
import { actorOf, type SignInPorts } from './sign-in-ports.ts';
import type { Visitor } from './throttle.ts';

/** What a new person enters about themselves. */
export interface Newcomer {
  name: string;
  email: string;
  password: string;
  language: Language | null;
}

/** Creates a person for the holder of an invitation link, gives them the role and signs them in to enrol. */
export async function acceptAsNewcomer(
  ports: SignInPorts,
  token: string,
  newcomer: Newcomer,
  visitor: Visitor,
  replaces?: string,
): Promise<BegunSession> {
  const { pool, hasher } = ports;
  const invitation = (await findInvitation(pool, token)) ?? fail('invitation_gone');
  const { invitationId, accountId, role } = invitation;
  const { name, email, password, language } = await readNewcomer(ports, newcomer);
  const passwordHash = await hasher.hash(password);
  const personId = await nextPersonId(pool);
  const arrival = { person: { personId, name }, stage: 'enrol', visitor, replaces } as const;
  return beginSession(ports, 'invitation.accept', arrival, async (change) => {
    const person = { personId, name, email, language, passwordHash };
    if (!(await insertPerson(change, person))) failTaken();
    if (!(await takeInvitation(change, invitationId, personId))) fail('invitation_gone');
    await setRole(change, personId, accountId, role);
  });
}

/** Gives the role to a person who is already signed in. */
export async function acceptAsSelf(
  { pool }: SignInPorts,
  session: Session,
  token: string,
): Promise<void> {
  const invitation = (await findInvitation(pool, token)) ?? fail('invitation_gone');
  const { invitationId, accountId, role } = invitation;
  await inChange(pool, actorOf(session), 'invitation.accept', async (change) => {
    if (!(await takeInvitation(change, invitationId, session.personId))) fail('invitation_gone');
    await setRole(change, session.personId, accountId, role);
  });
}

/** Validates a newcomer's input and reports all problems at once. */
export async function readNewcomer(
  { pool }: Pick<SignInPorts, 'pool'>,
  { name: typedName, email: typedEmail, password, language }: Newcomer,
): Promise<Newcomer> {
  const name = typedName.trim();
  const email = readEmail(typedEmail);
  const details: Detail[] = [];
  if (nameProblem(name, 100)) {
    details.push({ field: 'name', problem: problems.unseen_name });
  }
  if (email === undefined) details.push({ field: 'email', problem: problems.not_email });
  details.push(...passwordFault('password', password, { email: email ?? typedEmail, name }));
  if (email === undefined || details.length > 0) return fail('invalid_request', { details });
  if (await findCredentials(pool, { email })) failTaken();
  return { name, email, password, language };
}

export function failTaken(): never {
  fail('invalid_request', { details: [{ field: 'email', problem: problems.email_taken }] });
}
