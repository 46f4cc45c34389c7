import { inChange } from '../../foundation/audit/change-queries.ts';
import { type Detail, fail } from '../../foundation/contract/errors/errors.ts';
import { problem } from '../../foundation/contract/text/problems.ts';
import { passwordLength, passwordProblem } from './password-problem.ts';
import { requirePerson, setPasswordHash } from './person-queries.ts';
import type { Session } from './session-queries.ts';
import { endSessions } from './session-queries.ts';
import { actorOf, type SignInPorts } from './sign-in-ports.ts';
import { countsOfSignIn, type Visitor } from './throttle.ts';
import { countTry, forgetTries, uncountTries } from './throttle-queries.ts';

/** The problem with a chosen password, in the form of `details`. */
export function passwordFault(
  field: string,
  password: string,
  person: { email: string; name: string },
): Detail[] {
  const found = passwordProblem(password, person);
  if (!found) return [];
  const limit = found === 'too_short' ? passwordLength.min : passwordLength.max;
  return [{ field, problem: problem(found, { limit }) }];
}

/** Changes a password and ends the person's other sessions, because their users may know the old password. */
export async function changePassword(
  { pool, vault, hasher }: SignInPorts,
  session: Session,
  { current, next }: { current: string; next: string },
  visitor: Visitor,
): Promise<void> {
  const { personId, sessionId, email } = session;
  const { name, passwordHash: from } = await requirePerson(pool, personId);
  const details = passwordFault('next', next, { email, name });
  if (details.length > 0) fail('invalid_request', { details });
  const counts = countsOfSignIn(vault, email, { address: visitor.address, device: undefined });
  await countTry(pool, counts);
  // A person who signed up through an identity provider has no password yet; their
  // second factor was verified instead.
  if (from !== null && !(await hasher.verify(current, from))) fail('sign_in_failed');
  const to = await hasher.hash(next);
  await inChange(pool, actorOf(session), 'person.password', async (change) => {
    // Another session changed the password in the meantime, so the typed one is no longer correct.
    if (!(await setPasswordHash(change, personId, { from, to }))) fail('sign_in_failed');
    await endSessions(change, personId, { but: sessionId });
  });
  const [own, ...shared] = counts;
  if (own) await forgetTries(pool, own);
  await uncountTries(pool, shared);
}
