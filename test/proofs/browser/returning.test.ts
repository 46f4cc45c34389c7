import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  isFocused,
  launchBrowser,
  openContext,
  playShop,
  waitForStage,
} from '../../browser/browser.ts';
import { createPageFixture, type PageFixture, phoneName } from '../../browser/page-fixture.ts';
import { redirectUrl } from '../../browser/states.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';

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

/** A phone that returns from the provider, with a clock that the test moves. */
async function comeBack(outcome: string, redirect: string, name = phoneName) {
  const check = await fixture.ask(undefined, redirect);
  await fixture.visit(check, 'mobile', name);
  await fixture.post(`${await fixture.begin(check)}/outcome`, { outcome });
  const context = await openContext(browser);
  await context.clock.install({ time: 0 });
  await context.clock.pauseAt(3_600_000);
  const page = await context.newPage();
  const visits = await playShop(page);
  await page.goto(`${check.authUrl}/return?by=${name}`);
  await waitForStage(page, outcome);
  return { check, page, visits };
}

/** Long enough to notice a page that left. */
const linger = (page: Page) => page.waitForTimeout(500);

describe.concurrent('after a pass', () => {
  test('the page returns by itself, not before twenty seconds, once', async ({ expect }) => {
    const { page, visits } = await comeBack('passed', redirectUrl);
    expect(await page.textContent('#leaving')).toContain('Returning to rowan.example in 30 s');
    await page.clock.runFor(20_000);
    await linger(page);
    expect(visits).toEqual([]);
    await page.clock.runFor(11_000);
    await page.waitForURL(redirectUrl);
    expect(visits.map(({ referer }) => referer)).toEqual([undefined]);

    // The back button shows the result, and does not redirect the person again.
    await page.goBack();
    await waitForStage(page, 'passed');
    await page.clock.runFor(40_000);
    await linger(page);
    expect(await page.isVisible('#leaving')).toBe(false);
    // A person who was redirected sees no countdown either: they are elsewhere.
    expect(visits).toHaveLength(1);
    await page.context().close();
  });

  const touches: [string, (page: Page) => Promise<unknown>][] = [
    ['a key', (page) => page.keyboard.press('Shift')],
    ['a touch', (page) => page.touchscreen.tap(20, 300)],
    ['a turn of the wheel', (page) => page.mouse.wheel(0, 10)],
  ];
  test.each(touches)('%s stops the countdown for good', async (_, touch) => {
    const { page, visits } = await comeBack('passed', redirectUrl);
    await page.clock.runFor(5_000);
    await touch(page);
    await page.waitForSelector('#leaving:has-text("You stay on this page.")');
    await page.clock.runFor(60_000);
    await linger(page);
    expect(visits).toEqual([]);
    await page.click('#back');
    await page.waitForURL(redirectUrl);
    await page.context().close();
  });

  test('the result is announced once, and no countdown is in a live region', async ({ expect }) => {
    const check = await fixture.ask(undefined, redirectUrl);
    const session = await fixture.begin(check);
    const context = await openContext(browser);
    await context.clock.install();
    const page = await context.newPage();
    await page.goto(`${check.authUrl}/return`);
    await waitForStage(page, 'waiting');
    await fixture.post(`${session}/outcome`, { outcome: 'passed' });
    await page.clock.runFor(3_000);
    await waitForStage(page, 'passed');
    expect(await isFocused(page, 'h1')).toBe(true);
    await page.clock.runFor(3_000);
    const spoken = await page.locator('[role=status], [role=alert], [aria-live]').allTextContents();
    expect(spoken.join('').trim()).toBe('');
    expect(await page.getAttribute('#leaving p:has(span)', 'aria-hidden')).toBe('true');
    await context.close();
  });

  test.each(['myapp://x', 'myapp:done', 'com.shop.app:/back'])(
    'an app at %s is called the app, and one that does not open is reported',
    async (redirect) => {
      const { page } = await comeBack('passed', redirect);
      expect(await page.textContent('#leaving')).toContain('Returning to the app in 30 s');
      await page.click('#back');
      await page.clock.runFor(3_000);
      await page.waitForSelector('#app-problem:has-text("The app did not open.")');
      expect(await page.textContent('#back')).toBe('Open the app again');
      await page.context().close();
    },
  );

  test('an app that did not open after a cancel is reported without claiming a result', async () => {
    for (const [outcome, words] of [
      ['cancelled', 'Please open it yourself.'],
      ['failed', 'Please open it yourself; the result is saved.'],
    ] as const) {
      const { page } = await comeBack(outcome, 'myapp://x');
      await page.click('#back');
      await page.clock.runFor(3_000);
      await page.waitForSelector('#app-problem:has-text("did not open")');
      expect(await page.textContent('#app-problem')).toBe(`The app did not open. ${words}`);
      await page.context().close();
    }
  });

  test('a phone that helped a computer reports an app that does not open, too', async () => {
    const check = await fixture.ask(undefined, 'myapp://x');
    await fixture.visit(check, 'desktop');
    await fixture.visit(check, 'mobile');
    await fixture.post(`${await fixture.begin(check)}/outcome`, { outcome: 'passed' });
    const context = await openContext(browser);
    await context.clock.install();
    const page = await context.newPage();
    await page.goto(`${check.authUrl}/return?by=${phoneName}`);
    await page.click('#back.plain');
    await page.clock.runFor(3_000);
    await page.waitForSelector('#app-problem:has-text("The app did not open.")');
    await context.close();
  });

  test('an app that the page opens by itself and that is missing leaves no stuck countdown', async () => {
    const { page } = await comeBack('passed', 'myapp://x');
    await page.clock.runFor(34_000);
    await page.waitForSelector('#app-problem:has-text("The app did not open.")');
    expect(await page.isVisible('#leaving')).toBe(false);
    await page.context().close();
  });
});

describe.concurrent('nobody is redirected', () => {
  test.each(['failed', 'cancelled'])('after %s', async (outcome) => {
    const { page, visits } = await comeBack(outcome, redirectUrl);
    await page.clock.runFor(60_000);
    await linger(page);
    expect(visits).toEqual([]);
    expect(await page.getAttribute('#back', 'href')).toBe(redirectUrl);
    await page.context().close();
  });

  test('from a finished link that is opened again, nor by another browser', async () => {
    const { check, page } = await comeBack('passed', redirectUrl);
    await page.goto(check.authUrl);
    await waitForStage(page, 'passed');
    expect(await page.isVisible('#leaving')).toBe(false);
    await page.goto(`${check.authUrl}/return?by=${'b'.repeat(24)}`);
    await waitForStage(page, 'passed');
    expect(await page.locator('#leaving').count()).toBe(0);
    await page.context().close();
  });
});
