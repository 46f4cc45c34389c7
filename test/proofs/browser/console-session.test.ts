import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inChange } from '../../../src/foundation/audit/change-queries.ts';
import { createInvitation } from '../../../src/people/sign-in/invitation-queries.ts';
import { launchBrowser } from '../../browser/browser.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';
import { codeOf, password } from '../../kit/people-fixture.ts';

let browser: Browser;
let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await fixture.close();
});

/** A page of the platform, under one of this machine's names. */
async function open(host: string): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  await page.goto(`http://${host}:${new URL(fixture.url).port}/`);
  return { page, context };
}

/** Runs a script in the page and returns its result. */
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a document.
function run(page: Page, script: string): Promise<any> {
  return page.evaluate(`(async () => { ${script} })()`);
}

/** A request of the console's own script, from within the page. */
function ask(page: Page, path: string, body?: object) {
  const post = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const request = JSON.stringify(body === undefined ? {} : post);
  return run(page, `return (await fetch('/console/api/${path}', ${request})).json()`);
}

async function accept(page: Page, email: string): Promise<void> {
  const actor = { kind: 'command_line', name: 'tester' } as const;
  const { token } = await inChange(fixture.pool, actor, 'invitation.create', (by) =>
    createInvitation(by, { accountId: null, role: 'owner', invitedBy: 'Lin' }),
  );
  const accepted = await ask(page, 'session/invitation/accept', {
    token,
    name: 'Ada Lin',
    email,
    password,
  });
  expect(accepted).toMatchObject({ stage: 'enrol' });
}

describe('a real browser', () => {
  test.each(['127.0.0.1', 'localhost'])(
    'keeps the session of http://%s, and hides it from scripts',
    async (host) => {
      const { page, context } = await open(host);
      const email = `ada@${host}.example`;
      await accept(page, email);
      const { secret } = await ask(page, 'session/enrol/totp', {});
      await ask(page, 'session/enrol/totp/confirm', { code: codeOf(secret) });
      expect(await ask(page, 'session')).toMatchObject({ stage: 'full', person: { email } });
      await page.reload();
      expect(await ask(page, 'session')).toMatchObject({ stage: 'full' });
      expect(await run(page, 'return document.cookie')).toBe('');
      expect((await context.cookies()).map(({ name }) => name).sort()).toEqual([
        '__Host-countersign',
        '__Host-countersign-device',
      ]);
      await ask(page, 'session/sign-out', {});
      expect(await ask(page, 'session')).toMatchObject({ stage: 'none' });
      await context.close();
    },
  );

  test('creates a passkey at localhost, and signs in with it', async () => {
    const { page, context } = await open('localhost');
    const cdp = await context.newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    await accept(page, 'key@example.com');
    const options = await ask(page, 'session/enrol/passkey/options', {});
    const made = await run(
      page,
      `const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(${JSON.stringify(options)});
       return (await navigator.credentials.create({ publicKey })).toJSON()`,
    );
    const enrolled = await ask(page, 'session/enrol/passkey', { response: made, name: 'Laptop' });
    expect(enrolled.recoveryCodes).toHaveLength(10);
    await ask(page, 'session/sign-out', {});
    const signedIn = await ask(page, 'session/sign-in', { email: 'key@example.com', password });
    expect(signedIn).toMatchObject({ stage: 'password', factors: ['passkey', 'recovery'] });
    const asked = await ask(page, 'session/factor/passkey/options', {});
    const response = await run(
      page,
      `const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(${JSON.stringify(asked)});
       return (await navigator.credentials.get({ publicKey })).toJSON()`,
    );
    expect(await ask(page, 'session/factor/passkey', { response })).toMatchObject({
      stage: 'full',
      freshUntil: expect.any(String),
    });
    await context.close();
  });
});
