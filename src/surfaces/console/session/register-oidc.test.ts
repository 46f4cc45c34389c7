import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byTest } from '../../../../test/kit/by-test.ts';
import { type ConsoleVisitor, createConsoleVisitor } from '../../../../test/kit/console-visitor.ts';
import { createFakeIssuer, type FakeIssuer } from '../../../../test/kit/fake-issuer.ts';
import { createFixture, type Fixture } from '../../../../test/kit/fixture.ts';
import { loseStatements } from '../../../../test/kit/lose-statements.ts';
import { codeOf, password } from '../../../../test/kit/people-fixture.ts';
import { inChange } from '../../../foundation/audit/change-queries.ts';
import { createAccount } from '../../../people/accounts/queries.ts';
import { createInvitation } from '../../../people/sign-in/invitation-queries.ts';
import { createOidc } from '../../../people/sign-in/oidc.ts';
import { type Kept, keptSeconds, openKept, sealKept } from './kept-cookie.ts';

let issuer: FakeIssuer;
let fixture: Fixture;
let trusting: Fixture;
beforeAll(async () => {
  issuer = await createFakeIssuer();
  const settings = {
    publicUrl: 'https://console.example.com',
    oidcIssuer: issuer.url,
    oidcClientId: issuer.clientId,
    oidcClientSecret: issuer.clientSecret,
    oidcName: 'Corp',
  };
  fixture = await createFixture({ settings });
  trusting = await createFixture({ settings: { ...settings, oidcTrustMfa: true } });
});
afterAll(async () => {
  await fixture.close();
  await trusting.close();
  await issuer.close();
});
beforeEach(() => {
  issuer.mischief = {};
  issuer.userInfo = undefined;
});

const visit = (on = fixture) => createConsoleVisitor(on.app, 'https://console.example.com');
const home = 'https://console.example.com/console';
const problem = (reason: string) => `${home}/sign-in?problem=${reason}`;

async function invite(
  email: string,
  on = fixture,
  role = 'viewer',
  accountId: number | null = null,
): Promise<string> {
  const actor = { kind: 'command_line', name: 'tester' } as const;
  const wanted = { accountId, role, email, invitedBy: 'Lin' };
  const made = await inChange(on.pool, actor, 'invitation.create', (by) =>
    createInvitation(by, wanted),
  );
  return made.token;
}

/** Goes to the provider and back, as a browser does; returns the final URL. */
async function signIn(
  visitor: ConsoleVisitor,
  claims: Record<string, unknown>,
  meddle: (back: URL) => void = () => {},
): Promise<string> {
  issuer.claims = claims;
  const started = await visitor.get('session/oidc/start');
  const there = await fetch(String(started.headers.location), { redirect: 'manual' });
  const back = new URL(there.headers.get('location') ?? '');
  meddle(back);
  const returned = await visitor.get(`${back.pathname}${back.search}`);
  return String(returned.headers.location);
}

let subjects = 0;
const claimsOf = (email: string, more = {}) => ({
  sub: `subject ${subjects++}`,
  email,
  email_verified: true,
  name: 'Mei',
  ...more,
});

