import { argon2Sync, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createPeopleFixture,
  home,
  type PeopleFixture,
  password,
} from '../../../test/kit/people-fixture.ts';
import { makeDevice } from './known-device.ts';
import { disablePerson, enablePerson } from './person-changes.ts';
import { removeRole, setRole } from './role-queries.ts';
import { signIn } from './sign-in.ts';
import { countTry, pruneTries } from './throttle-queries.ts';

let fixture: PeopleFixture;
beforeAll(async () => {
  fixture = await createPeopleFixture();
  // So that the wait is over.
  await fixture.newcomer('owner');
});
afterAll(() => fixture.drop());

const from = (last: number) => ({ ...home, address: `198.51.100.${last}` });
const failed = { reason: 'sign_in_failed' };
const throttled = { reason: 'too_many_tries' };

/** As if the last try was just now, or this many seconds earlier. */
const lastTry = (secondsAgo = 0) =>
  fixture.pool.query(`update sign_in_tries set last_at = now() - $1 * interval '1 second'`, [
    secondsAgo,
  ]);

async function hammer(email: string, times: number, visitor = from(1)): Promise<void> {
  for (let time = 0; time < times; time++) {
    await expect(
      signIn(fixture, { email, password: 'wrong, wrong' }, visitor),
    ).rejects.toMatchObject(failed);
  }
}

describe('signing in', () => {
  test('without a second factor leads to enrolment, and with one to the challenge', async () => {
    const { email } = await fixture.newcomer();
    const begun = await signIn(fixture, { email: ` ${email.toUpperCase()} `, password }, home);
    expect(begun.stage).toBe('enrol');
    expect(await fixture.sessionOf(begun.token)).toMatchObject({ stage: 'enrol', email });
    const { email: other } = await fixture.person();
    expect((await signIn(fixture, { email: other, password }, home)).stage).toBe('password');
  });

  // @mutant src/people/sign-in/sign-in.ts
  // - return hasRole && disabledAt === null
  // + return hasRole
  test('gives the same answer for an unknown email, a wrong password, a disabled person and one without a role', async () => {
    const { email, personId } = await fixture.newcomer('viewer');
    const wrong = { email, password: 'wrong, wrong' };
    await expect(signIn(fixture, wrong, home)).rejects.toMatchObject(failed);
    const unknown = { email: 'nobody@example.com', password };
    await expect(signIn(fixture, unknown, home)).rejects.toMatchObject(failed);
    await fixture.change('person.disable', (by) => disablePerson(by, personId));
    await expect(signIn(fixture, { email, password }, home)).rejects.toMatchObject(failed);
    await fixture.change('person.enable', (by) => enablePerson(by, personId));
    await fixture.change('person.role', (by) => removeRole(by, personId, null));
    await expect(signIn(fixture, { email, password }, home)).rejects.toMatchObject(failed);
    await fixture.change('person.role', (by) => setRole(by, personId, null, 'viewer'));
    expect(await signIn(fixture, { email, password }, home)).toMatchObject({ stage: 'enrol' });
  });

  test('replaces the browser’s previous session', async () => {
    const { email, token } = await fixture.newcomer();
    const next = await signIn(fixture, { email, password }, home, token);
    expect(await fixture.sessionOf(token)).toBeUndefined();
    expect(await fixture.sessionOf(next.token)).toBeDefined();
  });

  test('is audited, and a failed one is not', async () => {
    const { email } = await fixture.newcomer();
    await signIn(fixture, { email, password }, home);
    await expect(signIn(fixture, { email, password: 'no, not this' }, home)).rejects.toMatchObject(
      failed,
    );
    expect(await fixture.actions(1)).toEqual(['session.start']);
  });

  test('renews a hash that was made with lower cost', async () => {
    const { email, personId } = await fixture.newcomer();
    const nonce = randomBytes(16);
    const cost = { nonce, parallelism: 1, tagLength: 32, memory: 1024, passes: 1 };
    const tag = argon2Sync('argon2id', { message: password, ...cost });
    const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
    const weak = `$argon2id$v=19$m=1024,t=1,p=1$${text(nonce)}$${text(tag)}`;
    const stored = async () => {
      const { rows } = await fixture.pool.query<{ hash: string }>(
        'select password_hash as hash from people where person_id = $1',
        [personId],
      );
      return rows[0]?.hash;
    };
    await fixture.pool.query('update people set password_hash = $2 where person_id = $1', [
      personId,
      weak,
    ]);
    await signIn(fixture, { email, password }, home);
    expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await signIn(fixture, { email, password }, home)).toMatchObject({ personId });
  });
});

