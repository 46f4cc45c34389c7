import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import {
  createPeopleFixture,
  home,
  type PeopleFixture,
  password,
} from '../../../test/kit/people-fixture.ts';
import { beginClosure } from '../accounts/closure-queries.ts';
import { createAccount } from '../accounts/queries.ts';
import { changePassword } from './change-password.ts';
import { passRecoveryCode } from './pass-factor.ts';
import { disablePerson, enablePerson } from './person-changes.ts';
import { requirePerson } from './person-queries.ts';
import { setRole } from './role-queries.ts';
import { endSession, listSessions, pruneConsoleSessions, type Session } from './session-queries.ts';
import { signIn } from './sign-in.ts';

let fixture: PeopleFixture;
beforeAll(async () => {
  fixture = await createPeopleFixture();
  await fixture.newcomer('owner');
});
afterAll(() => fixture.drop());

const move = (sessionId: string, columns: string) =>
  fixture.pool.query(`update console_sessions set ${columns} where session_id = $1`, [sessionId]);

describe('a session', () => {
  test('is stored only as a hash', async () => {
    const { token } = await fixture.newcomer();
    const { rows } = await fixture.pool.query<{ text: string }>(
      `select string_agg(s::text, ' ') as text from console_sessions s`,
    );
    expect(rows[0]?.text).not.toContain(token);
    expect(rows[0]?.text).not.toContain(Buffer.from(token).toString('hex'));
  });

  // @mutant src/people/sign-in/session-queries.ts
  // - and s.seen_at > now() - make_interval(hours => $2)
  // -        and p.disabled_at is null`
  // + and p.disabled_at is null and $2::integer > 0`
  // @mutant src/people/sign-in/session-queries.ts
  // - where s.token_hash = any ($1)
  // -        and s.ends_at > now()
  // + where s.token_hash = any ($1)
  test('ends after hours without activity, and always after days', async () => {
    const { begun, session } = await fixture.person();
    await move(session.sessionId, `seen_at = now() - interval '11 hours'`);
    expect(await fixture.sessionOf(begun.token)).toBeDefined();
    await move(session.sessionId, `seen_at = now() - interval '13 hours'`);
    expect(await fixture.sessionOf(begun.token)).toBeUndefined();
    await move(session.sessionId, `seen_at = now(), ends_at = now()`);
    expect(await fixture.sessionOf(begun.token)).toBeUndefined();
    await pruneConsoleSessions(fixture.pool, { idleHours: 12 });
    const { rows } = await fixture.pool.query(
      'select from console_sessions where session_id = $1',
      [session.sessionId],
    );
    expect(rows).toEqual([]);
  });

  test('of a member of a closed account can only read', async () => {
    const { begun, session } = await fixture.person();
    const { pool } = fixture;
    const accounts: number[] = [];
    for (const name of ['open', 'closed']) {
      const { accountId } = await createAccount(byTest(pool), { name });
      await setRole(byTest(pool), session.personId, accountId, 'owner');
      accounts.push(accountId);
    }
    const [open = 0, closed = 0] = accounts;
    await beginClosure(byTest(pool), { accountId: closed, reason: '', isOver: true });
    const { memberships } = (await fixture.sessionOf(begun.token)) as Session;
    expect([memberships.get(open), memberships.get(closed)]).toEqual(['owner', 'viewer']);
  });

  test.each([
    ['password', 10, 'person'],
    ['enrol', 60, 'newcomer'],
  ] as const)('with stage %s lives for %i minutes', async (stage, minutes, kind) => {
    const { email } = await fixture[kind]();
    const { sessionId } = await signIn(fixture, { email, password }, home);
    const { rows } = await fixture.pool.query(
      `select stage, extract(epoch from ends_at - started_at)::integer / 60 as minutes
       from console_sessions where session_id = $1`,
      [sessionId],
    );
    expect(rows).toEqual([{ stage, minutes }]);
  });

  test('is marked as seen at most once a minute', async () => {
    const { begun, session } = await fixture.person();
    const seenAt = async () =>
      (
        await listSessions(fixture.pool, session.personId, { idleHours: 12 })
      )[0]?.seenAt.getTime() ?? 0;
    await move(session.sessionId, `seen_at = now() - interval '50 seconds'`);
    const first = await seenAt();
    await fixture.sessionOf(begun.token);
    expect(await seenAt()).toBe(first);
    await move(session.sessionId, `seen_at = now() - interval '70 seconds'`);
    await fixture.sessionOf(begun.token);
    expect(await seenAt()).toBeGreaterThan(first);
  });

  // @mutant src/people/sign-in/person-changes.ts
  // - await setDisabled(change, personId, true);
  // -   if (hadOwner) await requireOwner(change);
  // -   await withdrawInvitations(change, personId);
  // -   await endSessions(change, personId);
  // + await setDisabled(change, personId, true);
  // +   if (hadOwner) await requireOwner(change);
  // +   await withdrawInvitations(change, personId);
  test('of a disabled person ends at once, and for good', async () => {
    const { personId, token } = await fixture.newcomer('viewer');
    const disable = () => fixture.change('person.disable', (by) => disablePerson(by, personId));
    await disable();
    expect(await fixture.sessionOf(token)).toBeUndefined();
    const { disabledAt } = await requirePerson(fixture.pool, personId);
    await disable();
    expect((await requirePerson(fixture.pool, personId)).disabledAt).toEqual(disabledAt);
    await fixture.change('person.enable', (by) => enablePerson(by, personId));
    expect(await fixture.sessionOf(token)).toBeUndefined();
  });

  test('does not outlive a person who was disabled while it began', async () => {
    const { personId, token } = await fixture.newcomer('viewer');
    await fixture.pool.query('update people set disabled_at = now() where person_id = $1', [
      personId,
    ]);
    expect(await fixture.sessionOf(token)).toBeUndefined();
  });

  test('ends a fixed number of days after it began, however often the second factor is used', async () => {
    const { session, recoveryCodes } = await fixture.person();
    const { sessionId } = session;
    await move(sessionId, `started_at = now() - interval '3 days'`);
    await passRecoveryCode(fixture, session, recoveryCodes[0] as string, home);
    const { rows } = await fixture.pool.query(
      `select round(extract(epoch from ends_at - now()) / 86400)::integer as days
       from console_sessions where session_id = $1`,
      [sessionId],
    );
    expect(rows).toEqual([{ days: 4 }]);
  });

  test('that has ended cannot be completed by a second factor', async () => {
    const { email, recoveryCodes } = await fixture.person();
    const { token } = await signIn(fixture, { email, password }, home);
    const session = (await fixture.sessionOf(token)) as Session;
    await move(session.sessionId, `ends_at = now()`);
    const [code = ''] = recoveryCodes;
    const late = passRecoveryCode(fixture, session, code, home);
    await expect(late).rejects.toMatchObject({ reason: 'sign_in_required' });
    const again = await signIn(fixture, { email, password }, home);
    await passRecoveryCode(fixture, (await fixture.sessionOf(again.token)) as Session, code, home);
  });

  test('is deleted after hours without activity, and otherwise kept', async () => {
    const [silent, heard] = [await fixture.person(), await fixture.person()];
    await move(silent.session.sessionId, `seen_at = now() - interval '13 hours'`);
    await move(heard.session.sessionId, `seen_at = now() - interval '11 hours'`);
    await pruneConsoleSessions(fixture.pool, { idleHours: 12 });
    const { rows } = await fixture.pool.query<{ id: string }>(
      'select session_id as id from console_sessions where session_id = any ($1)',
      [[silent.session.sessionId, heard.session.sessionId]],
    );
    expect(rows).toEqual([{ id: heard.session.sessionId }]);
  });

  test('of a person without any role left is invalid', async () => {
    const { personId, token } = await fixture.newcomer('viewer');
    await fixture.pool.query('delete from operators where person_id = $1', [personId]);
    expect(await fixture.sessionOf(token)).toBeUndefined();
  });

  test('is ended only by its own person, and that is audited', async () => {
    const { personId, sessionId, token } = await fixture.newcomer();
    const other = { sessionId, personId: personId + 1000 };
    expect(await fixture.change('session.end', (by) => endSession(by, other))).toBe(false);
    const own = { sessionId, personId };
    expect(await fixture.change('session.end', (by) => endSession(by, own))).toBe(true);
    expect(await fixture.sessionOf(token)).toBeUndefined();
    expect(await fixture.actions(1)).toEqual(['session.end']);
  });
});

