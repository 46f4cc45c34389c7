import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createPeopleStand,
  home,
  type PeopleStand,
  password,
} from '../../../test/kit/people-stand.ts';
import { passRecoveryCode, passTotp } from './pass-factor.ts';
import type { Session } from './session-queries.ts';
import { signIn } from './sign-in.ts';

let stand: PeopleStand;
beforeAll(async () => {
  stand = await createPeopleStand();
});
afterAll(() => stand.drop());

const wrong = { reason: 'code_wrong' };

async function cameWithPassword(email: string): Promise<Session> {
  const { token } = await signIn(stand, { email, password }, home);
  return (await stand.sessionOf(token)) as Session;
}

async function stageOf({ sessionId }: Session): Promise<string | undefined> {
  const { rows } = await stand.pool.query<{ stage: string }>(
    'select stage from console_sessions where session_id = $1',
    [sessionId],
  );
  return rows[0]?.stage;
}

describe('the code of an app', () => {
  // @mutant src/people/sign-in/factor-queries.ts
  // - where person_id = $1 and totp_step < $2
  // + where person_id = $1 and totp_step <= $2
  test('makes a session whole, once: the step is not taken again', async () => {
    const { email, secret } = await stand.person();
    const session = await cameWithPassword(email);
    const code = stand.codeOf(secret);
    await passTotp(stand, session, code, home);
    expect(await stageOf(session)).toBe('full');
    expect(await stand.actions(1)).toEqual(['session.factor']);
    const again = await cameWithPassword(email);
    await expect(passTotp(stand, again, code, home)).rejects.toMatchObject(wrong);
    expect(await stageOf(again)).toBe('password');
    expect(await stand.actions(1)).toEqual(['session.factor_failed']);
    // A step before it is not taken either.
    const older = passTotp(stand, again, stand.codeOf(secret, -1), home);
    await expect(older).rejects.toMatchObject(wrong);
    await passTotp(stand, again, stand.codeOf(secret, 1), home);
  });

  test('gives the session another cookie as it makes it whole, and the one before opens nothing', async () => {
    const { email, secret } = await stand.person();
    const before = await signIn(stand, { email, password }, home);
    const session = (await stand.sessionOf(before.token)) as Session;
    const { token } = await passTotp(stand, session, stand.codeOf(secret), home);
    expect(await stand.sessionOf(before.token)).toBeUndefined();
    const whole = (await stand.sessionOf(token as string)) as Session;
    expect(whole).toMatchObject({ sessionId: session.sessionId, stage: 'full' });
    // One that is whole keeps its own.
    const fresh = await passTotp(stand, whole, stand.codeOf(secret, 1), home);
    expect(fresh).toEqual({ token: null });
    expect(await stand.sessionOf(token as string)).toMatchObject({ stage: 'full' });
  });

  test('shown twice at the same moment is taken once', async () => {
    const { email, secret } = await stand.person();
    const sessions = [await cameWithPassword(email), await cameWithPassword(email)];
    const code = stand.codeOf(secret);
    const ended = await Promise.allSettled(sessions.map((one) => passTotp(stand, one, code, home)));
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('of somebody else is none', async () => {
    const { email } = await stand.person();
    const { secret } = await stand.person();
    const session = await cameWithPassword(email);
    const tried = passTotp(stand, session, stand.codeOf(secret, 1), home);
    await expect(tried).rejects.toMatchObject(wrong);
  });

  test('is guessed slowly, from however many networks', async () => {
    const { email, secret, recoveryCodes } = await stand.person();
    const session = await cameWithPassword(email);
    const reasons: string[] = [];
    for (let guess = 0; guess < 7; guess++) {
      await stand.pool.query('update sign_in_tries set last_at = now()');
      const visitor = { ...home, address: `198.51.100.${guess}` };
      await passTotp(stand, session, '000000', visitor).catch(({ reason }) => reasons.push(reason));
    }
    expect(reasons).toEqual([...Array(5).fill('code_wrong'), ...Array(2).fill('too_many_tries')]);
    // Nobody is locked out by it: what cannot be guessed is still taken.
    await passRecoveryCode(stand, session, recoveryCodes[0] as string, home);
    expect(await stageOf(session)).toBe('full');
    await stand.pool.query(`update sign_in_tries set last_at = last_at - interval '1 minute'`);
    await passTotp(stand, { ...session, stage: 'full' }, stand.codeOf(secret, 1), home);
  });

  test('makes a session fresh again that is whole already', async () => {
    const { session, secret } = await stand.person();
    await stand.pool.query(
      `update console_sessions set factor_at = now() - interval '1 hour' where session_id = $1`,
      [session.sessionId],
    );
    await passTotp(stand, session, stand.codeOf(secret, 1), home);
    const { rows } = await stand.pool.query<{ isFresh: boolean }>(
      `select factor_at > now() - interval '1 minute' as "isFresh" from console_sessions
       where session_id = $1`,
      [session.sessionId],
    );
    expect(rows).toEqual([{ isFresh: true }]);
  });

  test('shown to a session that has ended is used up by nothing', async () => {
    const { email, secret } = await stand.person();
    const session = await cameWithPassword(email);
    await stand.pool.query('delete from console_sessions where session_id = $1', [
      session.sessionId,
    ]);
    const code = stand.codeOf(secret);
    const late = passTotp(stand, session, code, home);
    await expect(late).rejects.toMatchObject({ reason: 'sign_in_required' });
    await passTotp(stand, await cameWithPassword(email), code, home);
  });
});

describe('a recovery code', () => {
  // @mutant src/people/sign-in/factor-queries.ts
  // - and code_hash = $2 and used_at is null
  // + and code_hash = $2
  test('is good once, however it is typed', async () => {
    const { email, recoveryCodes } = await stand.person();
    expect(new Set(recoveryCodes).size).toBe(10);
    const session = await cameWithPassword(email);
    const [code = ''] = recoveryCodes;
    await passRecoveryCode(stand, session, ` ${code.toUpperCase().replaceAll('-', ' ')}`, home);
    expect(await stageOf(session)).toBe('full');
    const again = await cameWithPassword(email);
    await expect(passRecoveryCode(stand, again, code, home)).rejects.toMatchObject(wrong);
    await passRecoveryCode(stand, again, recoveryCodes[1] as string, home);
  });

  test('of somebody else is none, and none is stored as it is', async () => {
    const { email } = await stand.person();
    const { recoveryCodes } = await stand.person();
    const session = await cameWithPassword(email);
    const tried = passRecoveryCode(stand, session, recoveryCodes[0] as string, home);
    await expect(tried).rejects.toMatchObject(wrong);
  });
});
