import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createPeopleFixture,
  home,
  type PeopleFixture,
  password,
} from '../../../test/kit/people-fixture.ts';
import { createSoftAuthenticator, type Mischief } from '../../../test/kit/soft-authenticator.ts';
import { beginPasskey, confirmPasskey, removeFactor } from './enrol-factor.ts';
import { listPasskeys } from './factor-queries.ts';
import { askFactor, passPasskey } from './pass-factor.ts';
import { listPeople } from './person-queries.ts';
import { listTeam } from './role-queries.ts';
import type { Session } from './session-queries.ts';
import { signIn } from './sign-in.ts';

let fixture: PeopleFixture;
beforeAll(async () => {
  fixture = await createPeopleFixture();
});
afterAll(() => fixture.drop());

const relyingParty = { host: 'console.example.com', origin: 'https://console.example.com' };
const wrong = { reason: 'code_wrong' };

async function enrolled() {
  const { email, token } = await fixture.newcomer();
  const session = (await fixture.sessionOf(token)) as Session;
  const authenticator = createSoftAuthenticator(relyingParty.origin);
  const options = await beginPasskey(fixture, session, relyingParty);
  const made = { response: authenticator.create(options), name: 'Laptop' };
  const enrolled = await confirmPasskey(fixture, session, relyingParty, made);
  return { email, session, authenticator, ...enrolled };
}

async function cameWithPassword(email: string): Promise<Session> {
  const { token, stage } = await signIn(fixture, { email, password }, home);
  expect(stage).toBe('password');
  return (await fixture.sessionOf(token)) as Session;
}

