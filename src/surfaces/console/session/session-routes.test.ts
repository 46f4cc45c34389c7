import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleVisitor, createConsoleVisitor } from '../../../../test/kit/console-visitor.ts';
import { createFixture, type Fixture } from '../../../../test/kit/fixture.ts';
import { codeOf, password } from '../../../../test/kit/people-fixture.ts';
import { createSoftAuthenticator } from '../../../../test/kit/soft-authenticator.ts';
import { inChange } from '../../../foundation/audit/change-queries.ts';
import { createInvitation } from '../../../people/sign-in/invitation-queries.ts';
import { consoleRoutes } from '../console-routes.ts';
import { isStep } from '../kit/rights.ts';

const sessionRoutes = consoleRoutes.filter(({ right }) => isStep(right));

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());

const visit = (origin?: string): ConsoleVisitor => createConsoleVisitor(fixture.app, origin);
const isRefused = (status: number, reason: string) => ({ status, body: { reason } });
const age = (minutes: number) =>
  fixture.pool.query(
    `update console_sessions set factor_at = factor_at - make_interval(mins => $1)`,
    [minutes],
  );

describe('signing in', () => {
  test('takes a password and a second factor, and signing out ends it', async () => {
    const first = visit();
    expect((await first.get('session')).body).toMatchObject({
      stage: 'none',
      canRegister: false,
      oidcName: null,
      operatorName: { en: 'Harbour Identity Ltd', zh: '海港身份科技有限公司' },
      currency: 'CNY',
    });
    const { email, secret } = await first.arrive('owner');
    expect((await first.get('session')).body).toMatchObject({
      stage: 'full',
      person: { email },
      operatorRole: 'owner',
      accounts: [],
      factors: ['totp', 'recovery'],
      freshUntil: expect.stringMatching(/Z$/),
    });
    const second = visit();
    const signedIn = await second.post('session/sign-in', { email, password });
    expect(signedIn).toMatchObject({ status: 200, body: { stage: 'password', freshUntil: null } });
    const passed = await second.post('session/factor/totp', { code: codeOf(secret) });
    expect(passed).toMatchObject({ status: 200, body: { stage: 'full' } });
    const { sessions } = (await second.get('session/devices')).body;
    expect(sessions.map(({ isThis }: { isThis: boolean }) => isThis).sort()).toEqual([false, true]);
    expect((await second.post('session/devices/end', { all: true })).status).toBe(200);
    expect((await first.get('session')).body.stage).toBe('none');
    expect((await second.get('session')).body.stage).toBe('full');
    const left = visit();
    left.cookies.set('__Host-countersign', second.cookies.get('__Host-countersign') as string);
    await second.post('session/sign-out');
    // The server forgets it too, and not only this browser.
    expect((await left.get('session')).body.stage).toBe('none');
    expect(second.cookies.has('__Host-countersign')).toBe(false);
    expect((await second.get('session')).body.stage).toBe('none');
  });

  test('sets a cookie for this host only, over HTTPS, that no script can read', async () => {
    const visitor = visit();
    const { email } = await visitor.arrive('owner');
    const { cookies } = await visit().post('session/sign-in', { email, password });
    expect(cookies).toEqual([
      expect.stringMatching(
        /^__Host-countersign=[\w-]{43}; Path=\/; Max-Age=604800; Secure; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    expect([...visitor.cookies.keys()].sort()).toEqual([
      '__Host-countersign',
      '__Host-countersign-device',
    ]);
  });

  test('gets a new cookie with the second factor, and the old one is invalid', async () => {
    const { email, secret } = await visit().arrive('owner');
    const visitor = visit();
    await visitor.post('session/sign-in', { email, password });
    const before = visitor.cookies.get('__Host-countersign') as string;
    const passed = await visitor.post('session/factor/totp', { code: codeOf(secret) });
    expect(passed.body).toMatchObject({ stage: 'full' });
    // The browser is recognized for a year from then on.
    expect(passed.cookies).toContainEqual(
      expect.stringMatching(/^__Host-countersign-device=[^;]+; Path=\/; Max-Age=31536000;/),
    );
    expect(visitor.cookies.get('__Host-countersign')).not.toBe(before);
    expect((await visitor.get('session')).body).toMatchObject({ stage: 'full' });
    const other = visit();
    other.cookies.set('__Host-countersign', before);
    expect((await other.get('session')).body).toMatchObject({ stage: 'none' });
  });

  test('is refused over plain HTTP from elsewhere, and allowed on the machine itself', async () => {
    const typed = { email: 'nobody@example.com', password };
    const far = await visit('http://192.0.2.7:8080').post('session/sign-in', typed);
    expect(far).toMatchObject(isRefused(403, 'console_needs_https'));
    for (const origin of ['http://127.0.0.1:8080', 'http://[::1]:8080', 'https://example.com']) {
      const near = await visit(origin).post('session/sign-in', typed);
      expect(near).toMatchObject(isRefused(403, 'sign_in_failed'));
    }
  });

  // @mutant src/surfaces/console/session/console-address.ts
  // - protocol !== 'https:' && !isLoopback(hostname)
  // + protocol !== 'https:' && protocol !== 'http:'
  test.each(['sign-in', 'invitation/accept', 'register', 'password'])(
    'accepts no password over plain HTTP from elsewhere: %s',
    async (path) => {
      const reply = await visit('http://192.0.2.7:8080').post(`session/${path}`, {});
      expect(reply).toMatchObject(isRefused(403, 'console_needs_https'));
    },
  );

  test('accepts nothing from another site’s page', async () => {
    const typed = { email: 'nobody@example.com', password };
    const visitor = visit();
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
    ]) {
      const reply = await visitor.post('session/sign-in', typed, headers);
      expect(reply).toMatchObject(isRefused(400, 'invalid_request'));
    }
    const form = { 'content-type': 'text/plain' };
    const reply = await visitor.post('session/sign-in', typed, form);
    expect(reply).toMatchObject(isRefused(415, 'content_type'));
  });

  // @mutant src/foundation/network-address.ts
  // - if (isIP(plain) !== 6) return plain;
  // + return plain;
  test('counts tries by the network that a trusted proxy reports, not by forged addresses', async () => {
    const proxied = await createFixture({ settings: { trustProxy: ['127.0.0.1', '10.0.0.0/8'] } });
    try {
      const visitor = createConsoleVisitor(proxied.app);
      const tryFrom = (address: string) => {
        const chain = `203.0.113.7, ${address}, 10.0.0.2`;
        const typed = { email: 'nobody@example.com', password: 'wrong, wrong' };
        return visitor.post('session/sign-in', typed, { 'x-forwarded-for': chain });
      };
      for (let time = 0; time < 5; time++) {
        const tried = await tryFrom(`2001:db8:0:1::${time}`);
        expect(tried).toMatchObject(isRefused(403, 'sign_in_failed'));
      }
      await proxied.pool.query('update sign_in_tries set last_at = now()');
      const more = await tryFrom('[2001:db8:0:1:ffff::1]:443');
      expect(more).toMatchObject(isRefused(429, 'too_many_tries'));
      const elsewhere = await tryFrom('2001:db8:0:2::1');
      expect(elsewhere).toMatchObject(isRefused(403, 'sign_in_failed'));
    } finally {
      await proxied.close();
    }
  });

  test('says in seconds how long to wait after many tries', async () => {
    const { email } = await visit().arrive('viewer');
    const visitor = visit();
    for (let time = 0; time < 5; time++) {
      await visitor.post('session/sign-in', { email, password: 'wrong, wrong' });
    }
    await fixture.pool.query('update sign_in_tries set last_at = now()');
    const reply = await visitor.post('session/sign-in', { email, password });
    expect(reply).toMatchObject(isRefused(429, 'too_many_tries'));
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('logs no password and no code', async () => {
    const visitor = visit();
    const { secret, recoveryCodes } = await visitor.arrive('owner');
    const said = fixture.logged.join('\n');
    for (const word of [password, secret, ...recoveryCodes]) expect(said).not.toContain(word);
  });
});

describe('every session route', () => {
  const closed = sessionRoutes.filter(({ right }) => right !== 'anyone');

  // @mutant src/surfaces/console/kit/authorize-console.ts
  // - fresh: stage === 'full' && isProved,
  // + fresh: stage === 'full',
  test.each(closed.map((route) => [route.method, route.path, route] as const))(
    '%s %s is closed to who has not come far enough',
    async (method, path, { right }) => {
      const ask = (visitor: ConsoleVisitor) =>
        method === 'GET' ? visitor.get(path.slice(1)) : visitor.post(path.slice(1));
      expect(await ask(visit())).toMatchObject(isRefused(401, 'sign_in_required'));
      const forged = visit();
      forged.cookies.set('__Host-countersign', 'A'.repeat(43));
      expect(await ask(forged)).toMatchObject(isRefused(401, 'sign_in_required'));
      if (right === 'known') return;
      const visitor = visit();
      const { email } = await visitor.arrive('owner');
      if (right !== 'full') {
        await age(11);
        expect(await ask(visitor)).toMatchObject(isRefused(401, 'factor_required'));
      }
      const half = visit();
      await half.post('session/sign-in', { email, password });
      expect(await ask(half)).toMatchObject(isRefused(401, 'factor_required'));
    },
  );

  test('that changes something accepts it only from its own page', async () => {
    const visitor = visit();
    await visitor.arrive('owner');
    for (const { path } of sessionRoutes.filter(({ method }) => method === 'POST')) {
      const reply = await visitor.post(path.slice(1), {}, { 'sec-fetch-site': 'cross-site' });
      expect([path, reply.status, reply.body.reason]).toEqual([path, 400, 'invalid_request']);
    }
    expect((await visitor.get('session')).body.stage).toBe('full');
  });
});

describe('a passkey', () => {
  test('is created and used if the console has a host name, and not for an IP address', async () => {
    const numbered = visit('http://127.0.0.1:8080');
    await numbered.arrive('owner');
    expect((await numbered.get('session')).body.canUsePasskeys).toBe(false);
    const none = await numbered.post('session/enrol/passkey/options');
    expect(none).toMatchObject(isRefused(400, 'passkey_needs_name'));

    const visitor = visit('http://localhost:8080');
    const { email } = await visitor.arrive('owner');
    const authenticator = createSoftAuthenticator('http://localhost:8080');
    const options = (await visitor.post('session/enrol/passkey/options')).body;
    expect(options.rp.id).toBe('localhost');
    const made = { response: authenticator.create(options), name: 'Laptop' };
    const enrolled = await visitor.post('session/enrol/passkey', made);
    expect(enrolled).toMatchObject({ status: 200, body: { recoveryCodes: null } });
    const again = visit('http://localhost:8080');
    await again.post('session/sign-in', { email, password });
    const asked = (await again.post('session/factor/passkey/options')).body;
    const response = authenticator.get(asked);
    const passed = await again.post('session/factor/passkey', { response });
    expect(passed).toMatchObject({ status: 200, body: { stage: 'full' } });
    const { credentialId } = authenticator;
    expect((await again.get('session/factors')).body).toMatchObject({
      passkeys: [{ credentialId, name: 'Laptop' }],
      hasTotp: true,
      recoveryCodesLeft: 10,
    });
    expect((await again.post('session/factors/remove', { totp: true })).status).toBe(200);
    const last = await again.post('session/factors/remove', { credentialId });
    expect(last).toMatchObject({ status: 422, body: { reason: 'refused' } });
  });

  // @mutant src/surfaces/console/session/console-address.ts
  // - return isOurs && isName
  // + return isName
  test('is created only for the host name in the settings, whatever a request says', async () => {
    const visitor = visit();
    await visitor.arrive('owner');
    const origin = 'https://between.example';
    const reply = await visitor.post('session/enrol/passkey/options', {}, { origin });
    expect(reply).toMatchObject(isRefused(400, 'passkey_needs_name'));
  });
});

describe('a person', () => {
  test('changes their name, language, password and codes', async () => {
    const visitor = visit();
    const { email } = await visitor.arrive('owner');
    const named = await visitor.post('session/profile', { name: ' 林晓 ', language: 'zh' });
    expect(named.body.person).toMatchObject({ name: '林晓', language: 'zh' });
    const blank = await visitor.post('session/profile', { name: ' ' });
    expect(blank).toMatchObject(isRefused(400, 'invalid_request'));
    const next = 'an egret sleeps on the roof';
    const changed = await visitor.post('session/password', { current: password, next });
    expect(changed.status).toBe(200);
    const signedIn = await visit().post('session/sign-in', { email, password: next });
    expect(signedIn.status).toBe(200);
    const codes = await visitor.post('session/recovery-codes');
    expect(codes.body.recoveryCodes).toHaveLength(10);
  });

  test('sees who sent an invitation; the one of the first start has no sender', async () => {
    const actor = { kind: 'command_line', name: 'tester' } as const;
    const shown = async (isFirst: boolean) => {
      const wanted = { accountId: null, role: 'owner', invitedBy: 'Lin', isFirst };
      const { token } = await inChange(fresh.pool, actor, 'invitation.create', (by) =>
        createInvitation(by, wanted),
      );
      return (await createConsoleVisitor(fresh.app).post('session/invitation', { token })).body;
    };
    const fresh = await createFixture();
    try {
      expect((await shown(false)).invitedBy).toBe('Lin');
      expect(await shown(true)).toMatchObject({ kind: 'operator', role: 'owner' });
      expect(await shown(true)).not.toHaveProperty('invitedBy');
    } finally {
      await fresh.close();
    }
  });

  // @mutant src/surfaces/console/session/invitation-routes.ts
  // - if (session?.stage !== 'full') return
  // + if (!session) return
  test('accepts another role by a link only after the second factor', async () => {
    const { email } = await visit().arrive('viewer');
    const half = visit();
    await half.post('session/sign-in', { email, password });
    const actor = { kind: 'command_line', name: 'tester' } as const;
    const wanted = { accountId: null, role: 'owner', invitedBy: 'Lin' };
    const { token } = await inChange(fixture.pool, actor, 'invitation.create', (by) =>
      createInvitation(by, wanted),
    );
    const tried = await half.post('session/invitation/accept', { token });
    expect(tried).toMatchObject(isRefused(401, 'factor_required'));
    expect((await half.get('session')).body.operatorRole).toBe('viewer');
    const whole = visit();
    await whole.arrive('viewer');
    const taken = await whole.post('session/invitation/accept', { token });
    expect(taken).toMatchObject({ status: 200, body: { operatorRole: 'owner' } });
  });

  test('signs in with a recovery code, each of them once', async () => {
    const { email, recoveryCodes } = await visit().arrive('owner');
    const [code] = recoveryCodes;
    const first = visit();
    await first.post('session/sign-in', { email, password });
    const passed = await first.post('session/factor/recovery', { code });
    expect(passed).toMatchObject({ status: 200, body: { stage: 'full' } });
    const again = visit();
    await again.post('session/sign-in', { email, password });
    expect((await again.post('session/factor/recovery', { code })).status).toBe(403);
    expect((await again.get('session')).body.stage).toBe('password');
  });

  test('ends one of their sessions, or all others, and nobody else’s', async () => {
    const visitor = visit();
    const { email } = await visitor.arrive('owner');
    const stranger = visit();
    await stranger.arrive('owner');
    const [foreign] = (await stranger.get('session/devices')).body.sessions;
    const others = [visit(), visit()];
    for (const other of others) await other.post('session/sign-in', { email, password });
    const stages = () =>
      Promise.all(
        [visitor, ...others, stranger].map(async (one) => (await one.get('session')).body.stage),
      );
    const end = (body: object) => visitor.post('session/devices/end', body);
    expect((await end({ sessionId: foreign.sessionId })).body.reason).toBe('nothing_there');
    expect((await end({})).status).toBeGreaterThanOrEqual(400);
    expect(await stages()).toEqual(['full', 'password', 'password', 'full']);
    const { sessions } = (await visitor.get('session/devices')).body;
    const own = sessions.filter((device: { isThis: boolean }) => !device.isThis);
    expect(own).toHaveLength(2);
    expect((await end({ sessionId: own[0].sessionId })).status).toBe(200);
    expect((await stages()).filter((stage) => stage === 'password')).toHaveLength(1);
    expect((await end({ all: true })).status).toBe(200);
    expect(await stages()).toEqual(['full', 'none', 'none', 'full']);
  });

  test('registers an account only if the settings allow it', async () => {
    const typed = { name: 'Bo', email: 'bo@example.com', password, accountName: 'Bo & Co' };
    const off = await visit().post('session/register', typed);
    expect(off).toMatchObject(isRefused(404, 'nothing_there'));
    const open = await createFixture({ settings: { consoleRegistration: true } });
    try {
      const visitor = createConsoleVisitor(open.app);
      expect((await visitor.get('session')).body.canRegister).toBe(true);
      const made = await visitor.post('session/register', typed);
      expect(made).toMatchObject({
        status: 200,
        body: {
          stage: 'enrol',
          operatorRole: null,
          accounts: [{ name: 'Bo & Co', role: 'owner' }],
        },
      });
      const before = visitor.cookies.get('__Host-countersign') as string;
      const { secret } = (await visitor.post('session/enrol/totp')).body;
      await visitor.post('session/enrol/totp/confirm', { code: codeOf(secret) });
      expect((await visitor.get('session')).body.stage).toBe('full');
      // The previous cookie no longer opens anything.
      const other = createConsoleVisitor(open.app);
      other.cookies.set('__Host-countersign', before);
      expect((await other.get('session')).body.stage).toBe('none');
      const again = await createConsoleVisitor(open.app).post('session/register', typed);
      expect(again).toMatchObject(isRefused(400, 'invalid_request'));
      const { rows } = await open.pool.query(`select from accounts where name = 'Bo & Co'`);
      expect(rows).toHaveLength(1);
    } finally {
      await open.close();
    }
  });
});
