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
} from './person-queries.ts';
import { setRole } from './role-queries.ts';
import { mayEnter } from './sign-in.ts';
import type { SignInPorts } from './sign-in-ports.ts';
import type { SessionStage } from './signed-in.ts';
import type { Visitor } from './throttle.ts';

export interface OidcArrival {
  visitor: Visitor;
  language: Language;
  /** Whether the platform accepts the provider's verification of the second factor. */
  trustsFactor: boolean;
  /** The person signed in in this browser who has just verified their second factor. */
  provedPersonId: number | undefined;
  replaces: string | undefined;
}

/**
 * Signs in a person through the identity provider: one who is already connected, or one whose verified e-mail
 * address matches an invitation or a person who may be connected. Everyone else is rejected.
 */
export async function signInByOidc(
  ports: SignInPorts,
  identity: Identity,
  arrival: OidcArrival,
): Promise<BegunSession> {
  const connected = await findCredentials(ports.pool, { oidcSubject: identity.subject });
  if (connected) return enter(ports, connected, identity, arrival);
  if (identity.email === undefined) return fail('oidc_failed');
  const known = await findCredentials(ports.pool, { email: identity.email });
  if (known) {
    if (!mayConnect(known, arrival)) return fail('oidc_unknown');
    return enter(ports, known, identity, arrival, (change) =>
      connectSubject(change, known.personId, identity.subject),
    );
  }
  const invitation = await findInvitationOf(ports.pool, identity.email);
  if (!invitation) return fail('oidc_unknown');
  return acceptByOidc(ports, { ...identity, email: identity.email }, invitation, arrival);
}

/**
 * Decides whether to connect an identity to an existing person. Anyone with an invitation link can
 * enter another person's address, so a match counts only if an inviter named the address, or the
 * person is signed in to both at once.
 */
function mayConnect(person: Credentials, { provedPersonId }: OidcArrival): boolean {
  if (person.isConnected) return false;
  return person.isEmailVouched || person.personId === provedPersonId;
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
): Promise<BegunSession> {
  const { email, subject } = identity;
  const said = identity.name?.trim() ?? '';
  const name = nameProblem(said, 100) === undefined ? said : email;
  const personId = await nextPersonId(ports.pool);
  const { visitor, replaces, language } = arrival;
  const stage = stageOf(identity, false, arrival);
  const person = { personId, name, email, language, passwordHash: null, isEmailVouched: true };
  const session = { person, ...stage, visitor, replaces };
  return beginSession(ports, 'invitation.accept', session, async (change) => {
    if (!(await insertPerson(change, { ...person, oidcSubject: subject }))) fail('oidc_failed');
    if (!(await takeInvitation(change, invitationId, personId))) fail('invitation_gone');
    await setRole(change, personId, accountId, role);
  });
}
