import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createPeopleFixture,
  home,
  type PeopleFixture,
  password,
} from '../../../test/kit/people-fixture.ts';
import { createMovableClock } from '../../foundation/clock.ts';
import { countRecoveryCodes } from './factor-queries.ts';
import { passRecoveryCode, passTotp } from './pass-factor.ts';
import { readSession, type Session } from './session-queries.ts';
import { signIn } from './sign-in.ts';
import { hashToken } from './token.ts';

let fixture: PeopleFixture;
beforeAll(async () => {
  fixture = await createPeopleFixture();
});
afterAll(() => fixture.drop());

const wrong = { reason: 'code_wrong' };

async function cameWithPassword(email: string): Promise<Session> {
  const { token } = await signIn(fixture, { email, password }, home);
  return (await fixture.sessionOf(token)) as Session;
}

async function stageOf({ sessionId }: Session): Promise<string | undefined> {
  const { rows } = await fixture.pool.query<{ stage: string }>(
    'select stage from console_sessions where session_id = $1',
    [sessionId],
  );
  return rows[0]?.stage;
}

// @mutant src/people/sign-in/pass-factor.ts
// - stepOfCode(secret, code, clock.nowMs())
// + stepOfCode(secret, code, Date.now())
test('a code is judged by the injected clock', async () => {
  const { email, secret } = await fixture.person();
  const later = createMovableClock(new Date(Date.now() + 3_600_000));
  const code = fixture.codeOf(secret, 120);
  const session = await cameWithPassword(email);
  await expect(passTotp(fixture, session, code, home)).rejects.toMatchObject(wrong);
  await passTotp({ ...fixture, clock: later }, session, code, home);
  expect(await stageOf(session)).toBe('full');
});

// @mutant src/people/sign-in/session-queries.ts
// - session.factorAt && byOurClock(session.factorAt, times)
// + session.factorAt
test.each([-3_600_000, 0, 3_600_000])(
  'the age of a factor is that of the database’s clock, however far ours is off (%i ms)',
  async (offMs) => {
    const { begun } = await fixture.person();
    await fixture.pool.query(
      `update console_sessions set factor_at = now() - interval '1 minute' where session_id = $1`,
      [begun.sessionId],
    );
    const clock = createMovableClock(new Date(Date.now() + offMs));
    const hash = hashToken(begun.token);
    const session = await readSession(fixture.pool, hash, { idleHours: 12, clock });
    const ageMs = clock.nowMs() - (session?.factorAt?.getTime() ?? 0);
    expect(ageMs).toBeGreaterThanOrEqual(60_000);
    expect(ageMs).toBeLessThan(120_000);
  },
);

