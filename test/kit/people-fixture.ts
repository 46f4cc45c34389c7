import { randomBytes } from 'node:crypto';
import type { Actor } from '../../src/foundation/audit/actor.ts';
import type { Act } from '../../src/foundation/audit/acts.ts';
import { type Change, inChange } from '../../src/foundation/audit/change-queries.ts';
import { listEntries } from '../../src/foundation/audit/entry-queries.ts';
import { systemClock } from '../../src/foundation/clock.ts';
import { createVault } from '../../src/foundation/vault.ts';
import { acceptAsNewcomer } from '../../src/people/sign-in/accept-invitation.ts';
import type { BegunSession } from '../../src/people/sign-in/begin-session.ts';
import { beginTotp, confirmTotp } from '../../src/people/sign-in/enrol-factor.ts';
import { createInvitation } from '../../src/people/sign-in/invitation-queries.ts';
import { createPasswordHasher } from '../../src/people/sign-in/password-hash.ts';
import { readSession, type Session } from '../../src/people/sign-in/session-queries.ts';
import type { SignInPorts } from '../../src/people/sign-in/sign-in-ports.ts';
import type { Visitor } from '../../src/people/sign-in/throttle.ts';
import { hashToken } from '../../src/people/sign-in/token.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { codeOf, password } from './person-secrets.ts';

export { codeOf, password };

export const home: Visitor = { address: '203.0.113.7', agent: 'Test browser' };

/** A person who has signed in completely, with an authenticator app. */
export interface TestPerson {
  email: string;
  begun: BegunSession;
  session: Session;
  secret: string;
  recoveryCodes: string[];
}

/** Everything that signing in needs, on its own database. */
export interface PeopleFixture extends SignInPorts {
  database: TestDatabase;
  change<Result>(action: Act, work: (change: Change) => Promise<Result>): Promise<Result>;
  /** The link of an invitation, by its token. */
  invite(role: string, accountId?: number | null, email?: string): Promise<string>;
  /** A person who has accepted an invitation and has no second factor yet. */
  newcomer(role?: string, accountId?: number | null): Promise<BegunSession & { email: string }>;
  /** A person with all factors. */
  person(role?: string, accountId?: number | null): Promise<TestPerson>;
  sessionOf(token: string): Promise<Session | undefined>;
  /** The code of an app this many steps from now; the step is unused. */
  codeOf(secret: string, steps?: number): string;
  /** The actions in the audit log, newest last. */
  actions(count: number): Promise<string[]>;
  drop(): Promise<void>;
}

const tester: Actor = { kind: 'command_line', name: 'tester' };

export async function createPeopleFixture(): Promise<PeopleFixture> {
  const database = await createTestDatabase();
  const { pool } = database;
  const ports: SignInPorts = {
    pool,
    clock: systemClock,
    vault: createVault(randomBytes(32)),
    hasher: createPasswordHasher(),
    sessionDays: 7,
  };
  const change: PeopleFixture['change'] = (action, work) => inChange(pool, tester, action, work);
  const sessionOf = (token: string) =>
    readSession(pool, hashToken(token), { idleHours: 12, clock: systemClock });

  async function invite(role: string, accountId: number | null = null, email?: string) {
    const wanted = { accountId, role, email, invitedBy: 'Lin' };
    return (await change('invitation.create', (by) => createInvitation(by, wanted))).token;
  }

  async function newcomer(role = 'owner', accountId: number | null = null) {
    const email = `${randomBytes(6).toString('hex')}@example.com`;
    const who = { name: 'Ada Lin', email, password, language: null };
    const begun = await acceptAsNewcomer(ports, await invite(role, accountId), who, home);
    return { ...begun, email };
  }

  async function person(role = 'owner', accountId: number | null = null) {
    const { email, ...begun } = await newcomer(role, accountId);
    const session = (await sessionOf(begun.token)) as Session;
    const { secret } = await beginTotp(ports, session);
    const confirm = () => confirmTotp(ports, session, codeOf(secret, -1));
    // The 30-second step may have changed meanwhile, and the previous code is too old.
    const enrolled = await confirm().catch(confirm);
    const token = enrolled.token as string;
    return {
      email,
      begun: { ...begun, token },
      session: (await sessionOf(token)) as Session,
      secret,
      recoveryCodes: enrolled.recoveryCodes as string[],
    };
  }

  return {
    ...ports,
    database,
    change,
    invite,
    newcomer,
    person,
    sessionOf,
    codeOf,
    async actions(count) {
      const { entries } = await listEntries(pool, { kind: 'platform' }, {}, { limit: count });
      return entries.map(({ action }) => action).toReversed();
    },
    drop: () => database.drop(),
  };
}
