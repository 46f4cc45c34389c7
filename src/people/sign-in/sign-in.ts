import { inChange } from '../../foundation/audit/change-queries.ts';
import { fail } from '../../foundation/contract/errors/errors.ts';
import { type BegunSession, beginSession } from './begin-session.ts';
import { readEmail } from './email.ts';
import { knownDevice } from './known-device.ts';
import { isWeakHash } from './password-hash.ts';
import { type Credentials, findCredentials, setPasswordHash } from './person-queries.ts';
import { actorOf, type SignInPorts } from './sign-in-ports.ts';
import { countsOfSignIn, type Visitor } from './throttle.ts';
import { countTry, forgetTries, uncountTries } from './throttle-queries.ts';

/** E-mail and password as typed. */
interface Typed {
  email: string;
  password: string;
}

/**
 * The first step of signing in. An unknown person, a wrong password and a person without a role get the same
 * response in the same time, so that the response does not reveal who exists.
 */
export async function signIn(
  ports: SignInPorts,
  { email: typed, password }: Typed,
  visitor: Visitor,
  replaces?: string,
): Promise<BegunSession> {
  const { pool, vault, hasher } = ports;
  const email = readEmail(typed) ?? '';
  const found = await findCredentials(pool, { email });
  const device = found && knownDevice(vault, found.personId, visitor.device);
  const counts = countsOfSignIn(vault, email, { address: visitor.address, device });
  await countTry(pool, counts);
  const isRight = await hasher.verify(password, found?.passwordHash ?? null);
  if (!found || !isRight || !mayEnter(found)) return fail('sign_in_failed');
  const stage = found.hasFactor ? 'password' : 'enrol';
  const begun = await beginSession(ports, 'session.start', {
    person: found,
    stage,
    visitor,
    replaces,
  });
  const [own, ...shared] = counts;
  if (own) await forgetTries(pool, own);
  await uncountTries(pool, shared);
  await strengthen(ports, found, begun, password);
  return begun;
}

export function mayEnter({ hasRole, disabledAt }: Credentials): boolean {
  return hasRole && disabledAt === null;
}

/** Rehashes a password that was hashed at a lower cost, now that its plain text is available. */
async function strengthen(
  { pool, hasher }: SignInPorts,
  { personId, name, passwordHash: from }: Credentials,
  { sessionId }: BegunSession,
  password: string,
): Promise<void> {
  if (from === null || !isWeakHash(from)) return;
  const to = await hasher.hash(password);
  await inChange(pool, actorOf({ personId, name, sessionId }), 'person.rehash', (change) =>
    setPasswordHash(change, personId, { from, to }),
  );
}