describe('a TOTP code', () => {
  // @mutant src/people/sign-in/factor-queries.ts
  // - where person_id = $1 and totp_step < $2
  // + where person_id = $1 and totp_step <= $2
  test('completes a session, once: its step is not accepted again', async () => {
    const { email, secret } = await fixture.person();
    const session = await cameWithPassword(email);
    const code = fixture.codeOf(secret);
    await passTotp(fixture, session, code, home);
    expect(await stageOf(session)).toBe('full');
    expect(await fixture.actions(1)).toEqual(['session.factor']);
    const again = await cameWithPassword(email);
    await expect(passTotp(fixture, again, code, home)).rejects.toMatchObject(wrong);
    expect(await stageOf(again)).toBe('password');
    expect(await fixture.actions(1)).toEqual(['session.factor_failed']);
    // An earlier step is not accepted either.
    const older = passTotp(fixture, again, fixture.codeOf(secret, -1), home);
    await expect(older).rejects.toMatchObject(wrong);
    await passTotp(fixture, again, fixture.codeOf(secret, 1), home);
  });

  test('replaces the session’s cookie when it completes it, and the old one is invalid', async () => {
    const { email, secret } = await fixture.person();
    const before = await signIn(fixture, { email, password }, home);
    const session = (await fixture.sessionOf(before.token)) as Session;
    const { token } = await passTotp(fixture, session, fixture.codeOf(secret), home);
    expect(await fixture.sessionOf(before.token)).toBeUndefined();
    const whole = (await fixture.sessionOf(token as string)) as Session;
    expect(whole).toMatchObject({ sessionId: session.sessionId, stage: 'full' });
    // A complete session keeps its cookie.
    const fresh = await passTotp(fixture, whole, fixture.codeOf(secret, 1), home);
    expect(fresh).toEqual({ token: null });
    expect(await fixture.sessionOf(token as string)).toMatchObject({ stage: 'full' });
  });

  test('sent by six sessions at the same moment is accepted once', async () => {
    const { email, secret } = await fixture.person();
    const sessions: Session[] = [];
    for (let at = 0; at < 6; at++) sessions.push(await cameWithPassword(email));
    const code = fixture.codeOf(secret);
    const ended = await Promise.allSettled(
      sessions.map((one) => passTotp(fixture, one, code, home)),
    );
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('of another person is invalid', async () => {
    const { email } = await fixture.person();
    const { secret } = await fixture.person();
    const session = await cameWithPassword(email);
    const tried = passTotp(fixture, session, fixture.codeOf(secret, 1), home);
    await expect(tried).rejects.toMatchObject(wrong);
  });

  test('can be guessed only slowly, from any number of networks', async () => {
    const { email, secret, recoveryCodes } = await fixture.person();
    const session = await cameWithPassword(email);
    const reasons: string[] = [];
    for (let guess = 0; guess < 7; guess++) {
      await fixture.pool.query('update sign_in_tries set last_at = now()');
      const visitor = { ...home, address: `198.51.100.${guess}` };
      await passTotp(fixture, session, '000000', visitor).catch(({ reason }) =>
        reasons.push(reason),
      );
    }
    expect(reasons).toEqual([...Array(5).fill('code_wrong'), ...Array(2).fill('too_many_tries')]);
    // Nobody is locked out: a passkey, which cannot be guessed, still works.
    await passRecoveryCode(fixture, session, recoveryCodes[0] as string, home);
    expect(await stageOf(session)).toBe('full');
    await fixture.pool.query(`update sign_in_tries set last_at = last_at - interval '1 minute'`);
    await passTotp(fixture, { ...session, stage: 'full' }, fixture.codeOf(secret, 1), home);
  });

  test('refreshes a session that is complete already', async () => {
    const { session, secret } = await fixture.person();
    await fixture.pool.query(
      `update console_sessions set factor_at = now() - interval '1 hour' where session_id = $1`,
      [session.sessionId],
    );
    await passTotp(fixture, session, fixture.codeOf(secret, 1), home);
    const { rows } = await fixture.pool.query<{ isFresh: boolean }>(
      `select factor_at > now() - interval '1 minute' as "isFresh" from console_sessions
       where session_id = $1`,
      [session.sessionId],
    );
    expect(rows).toEqual([{ isFresh: true }]);
  });

  test('is not used up by a session that has ended', async () => {
    const { email, secret } = await fixture.person();
    const session = await cameWithPassword(email);
    await fixture.pool.query('delete from console_sessions where session_id = $1', [
      session.sessionId,
    ]);
    const code = fixture.codeOf(secret);
    const late = passTotp(fixture, session, code, home);
    await expect(late).rejects.toMatchObject({ reason: 'sign_in_required' });
    await passTotp(fixture, await cameWithPassword(email), code, home);
  });
});

describe('a recovery code', () => {
  // @mutant src/people/sign-in/factor-queries.ts
  // - and code_hash = $2 and used_at is null
  // + and code_hash = $2
  test('works once, however it is typed', async () => {
    const { email, recoveryCodes } = await fixture.person();
    expect(new Set(recoveryCodes).size).toBe(10);
    const session = await cameWithPassword(email);
    const [code = ''] = recoveryCodes;
    await passRecoveryCode(fixture, session, ` ${code.toUpperCase().replaceAll('-', ' ')}`, home);
    expect(await stageOf(session)).toBe('full');
    const again = await cameWithPassword(email);
    await expect(passRecoveryCode(fixture, again, code, home)).rejects.toMatchObject(wrong);
    await passRecoveryCode(fixture, again, recoveryCodes[1] as string, home);
  });

  test('sent by six sessions at the same moment is accepted once', async () => {
    const { email, recoveryCodes } = await fixture.person();
    const sessions: Session[] = [];
    for (let at = 0; at < 6; at++) sessions.push(await cameWithPassword(email));
    const ended = await Promise.allSettled(
      sessions.map((one) => passRecoveryCode(fixture, one, recoveryCodes[0] as string, home)),
    );
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const stages = await Promise.all(sessions.map(stageOf));
    expect(stages.filter((stage) => stage === 'full')).toHaveLength(1);
  });

  test('is not used up when another one completed the session at the same moment', async () => {
    const { email, recoveryCodes, session: own } = await fixture.person();
    const session = await cameWithPassword(email);
    const ended = await Promise.allSettled(
      recoveryCodes.slice(0, 5).map((code) => passRecoveryCode(fixture, session, code, home)),
    );
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await countRecoveryCodes(fixture.pool, own.personId)).toBe(9);
  });

  test('of another person is invalid, and none is stored in plain text', async () => {
    const { email } = await fixture.person();
    const { recoveryCodes } = await fixture.person();
    const session = await cameWithPassword(email);
    const tried = passRecoveryCode(fixture, session, recoveryCodes[0] as string, home);
    await expect(tried).rejects.toMatchObject(wrong);
  });
});