describe('the identity provider', () => {
  test('admits an invited person whose email it has verified', async () => {
    await invite('mei@example.com');
    const claims = claimsOf('Mei@Example.com');
    const visitor = visit();
    expect((await visitor.get('session')).body.oidcName).toBe('Corp');
    expect(await signIn(visitor, claims)).toBe(home);
    expect((await visitor.get('session')).body).toMatchObject({
      stage: 'enrol',
      person: { name: 'Mei', email: 'mei@example.com' },
      operatorRole: 'viewer',
    });
    // From then on by their identity there, whatever their email is.
    const again = visit();
    expect(await signIn(again, { ...claims, email: 'married@example.com' })).toBe(home);
    expect((await again.get('session')).body.person.email).toBe('mei@example.com');
  });

  // @mutant src/people/sign-in/oidc.ts
  // - const isProved = said.email_verified === true || said.email_verified === 'true';
  // + const isProved = said.email_verified !== false;
  test('admits no unknown person, and none with an unverified email', async () => {
    expect(await signIn(visit(), claimsOf('nobody@example.com'))).toBe(problem('oidc_unknown'));
    await invite('lu@example.com');
    const unproved = claimsOf('lu@example.com', { email_verified: false });
    expect(await signIn(visit(), unproved)).toBe(problem('oidc_failed'));
    const { email_verified: _, ...silent } = claimsOf('lu@example.com');
    expect(await signIn(visit(), silent)).toBe(problem('oidc_failed'));
  });

  // @mutant src/surfaces/console/session/redirect-to.ts
  // - const ours = isDatabaseAway(fault) ? 'database_unavailable' : otherwise;
  // + const ours = otherwise;
  test('is not blamed when the database is away', async () => {
    const { restore } = loseStatements(fixture.app.line.pool, 'from people');
    const ended = await signIn(visit(), claimsOf('mei@example.com')).finally(restore);
    expect(ended).toBe(problem('database_unavailable'));
  });

  test('binds a person to one identity: another one with the same email is refused', async () => {
    await invite('ona@example.com');
    expect(await signIn(visit(), claimsOf('ona@example.com'))).toBe(home);
    expect(await signIn(visit(), claimsOf('ona@example.com'))).toBe(problem('oidc_unknown'));
  });

  test('keeps the email of a connected member, even if the platform invites it', async () => {
    const { accountId } = await createAccount(byTest(fixture.pool), { name: 'Member' });
    await invite('eva@example.com', fixture, 'viewer', accountId);
    const claims = claimsOf('eva@example.com');
    expect(await signIn(visit(), claims)).toBe(home);
    await invite('eva@example.com', fixture, 'owner');
    expect(await signIn(visit(), claimsOf('eva@example.com'))).toBe(problem('oidc_unknown'));
    expect(await signIn(visit(), claims)).toBe(home);
  });

  // @mutant src/surfaces/console/session/register-oidc.ts
  // - session?.stage === 'full' && isFresh(session.factorAt, ports.clock.nowMs())
  // + session !== undefined
  test('is not linked to a session with only a password', async () => {
    const { email } = await visit().arrive('owner');
    const visitor = visit();
    await visitor.post('session/sign-in', { email, password });
    expect(await signIn(visitor, claimsOf(email))).toBe(problem('oidc_unknown'));
  });

  // @mutant src/people/sign-in/sign-in-by-oidc.ts
  // - holder && holder.personId === arrival.provedPersonId
  // + holder
  test('does not match an email that a person entered without verification', async () => {
    const { email, secret } = await visit().arrive('owner');
    const claims = claimsOf(email);
    expect(await signIn(visit(), claims)).toBe(problem('oidc_unknown'));
    // Using both at once links them.
    const visitor = visit();
    await visitor.post('session/sign-in', { email, password });
    await visitor.post('session/factor/totp', { code: codeOf(secret) });
    expect(await signIn(visitor, claims)).toBe(home);
    const later = visit();
    expect(await signIn(later, claims)).toBe(home);
    expect((await later.get('session')).body).toMatchObject({
      stage: 'password',
      person: { email },
    });
    expect(await signIn(visit(), claimsOf(email))).toBe(problem('oidc_unknown'));
  });

  // @mutant src/people/sign-in/sign-in-by-oidc.ts
  // - if (!invitation || holder?.isOperator)
  // + if (!invitation)
  test('takes no address from an operator, who connects by signing in both ways', async () => {
    const { email, secret } = await visit().arrive('support');
    await invite(email, fixture, 'owner');
    const claims = claimsOf(email);
    expect(await signIn(visit(), claims)).toBe(problem('oidc_unknown'));
    const visitor = visit();
    await visitor.post('session/sign-in', { email, password });
    await visitor.post('session/factor/totp', { code: codeOf(secret) });
    expect(await signIn(visitor, claims)).toBe(home);
  });

  // @mutant src/people/sign-in/invitation-queries.ts
  // - (i.account_id is null or not $2)
  // + (true or not $2)
  test('takes no address from a member because another account invited it', async () => {
    const [victims, attackers] = await Promise.all(
      ['Victim', 'Attacker'].map((name) => createAccount(byTest(fixture.pool), { name })),
    );
    const { email, secret } = await visit().arrive('owner', victims?.accountId);
    const attacker = visit();
    await attacker.arrive('owner', attackers?.accountId);
    const wanted = { role: 'viewer', email };
    expect((await attacker.post(`${attackers?.accountId}/team/invite`, wanted)).status).toBe(200);
    const claims = claimsOf(email);
    expect(await signIn(visit(), claims)).toBe(problem('oidc_unknown'));
    const visitor = visit();
    await visitor.post('session/sign-in', { email, password });
    await visitor.post('session/factor/totp', { code: codeOf(secret) });
    expect(await signIn(visitor, claims)).toBe(home);
    expect((await visitor.get('session')).body.accounts).toMatchObject([
      { accountId: victims?.accountId },
    ]);
  });

  // @mutant src/people/sign-in/invitation-queries.ts
  // - order by i.account_id is null desc, i.invitation_id desc
  // + order by i.invitation_id desc
  test('accepts the invitation to the platform before that of an account', async () => {
    const email = 'both@corp.example';
    await invite(email);
    const { accountId } = await createAccount(byTest(fixture.pool), { name: 'Later' });
    const member = visit();
    await member.arrive('owner', accountId);
    await member.post(`${accountId}/team/invite`, { role: 'viewer', email });
    const visitor = visit();
    expect(await signIn(visitor, claimsOf(email))).toBe(home);
    expect((await visitor.get('session')).body).toMatchObject({ person: { email } });
    const { rows } = await fixture.pool.query(
      `select o.role from operators o join people p using (person_id) where p.email = $1`,
      [email],
    );
    expect(rows).toEqual([{ role: 'viewer' }]);
  });

  // The whole attack: a customer registers the email of a future operator.
  test('leads into no person whom somebody else prepared under the same address', async () => {
    const { accountId } = await createAccount(byTest(trusting.pool), { name: 'Attacker' });
    const email = 'victim@corp.example';
    const attacker = visit(trusting);
    await attacker.arrive('owner', accountId);
    const invited = await attacker.post(`${accountId}/team/invite`, { role: 'viewer', email });
    const token = invited.body.link.split('#')[1];
    const prepared = visit(trusting);
    const typed = { token, name: 'Victim', email, password };
    expect((await prepared.post('session/invitation/accept', typed)).body.stage).toBe('enrol');
    const { secret } = (await prepared.post('session/enrol/totp')).body;
    const code = codeOf(secret);
    expect((await prepared.post('session/enrol/totp/confirm', { code })).status).toBe(200);

    const link = await invite(email, trusting, 'owner');
    const victim = visit(trusting);
    expect(await signIn(victim, claimsOf(email, { amr: ['mfa'] }))).toBe(home);
    // The invitation that names the email is accepted with it, so the link is used up.
    expect((await victim.post('session/invitation', { token: link })).status).toBe(404);
    expect((await victim.get('session')).body).toMatchObject({
      ...{ stage: 'full', person: { email }, operatorRole: 'owner', accounts: [] },
    });
    expect((await victim.get('platform/team/people')).status).toBe(200);

    const before = (await prepared.get('session')).body;
    expect(before).toMatchObject({ operatorRole: null, accounts: [{ accountId }] });
    expect(before.person.email).toMatch(/@released\.invalid$/);
    expect((await prepared.get('platform/team/people')).status).toBe(404);
    const again = visit(trusting);
    expect((await again.post('session/sign-in', { email, password })).status).toBe(403);
  });

  // @mutant src/people/sign-in/sign-in-by-oidc.ts
  // - if (hasFactor && trustsFactor)
  // + if (hasFactor)
  test('is trusted for the second factor only if the settings say so', async () => {
    const claims = claimsOf('sol@example.com', { amr: ['pwd', 'mfa'] });
    await invite('sol@example.com');
    const visitor = visit();
    expect(await signIn(visitor, claims)).toBe(home);
    expect((await visitor.get('session')).body).toMatchObject({ stage: 'enrol', freshUntil: null });
    await invite('sol@example.com', trusting);
    const trusted = visit(trusting);
    expect(await signIn(trusted, claims)).toBe(home);
    expect((await trusted.get('session')).body).toMatchObject({
      stage: 'full',
      freshUntil: expect.any(String),
    });
    await invite('ren@example.com', trusting);
    const plain = visit(trusting);
    expect(await signIn(plain, claimsOf('ren@example.com', { amr: ['pwd'] }))).toBe(home);
    expect((await plain.get('session')).body.stage).toBe('enrol');
  });

  test('is asked for claims that its token lacks, and for nothing more', async () => {
    await invite('ida@example.com');
    const { email, email_verified, ...claims } = claimsOf('ida@example.com');
    issuer.userInfo = { sub: claims.sub, email, email_verified };
    const visitor = visit();
    expect(await signIn(visitor, claims)).toBe(home);
    expect((await visitor.get('session')).body.person.email).toBe('ida@example.com');
  });

  test('is trusted for the second factor by its acr level, too', async () => {
    await invite('uma@example.com', trusting);
    const visitor = visit(trusting);
    const claims = claimsOf('uma@example.com', { acr: 'urn:example:mfa' });
    expect(await signIn(visitor, claims)).toBe(home);
    expect((await visitor.get('session')).body.stage).toBe('full');
  });

  test('cannot give a person an unprintable name', async () => {
    await invite('eve@example.com');
    const visitor = visit();
    expect(await signIn(visitor, claimsOf('eve@example.com', { name: 'a\u202eb' }))).toBe(home);
    expect((await visitor.get('session')).body.person.name).toBe('eve@example.com');
  });

  test('lets a returning person sign in again, replacing the previous session', async () => {
    await invite('pia@example.com');
    const claims = claimsOf('pia@example.com');
    const visitor = visit();
    expect(await signIn(visitor, claims)).toBe(home);
    expect(visitor.cookies.has('__Host-countersign-oidc')).toBe(false);
    const before = visitor.cookies.get('__Host-countersign') as string;
    const again = await visitor.get('session/oidc/start');
    expect(again.headers.location).toMatch(/prompt=login.*max_age=0/);
    expect(again.cookies).toEqual([expect.stringMatching(/-oidc=[^;]+; Path=\/; Max-Age=600;/)]);
    expect(await signIn(visitor, claims)).toBe(home);
    const old = visit();
    old.cookies.set('__Host-countersign', before);
    expect((await old.get('session')).body.stage).toBe('none');
  });

  test('is not used over plain HTTP from another machine', async () => {
    const plain = createConsoleVisitor(fixture.app, 'http://console.example.com');
    const headers = { origin: 'http://console.example.com' };
    const { headers: said } = await plain.get('session/oidc/start', headers);
    expect(said.location).toBe(problem('console_needs_https'));
  });

  test('that was down is tried again the next time, with a secret from a file', async () => {
    const file = join(tmpdir(), `oidc-secret-${process.pid}`);
    await writeFile(file, `${issuer.clientSecret}\n`);
    const { url, clientId } = issuer;
    const settings = { issuer: url, clientId, clientSecret: undefined, clientSecretFile: file };
    const oidc = createOidc(settings);
    issuer.mischief = { isAway: true };
    await expect(oidc.begin(home, false)).rejects.toThrow();
    issuer.mischief = {};
    const begun = await oidc.begin(home, false);
    issuer.claims = claimsOf('file@example.com');
    const there = await fetch(begun.url, { redirect: 'manual' });
    const identity = await oidc.finish(new URL(there.headers.get('location') ?? ''), begun.kept);
    expect(identity).toMatchObject({
      email: 'file@example.com',
      // Another provider may use the same subject for someone else.
      subject: `${issuer.url} ${issuer.claims.sub}`,
    });
  });

  // @mutant src/people/sign-in/oidc.ts
  // - [enableNonRepudiationChecks, ...(isPlain
  // + [...(isPlain
  test.each([
    ['another state', {}, (back: URL) => back.searchParams.set('state', 'other')],
    ['a code that it never gave', {}, (back: URL) => back.searchParams.set('code', 'other')],
    ['another nonce', { nonce: 'other' }, () => {}],
    ['a key that is not its own', { key: 'another' as const }, () => {}],
    ['a token for somebody else', { audience: 'other' }, () => {}],
  ])('is not trusted with %s', async (_, mischief, meddle) => {
    await invite('kai@example.com');
    issuer.mischief = mischief;
    const visitor = visit();
    expect(await signIn(visitor, claimsOf('kai@example.com'), meddle)).toBe(problem('oidc_failed'));
    expect((await visitor.get('session')).body.stage).toBe('none');
  });

  test('is not trusted if the round trip took too long', async () => {
    await invite('wei@example.com');
    const visitor = visit();
    const { vault } = fixture.app.line;
    const cookie = '__Host-countersign-oidc';
    const later = () => {
      const now = Date.now();
      const kept = openKept(vault, 'oidc', visitor.cookies.get(cookie), now) as Kept['oidc'];
      visitor.cookies.set(cookie, sealKept(vault, 'oidc', kept, now - keptSeconds * 1_000 - 1));
    };
    const claims = claimsOf('wei@example.com');
    expect(await signIn(visitor, claims, later)).toBe(problem('oidc_failed'));
    expect(await signIn(visitor, claims)).toBe(home);
  });

  test('is not trusted in a browser that did not start it', async () => {
    await invite('jun@example.com');
    issuer.claims = claimsOf('jun@example.com');
    const started = await visit().get('session/oidc/start');
    const there = await fetch(String(started.headers.location), { redirect: 'manual' });
    const back = new URL(there.headers.get('location') ?? '');
    const other = visit();
    const returned = await other.get(`${back.pathname}${back.search}`);
    expect(returned.headers.location).toBe(problem('oidc_failed'));
    await other.get('session/oidc/start');
    const mixed = await other.get(`${back.pathname}${back.search}`);
    expect(mixed.headers.location).toBe(problem('oidc_failed'));
  });

  test('does not admit a person who is disabled here', async () => {
    await invite('tao@example.com');
    const claims = claimsOf('tao@example.com');
    await signIn(visit(), claims);
    await fixture.database.pool.query(
      `update people set disabled_at = now() where email = 'tao@example.com'`,
    );
    expect(await signIn(visit(), claims)).toBe(problem('oidc_unknown'));
  });
});