describe('a new password', () => {
  test('ends every other session, and invalidates the old password', async () => {
    const { begun, session, email } = await fixture.person();
    const elsewhere = await signIn(fixture, { email, password }, home);
    const next = 'an egret sleeps on the roof';
    await changePassword(fixture, session, { current: password, next }, home);
    expect(await fixture.sessionOf(begun.token)).toBeDefined();
    expect(await fixture.sessionOf(elsewhere.token)).toBeUndefined();
    const old = signIn(fixture, { email, password }, home);
    await expect(old).rejects.toMatchObject({ reason: 'sign_in_failed' });
    expect(await signIn(fixture, { email, password: next }, home)).toBeDefined();
  });

  test('is refused without the old one, or if it is weak, and nothing changes', async () => {
    const { begun, session, email } = await fixture.person();
    const wrong = { current: 'not this one', next: 'an egret sleeps on the roof' };
    const tried = changePassword(fixture, session, wrong, home);
    await expect(tried).rejects.toMatchObject({ reason: 'sign_in_failed' });
    const weak = changePassword(fixture, session, { current: password, next: email }, home);
    await expect(weak).rejects.toMatchObject({ details: [{ field: 'next' }] });
    expect(await fixture.sessionOf(begun.token)).toBeDefined();
    expect(await signIn(fixture, { email, password }, home)).toBeDefined();
  });

  test('that is too short or too long says how long it may be', async () => {
    const { session } = await fixture.person();
    for (const [next, limit] of [
      ['k4!xPq9z', '10'],
      ['k4!xPq9z'.repeat(40), '256'],
    ] as const) {
      const typed = { current: password, next };
      const fault = await changePassword(fixture, session, typed, home).catch((error) => error);
      expect(fault.details).toMatchObject([{ problem: { en: expect.stringContaining(limit) } }]);
    }
  });

  test('set by two at the same time is set by one of them, and the other is told', async () => {
    const { session } = await fixture.person();
    const both = await Promise.allSettled(
      ['an egret sleeps on the roof', 'a bittern booms at dusk'].map((next) =>
        changePassword(fixture, session, { current: password, next }, home),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('costs no try at the same address if the old one is right', async () => {
    const { session } = await fixture.person();
    const tries = async () =>
      (await fixture.pool.query('select coalesce(sum(tries), 0) as tries from sign_in_tries')).rows;
    const before = await tries();
    const visitor = { ...home, address: '198.51.100.78' };
    const typed = { current: password, next: 'an egret sleeps on the roof' };
    await changePassword(fixture, session, typed, visitor);
    expect(await tries()).toEqual(before);
  });

  test('is no fast way to guess the old one', async () => {
    const { session } = await fixture.person();
    const visitor = { ...home, address: '198.51.100.77' };
    const reasons: string[] = [];
    for (let guess = 0; guess < 6; guess++) {
      await fixture.pool.query('update sign_in_tries set last_at = now()');
      const typed = { current: `guess number ${guess}`, next: 'an egret sleeps on the roof' };
      await changePassword(fixture, session, typed, visitor).catch(({ reason }) =>
        reasons.push(reason),
      );
    }
    expect(reasons).toEqual([...Array(5).fill('sign_in_failed'), 'too_many_tries']);
  });
});