describe('a passkey', () => {
  test('is created as the first factor, and signs its person in from then on', async () => {
    const { email, token, authenticator, recoveryCodes } = await enrolled();
    expect(recoveryCodes).toHaveLength(10);
    expect(await fixture.sessionOf(token as string)).toMatchObject({ stage: 'full' });
    const session = await cameWithPassword(email);
    const options = await askFactor(fixture, session, relyingParty);
    expect(options).toMatchObject({ rpId: relyingParty.host, userVerification: 'required' });
    expect(options.allowCredentials?.map(({ id }) => id)).toEqual([authenticator.credentialId]);
    await passPasskey(fixture, session, relyingParty, authenticator.get(options), home);
    const [passkey] = await listPasskeys(fixture.pool, session.personId);
    expect(passkey).toMatchObject({ name: 'Laptop', counter: 2, usedAt: expect.any(Date) });
    // Operators see that there is a second factor.
    const isTheirs = ({ personId }: { personId: number }) => personId === session.personId;
    const { people } = await listPeople(fixture.pool, { limit: 1_000 });
    expect(people.find(isTheirs)).toMatchObject({ hasFactor: true });
    expect((await listTeam(fixture.pool, null)).find(isTheirs)).toMatchObject({ hasFactor: true });
  });

  // @mutant src/people/sign-in/passkey.ts
  // - expectedRPID: relyingParty.host,
  // -     requireUserVerification: true,
  // -     credential: {
  // + expectedRPID: [relyingParty.host, 'console.example.org'],
  // +     requireUserVerification: true,
  // +     credential: {
  // @mutant src/people/sign-in/passkey.ts
  // - requireUserVerification: true,
  // -     credential: {
  // + requireUserVerification: false,
  // +     credential: {
  test.each<[string, Mischief]>([
    ['another page', { origin: 'https://console.example.org' }],
    ['another host name', { rpId: 'console.example.org' }],
    ['nobody who was looked at', { isUnverified: true }],
    ['nobody who touched it', { isAbsent: true }],
    ['a copy that counts less', { counter: 1 }],
    ['a copy that counts no more', { counter: 5 }],
    ['a copy that does not count', { counter: 0 }],
  ])('of %s is refused, and that is audited', async (_, mischief) => {
    const { email, authenticator } = await enrolled();
    const session = await cameWithPassword(email);
    await fixture.pool.query('update passkeys set counter = 5 where person_id = $1', [
      session.personId,
    ]);
    // The next answer of the passkey itself, which counts 6, is right.
    authenticator.get(await askFactor(fixture, session, relyingParty), { counter: 5 });
    const answer = authenticator.get(await askFactor(fixture, session, relyingParty), mischief);
    await expect(passPasskey(fixture, session, relyingParty, answer, home)).rejects.toMatchObject(
      wrong,
    );
    expect(await fixture.actions(1)).toEqual(['session.factor_failed']);
  });

  test('has a limited number of failed tries', async () => {
    const { email, authenticator } = await enrolled();
    const session = await cameWithPassword(email);
    const reasons: string[] = [];
    for (let time = 0; time < 7; time++) {
      await fixture.pool.query('update sign_in_tries set last_at = now()');
      const options = await askFactor(fixture, session, relyingParty);
      const answer = authenticator.get(options, { isUnverified: true });
      await passPasskey(fixture, session, relyingParty, answer, home).catch(({ reason }) =>
        reasons.push(reason),
      );
    }
    expect(reasons).toEqual([...Array(5).fill('code_wrong'), ...Array(2).fill('too_many_tries')]);
  });

  test('of another person is refused, also under the ID of the right one', async () => {
    const { email, authenticator: own } = await enrolled();
    const { authenticator } = await enrolled();
    const session = await cameWithPassword(email);
    for (const mischief of [{}, { id: own.credentialId }]) {
      const options = await askFactor(fixture, session, relyingParty);
      const theirs = authenticator.get(options, mischief);
      await expect(passPasskey(fixture, session, relyingParty, theirs, home)).rejects.toMatchObject(
        wrong,
      );
    }
  });

  test('answers the challenge of its own session, and not that of another or of enrolling', async () => {
    const { email, authenticator } = await enrolled();
    const session = await cameWithPassword(email);
    const other = await cameWithPassword(email);
    const answer = authenticator.get(await askFactor(fixture, other, relyingParty));
    await askFactor(fixture, session, relyingParty);
    await expect(passPasskey(fixture, session, relyingParty, answer, home)).rejects.toMatchObject(
      wrong,
    );
    const asked = await beginPasskey(fixture, session, relyingParty);
    const enrolling = authenticator.get({ ...asked, rpId: relyingParty.host });
    await expect(
      passPasskey(fixture, session, relyingParty, enrolling, home),
    ).rejects.toMatchObject(wrong);
  });

  test('answers once, however many copies of the answer arrive at once', async () => {
    const { email, authenticator } = await enrolled();
    const session = await cameWithPassword(email);
    // A passkey without a counter: the challenge alone tells copies apart.
    await fixture.pool.query('update passkeys set counter = 0 where person_id = $1', [
      session.personId,
    ]);
    const options = await askFactor(fixture, session, relyingParty);
    const answer = authenticator.get(options, { counter: 0 });
    const ended = await Promise.allSettled(
      Array.from({ length: 6 }, () => passPasskey(fixture, session, relyingParty, answer, home)),
    );
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is registered once: nobody can enrol the ID of another person’s passkey', async () => {
    const { authenticator: theirs, session: owner } = await enrolled();
    const { session } = await fixture.person();
    const [before] = await listPasskeys(fixture.pool, owner.personId);
    const options = await beginPasskey(fixture, session, relyingParty);
    const made = { response: theirs.create(options), name: 'Mine' };
    await expect(confirmPasskey(fixture, session, relyingParty, made)).rejects.toMatchObject({
      code: 'passkey_exists',
    });
    expect(await listPasskeys(fixture.pool, owner.personId)).toEqual([before]);
    expect(await listPasskeys(fixture.pool, session.personId)).toEqual([]);
  });

  // @mutant src/people/sign-in/factor-queries.ts
  // - set challenge = null, challenge_for = null, challenge_until = null
  // + set challenge = t.challenge
  test('answers once: a repeated answer, or one to an older challenge, is refused', async () => {
    const { email, authenticator } = await enrolled();
    const session = await cameWithPassword(email);
    const older = authenticator.get(await askFactor(fixture, session, relyingParty));
    const answer = authenticator.get(await askFactor(fixture, session, relyingParty));
    await expect(passPasskey(fixture, session, relyingParty, older, home)).rejects.toMatchObject(
      wrong,
    );
    // The wrong answer used up the challenge.
    await expect(passPasskey(fixture, session, relyingParty, answer, home)).rejects.toMatchObject(
      wrong,
    );
    const right = authenticator.get(await askFactor(fixture, session, relyingParty));
    await passPasskey(fixture, session, relyingParty, right, home);
    const full = { ...session, stage: 'full' as const };
    await expect(passPasskey(fixture, full, relyingParty, right, home)).rejects.toMatchObject(
      wrong,
    );
  });

  test('answers for some minutes, and not later', async () => {
    const { email, authenticator } = await enrolled();
    const session = await cameWithPassword(email);
    const answer = authenticator.get(await askFactor(fixture, session, relyingParty));
    await fixture.pool.query(
      `update console_sessions set challenge_until = challenge_until - interval '5 minutes'
       where session_id = $1`,
      [session.sessionId],
    );
    await expect(passPasskey(fixture, session, relyingParty, answer, home)).rejects.toMatchObject(
      wrong,
    );
  });

  test('is not created by an answer without user verification, or for another page or name', async () => {
    const { token } = await fixture.newcomer();
    const session = (await fixture.sessionOf(token)) as Session;
    for (const mischief of [
      { isUnverified: true },
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
    ]) {
      const authenticator = createSoftAuthenticator(relyingParty.origin);
      const options = await beginPasskey(fixture, session, relyingParty);
      const made = { response: authenticator.create(options, mischief), name: 'x' };
      await expect(confirmPasskey(fixture, session, relyingParty, made)).rejects.toMatchObject(
        wrong,
      );
    }
    expect(await listPasskeys(fixture.pool, session.personId)).toEqual([]);
    await expect(
      confirmPasskey(fixture, session, relyingParty, { response: {}, name: 'x' }),
    ).rejects.toMatchObject(wrong);
  });

  // @mutant src/people/sign-in/factor-queries.ts
  // - 'delete from passkeys where person_id = $1 and credential_id = $2'
  // + 'delete from passkeys where credential_id = $2 and $1::integer > 0'
  test('cannot be removed by anyone else', async () => {
    const { session: other } = await fixture.person();
    const { session: own, authenticator } = await enrolled();
    const theirs = removeFactor(fixture, other, { credentialId: authenticator.credentialId });
    await expect(theirs).rejects.toThrow('Passkey not found.');
    expect(await listPasskeys(fixture.pool, own.personId)).toHaveLength(1);
  });

  test('can be removed if another factor is left', async () => {
    const { session: own } = await fixture.person();
    const authenticator = createSoftAuthenticator(relyingParty.origin);
    const options = await beginPasskey(fixture, own, relyingParty);
    const made = { response: authenticator.create(options), name: 'Phone' };
    const { recoveryCodes } = await confirmPasskey(fixture, own, relyingParty, made);
    expect(recoveryCodes).toBeNull();
    await removeFactor(fixture, own, { credentialId: authenticator.credentialId });
    const gone = removeFactor(fixture, own, { credentialId: authenticator.credentialId });
    await expect(gone).rejects.toThrow('Passkey not found.');
  });
});
