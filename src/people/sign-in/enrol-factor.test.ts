import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createPeopleFixture,
  home,
  type PeopleFixture,
  password,
} from '../../../test/kit/people-fixture.ts';
import { beginTotp, confirmTotp, removeFactor, renewRecoveryCodes } from './enrol-factor.ts';
import { passRecoveryCode } from './pass-factor.ts';
import { resetFactors } from './person-changes.ts';
import type { Session } from './session-queries.ts';
import { signIn } from './sign-in.ts';

let fixture: PeopleFixture;
beforeAll(async () => {
  fixture = await createPeopleFixture();
});
afterAll(() => fixture.drop());

const session = async (token: string) => (await fixture.sessionOf(token)) as Session;

describe('an authenticator app', () => {
  test('is confirmed by its first code, which also returns the recovery codes', async () => {
    const { token } = await fixture.newcomer();
    const { secret, uri } = await beginTotp(fixture, await session(token));
    expect(uri).toContain(secret);
    const wrong = confirmTotp(fixture, await session(token), '000000');
    await expect(wrong).rejects.toMatchObject({ reason: 'code_wrong' });
    expect((await session(token)).stage).toBe('enrol');
    const enrolled = await confirmTotp(fixture, await session(token), fixture.codeOf(secret));
    expect(enrolled.recoveryCodes).toHaveLength(10);
    expect(await fixture.sessionOf(token)).toBeUndefined();
    const whole = { stage: 'full', factorAt: expect.any(Date) };
    expect(await session(enrolled.token as string)).toMatchObject(whole);
  });

  test('is confirmed once: the second time changes nothing and shows no codes', async () => {
    const { token } = await fixture.newcomer();
    const before = await session(token);
    const { secret } = await beginTotp(fixture, before);
    const code = fixture.codeOf(secret);
    const both = await Promise.allSettled([
      confirmTotp(fixture, before, code),
      confirmTotp(fixture, before, code),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { rows } = await fixture.pool.query('select from recovery_codes where person_id = $1', [
      before.personId,
    ]);
    expect(rows).toHaveLength(10);
  });

  test('that replaces another is confirmed once: its code cannot be used again', async () => {
    const { session: own } = await fixture.person();
    const { secret } = await beginTotp(fixture, own);
    const code = fixture.codeOf(secret);
    const nothing = { recoveryCodes: null, token: null };
    expect(await confirmTotp(fixture, own, code)).toEqual(nothing);
    const again = confirmTotp(fixture, own, code);
    await expect(again).rejects.toMatchObject({ reason: 'code_wrong' });
  });

  test('of the first to enrol counts; anyone else with the password is signed out', async () => {
    const { email, token } = await fixture.newcomer();
    const other = await signIn(fixture, { email, password }, home);
    const [own, theirs] = [await session(token), await session(other.token)];
    const { secret } = await beginTotp(fixture, own);
    const { secret: stolen } = await beginTotp(fixture, theirs);
    await confirmTotp(fixture, own, fixture.codeOf(secret));
    const late = confirmTotp(fixture, theirs, fixture.codeOf(stolen));
    await expect(late).rejects.toMatchObject({ reason: 'sign_in_required' });
    expect(await fixture.sessionOf(other.token)).toBeUndefined();
  });

  // @mutant src/people/sign-in/enrol-factor.ts
  // - if (stage === 'enrol' && hasFactor)
  // + if (false)
  test('cannot be added with the password alone, even by a session from just before', async () => {
    const { email, session: own } = await fixture.person();
    const late = await session((await signIn(fixture, { email, password }, home)).token);
    // As if the person enrolled while this password was still being verified.
    await fixture.pool.query(`update console_sessions set stage = 'enrol' where session_id = $1`, [
      late.sessionId,
    ]);
    const { secret } = await beginTotp(fixture, late);
    const tried = confirmTotp(fixture, { ...late, stage: 'enrol' }, fixture.codeOf(secret));
    await expect(tried).rejects.toMatchObject({ reason: 'sign_in_required' });
    expect(await beginTotp(fixture, own)).toBeDefined();
  });

  test('that is not confirmed leaves the previous one in place', async () => {
    const { session: own, secret } = await fixture.person();
    await beginTotp(fixture, own);
    const again = await session(
      (await signIn(fixture, { email: own.email, password }, home)).token,
    );
    const { passTotp } = await import('./pass-factor.ts');
    await passTotp(fixture, again, fixture.codeOf(secret, 1), home);
  });

  test('cannot be added by a session that has just ended', async () => {
    const { session: own } = await fixture.person();
    const { secret } = await beginTotp(fixture, own);
    await fixture.change('person.reset_factor', (by) => resetFactors(by, own.personId));
    const late = confirmTotp(fixture, own, fixture.codeOf(secret));
    await expect(late).rejects.toMatchObject({ reason: 'sign_in_required' });
  });

  test('is stored encrypted, and shown in no audit entry', async () => {
    const { session: own, secret } = await fixture.person();
    const { rows } = await fixture.pool.query<{ text: string }>(
      `select string_agg(e.before::text || e.after::text, ' ') || (
         select string_agg(p::text, ' ') from people p
       ) as text
       from audit_entries e`,
    );
    const inBytes = Buffer.from(secret).toString('hex');
    expect(rows[0]?.text).not.toContain(secret);
    expect(rows[0]?.text).not.toContain(inBytes);
    expect(own.stage).toBe('full');
  });
});

describe('the last second factor', () => {
  // @mutant src/people/sign-in/enrol-factor.ts
  // - if (!hasPasskey && !hasTotp) refuse
  // + if (!hasPasskey && hasTotp) refuse
  test('cannot be removed', async () => {
    const { session: own } = await fixture.person();
    const tried = removeFactor(fixture, own, 'totp');
    await expect(tried).rejects.toThrow('Keep at least one second factor');
    expect(await beginTotp(fixture, own)).toBeDefined();
  });
});

describe('recovery codes', () => {
  test('that are new replace the old ones', async () => {
    const { session: own, recoveryCodes } = await fixture.person();
    const fresh = await renewRecoveryCodes(fixture, own);
    const old = passRecoveryCode(fixture, own, recoveryCodes[0] as string, home);
    await expect(old).rejects.toMatchObject({ reason: 'code_wrong' });
    await passRecoveryCode(fixture, own, fresh[0] as string, home);
    expect(await fixture.actions(1)).toEqual(['session.factor']);
  });
});