describe('repeated wrong tries', () => {
  test('of 400 addresses leave a row for each attempt that counted, and none for the refused ones', async () => {
    const counted = async () =>
      (
        await fixture.pool.query<{ rows: number }>(
          'select count(*)::integer as rows from sign_in_tries',
        )
      ).rows[0]?.rows as number;
    const before = await counted();
    const visitor = { ...home, address: '198.51.100.77' };
    const reasons: string[] = [];
    for (let number = 0; number < 400; number++) {
      const typed = { email: `nobody${number}@example.com`, password: 'wrong' };
      await signIn(fixture, typed, visitor).catch(({ reason }) => reasons.push(reason));
    }
    const verified = reasons.filter((reason) => reason === 'sign_in_failed').length;
    expect(verified).toBeLessThan(40);
    expect(reasons.filter((reason) => reason === 'too_many_tries')).toHaveLength(400 - verified);
    // One row for each pair, and one for the network.
    expect(await counted()).toBe(before + verified + 1);
  });

  // @mutant src/people/sign-in/sql/count-try.sql
  // - v_try.tries < p_free or
  // + true or
  test('slow down only the one who makes them', async () => {
    const { email } = await fixture.newcomer();
    await hammer(email, 5);
    await lastTry();
    await expect(signIn(fixture, { email, password }, from(1))).rejects.toMatchObject(throttled);
    // The person is in another network, and someone else in this one.
    expect(await signIn(fixture, { email, password }, from(2))).toBeDefined();
    const { email: neighbour } = await fixture.newcomer();
    expect(await signIn(fixture, { email: neighbour, password }, from(1))).toBeDefined();
  });

  test('do not lock out a browser that signed in before, not even in the same network', async () => {
    const { email, personId } = await fixture.newcomer();
    await hammer(email, 5, from(3));
    const device = makeDevice(fixture.vault, personId);
    await lastTry();
    await expect(signIn(fixture, { email, password }, from(3))).rejects.toMatchObject(throttled);
    expect(await signIn(fixture, { email, password }, { ...from(3), device })).toBeDefined();
    await lastTry();
    const [name = '', signature = ''] = device.split('.');
    const other = signature.startsWith('A') ? 'B' : 'A';
    const forged = { ...from(3), device: `${name}.${other}${signature.slice(1)}` };
    await expect(signIn(fixture, { email, password }, forged)).rejects.toMatchObject(throttled);
    const theirs = { ...from(3), device: makeDevice(fixture.vault, personId + 1) };
    await expect(signIn(fixture, { email, password }, theirs)).rejects.toMatchObject(throttled);
    // A stolen cookie does not bypass it: its tries are counted separately.
    await hammer(email, 5, { ...from(9), device } as never);
    await lastTry();
    const known = { ...from(3), device };
    await expect(signIn(fixture, { email, password }, known)).rejects.toMatchObject(throttled);
  });

  test('double the wait each time, up to a maximum', async () => {
    const { email } = await fixture.newcomer();
    await hammer(email, 5, from(4));
    await lastTry(5);
    await hammer(email, 1, from(4));
    await lastTry(5);
    await expect(signIn(fixture, { email, password }, from(4))).rejects.toMatchObject({
      ...throttled,
      headers: { 'retry-after': expect.stringMatching(/^[1-5]$/) },
    });
    await lastTry(10);
    expect(await signIn(fixture, { email, password }, from(4))).toBeDefined();
    // A successful sign-in resets the count.
    await hammer(email, 4, from(4));
  });

  test('at the same time cannot bypass the wait', async () => {
    const { email } = await fixture.newcomer();
    const tries = Array.from({ length: 12 }, () =>
      signIn(fixture, { email, password: 'wrong, wrong' }, from(5)).catch(({ reason }) => reason),
    );
    const reasons = await Promise.all(tries);
    expect(reasons.filter((reason) => reason === 'sign_in_failed')).toHaveLength(5);
    expect(reasons.filter((reason) => reason === 'too_many_tries')).toHaveLength(7);
  });

  test('during the wait do not count, under any counter', async () => {
    const own = { key: randomBytes(16), free: 2, longestSeconds: 60 };
    const shared = { key: randomBytes(16), free: 1, longestSeconds: 60 };
    await countTry(fixture.pool, [shared]);
    for (let time = 0; time < 3; time++) {
      await lastTry();
      await expect(countTry(fixture.pool, [own, shared])).rejects.toMatchObject(throttled);
    }
    await lastTry();
    await countTry(fixture.pool, [own]);
    await countTry(fixture.pool, [own]);
  });

  test('are remembered for a day', async () => {
    const [old, young] = [randomBytes(16), randomBytes(16)];
    const count = (key: Buffer) => countTry(fixture.pool, [{ key, free: 1, longestSeconds: 60 }]);
    await Promise.all([count(old), count(young)]);
    const age = `update sign_in_tries set last_at = now() - $2::interval where try_key = $1`;
    await fixture.pool.query(age, [old, '25 hours']);
    await fixture.pool.query(age, [young, '23 hours']);
    await pruneTries(fixture.pool);
    const { rows } = await fixture.pool.query<{ key: Buffer }>(
      'select try_key as key from sign_in_tries where try_key = any ($1)',
      [[old, young]],
    );
    expect(rows).toEqual([{ key: young }]);
  });

  test('for many emails from one network are slowed down as well', async () => {
    const reasons: string[] = [];
    for (let number = 0; number < 33; number++) {
      await lastTry();
      const typed = { email: `spray${number}@example.com`, password };
      await signIn(fixture, typed, from(6)).catch(({ reason }) => reasons.push(reason));
    }
    expect(reasons.slice(0, 30)).toEqual(Array(30).fill('sign_in_failed'));
    expect(reasons.slice(30)).toContain('too_many_tries');
  });
});
