import type { Browser, Page } from 'playwright-core';
import { renderSVG } from 'uqr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  isFocused,
  launchBrowser,
  openContext,
  openPage,
  playShop,
  waitForStage,
} from '../../browser/browser.ts';
import { createPageFixture, type PageFixture } from '../../browser/page-fixture.ts';
import { redirectUrl } from '../../browser/states.ts';
import { agreement } from '../../kit/check-fixture.ts';
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

/** A page whose clock the test can advance. */
async function openTimed(url: string, device: 'desktop' | 'phone'): Promise<Page> {
  const context = await openContext(browser, { device });
  await context.clock.install();
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

const headed = (page: Page, text: string) => page.waitForSelector(`h1:has-text("${text}")`);
const isShown = async (page: Page, selector: string) => (await page.locator(selector).count()) > 0;

describe.concurrent('between a computer and a phone', () => {
  test('each shows what the other does, and only the one that started returns', async ({
    expect,
  }) => {
    const check = await fixture.ask(undefined, redirectUrl);
    const desktop = await openTimed(check.authUrl, 'desktop');
    const there = await playShop(desktop);
    await headed(desktop, 'Continue on your phone');
    const drawn = await desktop.locator('.code path').getAttribute('d');
    expect(renderSVG(check.authUrl, { border: 4, ecc: 'M', pixelSize: 4 })).toContain(drawn);

    // A messenger that fetches the link for a preview is not a phone.
    await fixture.get(check.path, { 'user-agent': 'WhatsApp/2.24 iPhone Mobile' });
    const phone = await openTimed(check.authUrl, 'phone');
    const here = await playShop(phone);
    await headed(desktop, 'Your phone is connected');
    expect(await isShown(desktop, '.code')).toBe(false);
    await phone.check('#agreed');
    await phone.click('[data-action=agree]');
    await desktop.waitForSelector('[aria-current]:has-text("Getting ready on the phone")');
    await phone.click('[data-action=start]');
    await headed(desktop, 'Face check in progress');
    await phone.waitForURL('**/sandbox/face/**');
    await phone.click('[data-action=start]');
    await phone.clock.runFor(5_000);
    await phone.click('#choice [data-outcome=passed]');

    await headed(phone, 'Done. Return to your computer');
    await waitForStage(desktop, 'passed');
    expect(await phone.title()).toBe('Done – Rowan Bank');
    expect(await phone.textContent('#back.plain')).toContain('on this phone instead');
    await phone.clock.runFor(60_000);
    await desktop.clock.runFor(31_000);
    await desktop.waitForURL(redirectUrl);
    expect([there.length, here.length]).toEqual([1, 0]);
    await phone.click('#back');
    await phone.waitForURL(redirectUrl);
    await desktop.context().close();
    await phone.context().close();
  });

  test('a link preview leaves the QR code in place', async () => {
    const check = await fixture.ask();
    const desktop = await openPage(browser, check.authUrl, { device: 'desktop' });
    for (const path of [check.path, `${check.path}/view?device=mobile`, `${check.path}/events`]) {
      const stop = new AbortController();
      await fetch(new URL(path, fixture.url), { signal: stop.signal });
      stop.abort();
    }
    await desktop.waitForTimeout(2_500);
    expect(await desktop.isVisible('.code')).toBe(true);
    await desktop.context().close();
  });

  test('one press on the computer does not end the check on the phone', async ({ expect }) => {
    const check = await fixture.ask();
    const context = await openContext(browser, { device: 'desktop' });
    // The computer does not know of the phone yet when Decline is pressed.
    await context.route(/\/view\?/, () => {});
    const desktop = await context.newPage();
    const visited = desktop.waitForResponse(/\/visit\?/);
    await desktop.goto(check.authUrl);
    await visited;
    await fixture.visit(check, 'mobile');
    await desktop.click('[data-action=decline]');
    await desktop.waitForSelector('dialog[open]');
    expect(await isFocused(desktop, 'dialog .main')).toBe(true);
    await desktop.keyboard.press('Enter');
    await desktop.waitForSelector('dialog:not([open])', { state: 'attached' });
    expect(await fixture.recheck(check.authToken)).toMatchObject({ status: 0 });

    await desktop.click('[data-tool=stop]');
    await desktop.keyboard.press('Escape');
    expect(await isFocused(desktop, '[data-tool=stop]')).toBe(true);
    await desktop.click('[data-tool=stop]');
    await desktop.click('[data-action=stop]');
    await waitForStage(desktop, 'cancelled');
    expect(await fixture.recheck(check.authToken)).toMatchObject({ status: 4 });
    await desktop.context().close();
  });

  test('the confirmation before a stop says how far the check is, and no more', async ({
    expect,
  }) => {
    const check = await fixture.ask();
    // Pages without live events: only the answer to a press updates them.
    const context = await openContext(browser, { device: 'desktop' });
    await context.route(/\/(view|events)/, () => {});
    const asked = async (query: string) => {
      const desktop = await context.newPage();
      const visited = desktop.waitForResponse(/\/visit\?/);
      await desktop.goto(`${check.authUrl}?${query}`);
      await visited;
      return desktop;
    };
    const question = async (desktop: Page) => {
      await desktop.click('[data-action=decline]');
      return desktop.locator('dialog[open]').ariaSnapshot();
    };
    const code = await asked('code=1');
    const here = await asked('here=1');
    await fixture.visit(check, 'mobile');
    for (const desktop of [code, here]) {
      const heard = await question(desktop);
      expect(heard).toContain('Stop this check?');
      expect(heard).toContain('A phone has opened the link. The check ends there too');
      await desktop.close();
    }
    const late = await asked('here=1');
    await fixture.post(`${check.path}/consent?device=mobile`, agreement);
    expect(await question(late)).toContain('Consent is given, and a phone has opened the link.');
    await late.click('dialog .main');
    await fixture.post(`${check.path}/session?device=mobile`);
    const heard = await question(late);
    expect(heard).toContain('Stop the face check?');
    expect(heard).toContain('It has started. It ends on the phone too');
    await context.close();
  });

  test.for([
    ['shows the code again', 'code=1'],
    ['goes on by itself', 'here=1'],
  ])('a computer that %s asks before it declines for the phone', async ([, query], { expect }) => {
    const check = await fixture.ask();
    await fixture.visit(check, 'desktop');
    await fixture.visit(check, 'mobile');
    const desktop = await openPage(browser, `${check.authUrl}?${query}`, { device: 'desktop' });
    await desktop.click('[data-action=decline]');
    await desktop.waitForSelector('dialog[open]');
    await desktop.click('[data-action=stop]');
    await waitForStage(desktop, 'cancelled');
    expect(await fixture.recheck(check.authToken)).toMatchObject({ status: 4 });
    await desktop.context().close();
  });

  test('the QR code comes back, and so does the way from the computer to the phone', async () => {
    const check = await fixture.ask();
    const desktop = await openPage(browser, check.authUrl, { device: 'desktop' });
    await desktop.waitForSelector('.code');
    await fixture.visit(check, 'mobile');
    await headed(desktop, 'Your phone is connected');
    await desktop.click('text=Show the code again');
    await desktop.waitForSelector('.code');

    await desktop.click('text=Use this computer’s camera');
    await waitForStage(desktop, 'consent');
    await desktop.click('text=Use your phone instead');
    await headed(desktop, 'Your phone is connected');
    await desktop.context().close();
  });

  test('events during a page load are not missed', async () => {
    const check = await fixture.ask();
    const context = await openContext(browser, { device: 'desktop' });
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await context.route('**/check.ts', async (route) => {
      await isReleased;
      await route.continue();
    });
    const desktop = await context.newPage();
    await desktop.goto(check.authUrl, { waitUntil: 'commit' });
    await desktop.waitForSelector('.code');
    await fixture.visit(check, 'desktop');
    await fixture.visit(check, 'mobile');
    await fixture.begin(check);
    release();
    await headed(desktop, 'Face check in progress');
    await context.close();
  });

  test('a tablet that calls itself a Macintosh never sees the QR code', async ({ expect }) => {
    const check = await fixture.ask();
    const context = await openContext(browser, { device: 'ipad' });
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await context.route('**/check.ts', async (route) => {
      await isReleased;
      await route.continue();
    });
    const page = await context.newPage();
    await page.goto(check.authUrl, { waitUntil: 'commit' });
    await page.waitForSelector('.code', { state: 'attached' });
    // An element that is hidden for some seconds, in case no script runs, is examined in its first
    // one.
    const first = `(() => {
      const main = document.querySelector('main');
      for (const hiding of main.getAnimations()) {
        hiding.pause();
        hiding.currentTime = 1000;
      }
      return getComputedStyle(main.querySelector('.code')).visibility;
    })()`;
    await expect.poll(() => page.evaluate(first)).toBe('hidden');
    release();
    await waitForStage(page, 'consent');
    expect(await isShown(page, '.code')).toBe(false);
    await context.close();
  });

  test('it polls where live events do not get through', async () => {
    const check = await fixture.ask();
    const context = await openContext(browser, { device: 'desktop' });
    await context.route('**/events*', (route) => route.abort());
    const desktop = await context.newPage();
    await desktop.goto(check.authUrl);
    await fixture.post(`${await fixture.begin(check)}/outcome`, { outcome: 'passed' });
    await waitForStage(desktop, 'passed');
    await context.close();
  });

  test('the link gets to the phone without a QR code: copied, or in a message', async ({
    expect,
  }) => {
    const check = await fixture.ask();
    const context = await openContext(browser, { device: 'desktop' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    await page.goto(check.authUrl);
    await page.click('[data-tool=copy]');
    await page.waitForSelector('#status:has-text("Link copied.")', { state: 'attached' });
    // Visibly, too: text for screen readers only is one pixel in size.
    const said = page.locator('#said:has-text("Link copied.")');
    expect((await said.boundingBox())?.height).toBeGreaterThan(10);
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(check.authUrl);

    await page.click('.text-link summary');
    await page.fill('#mobile', '123');
    await page.click('[data-action=text-link]');
    await page.waitForSelector('#mobile-problem:has-text("not a mobile number")');
    expect(await isFocused(page, '#mobile')).toBe(true);
    expect(await page.inputValue('#mobile')).toBe('123');
    await page.fill('#mobile', '13812345678');
    await page.click('[data-action=text-link]');
    await page.waitForSelector('.tools:has-text("on its way to 138 •••• 5678")');
    await context.close();
  });

  test('the link gets to the phone by the browser’s share sheet', async ({ expect }) => {
    const check = await fixture.ask();
    const context = await openContext(browser, { device: 'desktop' });
    const without = await context.newPage();
    await without.addInitScript('Object.defineProperty(navigator, "share", { value: undefined })');
    await without.goto(check.authUrl);
    await without.waitForSelector('[data-tool=copy]');
    expect(await without.isVisible('[data-tool=share]')).toBe(false);

    const faults: string[] = [];
    const page = await context.newPage();
    page.on('pageerror', ({ message }) => faults.push(message));
    await page.addInitScript(`{
      window.shared = [];
      const share = (what) => {
        window.shared.push(what);
        return Promise.reject(new DOMException('put away', 'AbortError'));
      };
      Object.defineProperty(navigator, 'share', { value: share });
    }`);
    await page.goto(`${check.authUrl}?by=${'c'.repeat(24)}`);
    await page.click('[data-tool=share]');
    // Only the check's URL: what identifies this browser stays here.
    expect(await page.evaluate('window.shared')).toEqual([{ url: check.authUrl }]);
    expect(faults).toEqual([]);
    await context.close();
  });
});
