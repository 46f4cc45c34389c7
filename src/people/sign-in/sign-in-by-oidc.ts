import type { Change } from '../../foundation/audit/change-queries.ts';
import { fail } from '../../foundation/contract/errors/errors.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { nameProblem } from '../../foundation/contract/text/name-problem.ts';
import { type BegunSession, beginSession } from './begin-session.ts';
import { findInvitationOf, type Invitation, takeInvitation } from './invitation-queries.ts';
import type { Identity } from './oidc.ts';
import {
  type Credentials,
  connectSubject,
  findCredentials,
  insertPerson,
  nextPersonId,
  releaseEmail,
} from './person-queries.ts';
import { setRole } from './role-queries.ts';
import { mayEnter } from './sign-in.ts';
import type { SignInPorts } from './sign-in-ports.ts';
import type { SessionStage } from './signed-in.ts';
import type { Visitor } from './throttle.ts';

interface OidcArrival {
  visitor: Visitor;
  language: Language;
  /** Whether the platform accepts the provider's verification of the second factor. */
  trustsFactor: boolean;
  /** The person signed in in this browser who has just verified their second factor. */
  provedPersonId: number | undefined;
  replaces: string | undefined;
}

/**
 * Signs in a person through the identity provider: one who is already connected, one who is signed in here at
 * the same time and connects now, or a new one whose verified e-mail address an invitation names. Everyone else
 * is rejected.
 *
 * The address alone opens no existing person. Anyone with a link can enter any address, so such a person may be
 * someone else's, with a password, factors and sessions that go on working. Nor may the provider replace the
 * factors of a person who has them. So the address goes to whoever proved it, as a new person with nothing
 * but the invitation's role. Two keep an unproved address, and connect by signing in both ways: an operator,
 * because the platform let them in, and a member whom only an account invited, because any customer can
 * invite any address and would lock its holder out.
 */
export async function signInByOidc(
  ports: SignInPorts,
  identity: Identity,
  arrival: OidcArrival,
): Promise<BegunSession> {
  const { subject, email } = identity;
  const connected = await findCredentials(ports.pool, { oidcSubject: subject });
  if (connected) return enter(ports, connected, identity, arrival);
  if (email === undefined) return fail('oidc_failed');
  const holder = await findCredentials(ports.pool, { email });
  if (holder?.isConnected) return fail('oidc_unknown');
  if (holder && holder.personId === arrival.provedPersonId) {
    return enter(ports, holder, identity, arrival, (change) =>
      connectSubject(change, holder.personId, subject),
    );
  }
  const invitation = await findInvitationOf(ports.pool, email, { isHeld: holder !== undefined });
  if (!invitation || holder?.isOperator) return fail('oidc_unknown');
  return acceptByOidc(ports, { ...identity, email }, invitation, arrival, holder?.personId);
}

function stageOf(
  { hasFactor }: Identity,
  isEnrolled: boolean,
  { trustsFactor }: OidcArrival,
): { stage: SessionStage; hasFactor: boolean } {
  if (hasFactor && trustsFactor) return { stage: 'full', hasFactor: true };
  return { stage: isEnrolled ? 'password' : 'enrol', hasFactor: false };
}

async function enter(
  ports: SignInPorts,
  person: Credentials,
  identity: Identity,
  arrival: OidcArrival,
  work?: (change: Change) => Promise<void>,
): Promise<BegunSession> {
  if (!mayEnter(person)) return fail('oidc_unknown');
  const { visitor, replaces } = arrival;
  const stage = stageOf(identity, person.hasFactor, arrival);
  return beginSession(ports, 'session.start', { person, ...stage, visitor, replaces }, work);
}

async function acceptByOidc(
  ports: SignInPorts,
  identity: Identity & { email: string },
  { invitationId, accountId, role }: Invitation,
  arrival: OidcArrival,
  holderId: number | undefined,
): Promise<BegunSession> {
  const { email, subject } = identity;
  const said = identity.name?.trim() ?? '';
  const name = nameProblem(said, 100) === undefined ? said : email;
  const personId = await nextPersonId(ports.pool);
  const { visitor, replaces, language } = arrival;
  const stage = stageOf(identity, false, arrival);
  const person = { personId, name, email, language, passwordHash: null };
  const session = { person, ...stage, visitor, replaces };
  return beginSession(ports, 'invitation.accept', session, async (change) => {
    if (holderId !== undefined) await releaseEmail(change, holderId);
    if (!(await insertPerson(change, { ...person, oidcSubject: subject }))) fail('oidc_failed');
    if (!(await takeInvitation(change, invitationId, personId))) fail('invitation_gone');
    await setRole(change, personId, accountId, role);
  });
}
