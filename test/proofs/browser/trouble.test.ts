import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  isFocused,
  launchBrowser,
  openContext,
  plainHost,
  stageOf,
  waitForStage,
} from '../../browser/browser.ts';
import { createPageFixture, type PageFixture } from '../../browser/page-fixture.ts';
import { redirectUrl } from '../../browser/states.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';

const isDown = '999999199001010059';
let database: TestDatabase;
let fixture: PageFixture;
let browser: Browser;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await createPageFixture(database.target, { withJobs: true });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
  await database?.drop();
});

async function openTimed(url: string): Promise<Page> {
  const context = await openContext(browser);
  await context.clock.install({ time: 0 });
  await context.clock.pauseAt(3_600_000);
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

async function isInView(page: Page, selector: string): Promise<boolean> {
  const box = await page.locator(selector).boundingBox();
  const { height = 0 } = page.viewportSize() ?? {};
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

describe.concurrent('offline', () => {
  test.each([
    ['No connection. What you entered is kept.', 0],
    ['The server is not responding. What you entered is kept.', 503],
  ])('%s', async (words, status) => {
    const check = await fixture.ask();
    const page = await openTimed(check.authUrl);
    let asked = 0;
    await page.route('**/consent*', (route) => {
      asked += 1;
      return status ? route.fulfill({ status, body: '{}' }) : route.abort();
    });
    await page.check('#agreed');
    await page.click('[data-action=agree]');
    await page.waitForSelector(`#offline [role=alert]:has-text("${words}")`);
    await page.waitForSelector('#next-try:has-text("Next try in 2 s.")');
    expect(await isInView(page, '#offline')).toBe(true);
    expect(await isFocused(page, '#offline button')).toBe(true);
    expect(await page.isChecked('#agreed')).toBe(true);
    expect(asked).toBe(1);

    // It retries after two and five seconds, as it says, and continues where it was.
    await page.clock.runFor(2_100);
    await page.waitForSelector('#next-try:has-text("Next try in 5 s.")');
    expect(asked).toBe(2);
    await page.unroute('**/consent*');
    await page.clock.runFor(5_100);
    await waitForStage(page, 'ready');
    expect(await page.isVisible('#offline')).toBe(false);
    await page.context().close();
  });

  test('a page that is refused at its opening does not reload forever', async () => {
    const check = await fixture.ask();
    const context = await openContext(browser);
    const page = await context.newPage();
    let opened = 0;
    await page.route('**/v/*', (route) => {
      opened += 1;
      return route.continue();
    });
    await page.route('**/visit*', (route) => route.fulfill({ status: 400, body: '{}' }));
    const refused = page.waitForResponse('**/visit*');
    await page.goto(check.authUrl);
    await refused;
    // Long enough for a page that reloads itself to have done so.
    await page.waitForTimeout(2_000);
    expect(opened).toBe(1);
    await context.close();
  });

  test('the button retries at once, and a lost answer does nothing twice', async () => {
    const check = await fixture.ask();
    await fixture.begin(check);
    const page = await openTimed(`${check.authUrl}/return`);
    // The server starts a session, and its answer is lost.
    await page.route('**/session*', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.click('[data-action=start-over]');
    await page.waitForSelector('#offline:not([hidden])');
    await page.unroute('**/session*');
    await page.click('#offline button');
    await page.waitForURL('**/sandbox/face/**');
    const { rows } = await database.pool.query('select 1 from check_sessions where check_id = $1', [
      check.requestId,
    ]);
    expect(rows).toHaveLength(2);
    await page.context().close();
  });
});

describe.concurrent('a provider that does not answer', () => {
  test('is asked again as the page says, and then only by the button', async ({ expect }) => {
    const check = await fixture.ask(isDown);
    const page = await openTimed(check.authUrl);
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/session') && asked.push('session'));
    await page.check('#agreed');
    await page.click('[data-action=agree]');
    await page.click('[data-action=start]');
    await waitForStage(page, 'down');
    expect(await page.textContent('h1')).toBe('No response from Northlight');
    for (const [index, seconds] of [2, 5, 15, 30].entries()) {
      await page.waitForSelector(`#retry:has-text("Next try in ${seconds} s.")`);
      expect(asked).toHaveLength(index + 1);
      await page.clock.runFor(seconds * 1_000 + 50);
    }
    await page.waitForSelector('#still:has-text("Still no response after 4 tries.")');
    expect(await page.textContent('[data-action=start]')).toBe('Try again');
    await page.clock.runFor(120_000);
    expect(asked).toHaveLength(5);
    await page.click('[data-action=start]');
    await expect.poll(() => asked.length).toBe(6);
    await page.context().close();
  });
});

describe.concurrent.each([
  ['off', true],
  ['blocked', false],
])('with scripts %s', (_, isScriptless) => {
  async function open(url: string): Promise<Page> {
    const context = await openContext(browser, { isScriptless });
    if (!isScriptless) await context.route('**/assets/**/*.ts', (route) => route.abort());
    const page = await context.newPage();
    await page.goto(url);
    return page;
  }

  test('a person consents, does the check and sees the result', async ({ expect }) => {
    const check = await fixture.ask(undefined, redirectUrl);
    const page = await open(check.authUrl);
    if (isScriptless) expect(await page.textContent('noscript')).toContain('Scripts are off');
    await page.click('[data-action=agree]');
    expect(await page.textContent('#agreed-problem')).toContain('Tick the box');
    await page.check('#agreed');
    await page.click('[data-action=agree]');
    await waitForStage(page, 'ready');
    await page.click('[data-action=start]');
    await page.waitForURL('**/sandbox/face/**');
    if (!isScriptless) return page.context().close();

    await page.goBack();
    await page.goto(check.authUrl);
    await waitForStage(page, 'waiting');
    await page.click('[data-action=start]');
    await page.waitForURL('**/sandbox/face/**');
    await page.click('button[value=passed]');
    await waitForStage(page, 'passed');
    expect(await fixture.recheck(check.authToken)).toMatchObject({ status: 1 });
    expect(await page.getAttribute('#back', 'href')).toBe(redirectUrl);
    await page.context().close();
  });

  test('a person consents and withdraws in a browser that sends few headers', async () => {
    const check = await fixture.ask();
    const url = new URL(check.authUrl);
    url.hostname = plainHost;
    const page = await open(url.href);
    await page.check('#agreed');
    await page.click('[data-action=agree]');
    await waitForStage(page, 'ready');
    await page.click('#withdraw a');
    await page.click('[data-action=withdraw]');
    await waitForStage(page, 'withdrawn');
    await page.context().close();
  });

  test('a person declines, and every visible button works', async ({ expect }) => {
    const check = await fixture.ask();
    const page = await open(check.authUrl);
    const orphans = page.locator('button:visible:not(form button)');
    expect(await orphans.count()).toBe(0);
    await page.click('[data-action=decline]');
    await waitForStage(page, 'cancelled');
    expect(await fixture.recheck(check.authToken)).toMatchObject({ status: 4 });
    await page.context().close();
  });

  test('a consent is withdrawn', async ({ expect }) => {
    const check = await fixture.ask();
    const page = await open(check.authUrl);
    await page.check('#agreed');
    await page.click('[data-action=agree]');
    await page.click('text=Withdraw consent');
    await page.click('[data-action=withdraw]');
    await waitForStage(page, 'withdrawn');
    expect(await fixture.recheck(check.authToken)).toMatchObject({ status: 4 });
    await page.context().close();
  });
});

test('the remaining time is announced once, five minutes before the end', async () => {
  const check = await fixture.ask();
  await database.pool.query(
    `update checks set expires_at = now() + interval '6 minutes' where check_id = $1`,
    [check.requestId],
  );
  const page = await openTimed(check.authUrl);
  await page.clock.runFor(30_000);
  expect(await page.textContent('#status')).toBe('');
  // Each answer of the server, whose clock runs normally, updates the remaining time.
  for (let minutes = 0; minutes < 10 && !(await page.textContent('#status')); minutes++) {
    await page.clock.runFor(60_000);
  }
  expect(await page.textContent('#status')).toBe('5 minutes left');
  expect(await stageOf(page)).toBe('consent');
  await page.context().close();
});

test('an answer from before a press does not undo the press', async () => {
  const check = await fixture.ask();
  const context = await openContext(browser);
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const { promise: isTaken, resolve: take } = Promise.withResolvers<void>();
  await context.route(/\/visit\?/, async (route) => {
    const response = await route.fetch();
    take();
    await isReleased;
    await route.fulfill({ response });
  });
  const page = await context.newPage();
  await page.goto(check.authUrl);
  await isTaken;
  await page.check('#agreed');
  await page.click('[data-action=agree]');
  await waitForStage(page, 'ready');
  const answered = page.waitForResponse(/\/visit\?/);
  release();
  await answered;
  await page.waitForTimeout(300);
  expect(await stageOf(page)).toBe('ready');
  await context.close();
});

test('an answer from before a press does not hide that the press got none', async () => {
  const check = await fixture.ask();
  const context = await openContext(browser);
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const { promise: isTaken, resolve: take } = Promise.withResolvers<void>();
  await context.route(/\/visit\?/, async (route) => {
    const response = await route.fetch();
    take();
    await isReleased;
    await route.fulfill({ response });
  });
  await context.route('**/consent*', (route) => route.abort());
  const page = await context.newPage();
  await page.goto(check.authUrl);
  await isTaken;
  await page.check('#agreed');
  await page.click('[data-action=agree]');
  await page.waitForSelector('#offline:not([hidden])');
  const answered = page.waitForResponse(/\/visit\?/);
  release();
  await answered;
  await page.waitForTimeout(300);
  expect(await page.isVisible('#offline')).toBe(true);
  // And it retries, as it says there.
  await context.unroute('**/consent*');
  await waitForStage(page, 'ready');
  await context.close();
});

test('after a minute without a result the person is told that the page may be closed', async () => {
  const check = await fixture.ask();
  await fixture.begin(check);
  const page = await openTimed(`${check.authUrl}/return`);
  await waitForStage(page, 'waiting');
  const words = 'You can close this page; the link stays valid until';
  await page.clock.runFor(50_000);
  expect(await page.isVisible('#long')).toBe(false);
  await page.clock.runFor(15_000);
  expect(await page.innerText('#long')).toContain(words);
  expect(await page.textContent('#status')).toBe('Still waiting for the result.');
  expect(await page.innerText('#long time')).not.toContain('UTC');
  await page.context().close();
});

test('the minute of waiting starts when the person waits, not when the page was opened', async () => {
  const check = await fixture.ask();
  const page = await openTimed(check.authUrl);
  await page.clock.runFor(120_000);
  await fixture.begin(check);
  await page.clock.runFor(5_000);
  await waitForStage(page, 'waiting');
  await page.clock.runFor(20_000);
  expect(await page.isVisible('#long')).toBe(false);
  await page.context().close();
});
