import type { Change } from '../../foundation/audit/change-queries.ts';
import { failTaken, type Newcomer, readNewcomer } from './accept-invitation.ts';
import { type BegunSession, beginSession } from './begin-session.ts';
import { insertPerson, nextPersonId } from './person-queries.ts';
import { setRole } from './role-queries.ts';
import type { SignInPorts } from './sign-in-ports.ts';
import { countsOfSignIn, type Visitor } from './throttle.ts';
import { countTry } from './throttle-queries.ts';

/**
 * Creates a person and an account that they own, if the settings allow registration. Each network is throttled,
 * because registration needs no invitation.
 */
export async function registerPerson(
  ports: SignInPorts,
  newcomer: Newcomer,
  makeAccount: (change: Change) => Promise<number>,
  visitor: Visitor,
  replaces?: string,
): Promise<BegunSession> {
  const { pool, vault, hasher } = ports;
  const { address } = visitor;
  await countTry(pool, countsOfSignIn(vault, 'register', { address, device: undefined }));
  const { name, email, password, language } = await readNewcomer(ports, newcomer);
  const passwordHash = await hasher.hash(password);
  const personId = await nextPersonId(pool);
  const arrival = { person: { personId, name }, stage: 'enrol', visitor, replaces } as const;
  return beginSession(ports, 'person.register', arrival, async (change) => {
    const person = { personId, name, email, language, passwordHash };
    if (!(await insertPerson(change, person))) failTaken();
    await setRole(change, personId, await makeAccount(change), 'owner');
  });
}
