import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setPageSettings } from '../../../src/people/accounts/page-queries.ts';
import {
  devices,
  launchBrowser,
  openContext,
  openPage,
  waitForStage,
} from '../../browser/browser.ts';
import { createPageFixture, northlight, type PageFixture } from '../../browser/page-fixture.ts';
import { byTest } from '../../kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';

/** The smallest PNG there is: one pixel. */
const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAA' +
    'AABJRU5ErkJggg==',
  'base64',
);
const firstViewBytes = 16_000;
let database: TestDatabase;
let fixture: PageFixture;
let browser: Browser;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await createPageFixture(database.target);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
  await database?.drop();
});

async function bottomOf(page: Page, selector: string): Promise<number> {
  const box = await page.locator(selector).last().boundingBox();
  return box ? box.y + box.height : Number.POSITIVE_INFINITY;
}

describe('the consent', () => {
  test('names each recipient with what it gets and for how long, and never says "we"', async () => {
    const page = await openPage(browser, (await fixture.ask()).authUrl);
    const who = await page.locator('.who li').allInnerTexts();
    expect(who.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      'Northlight · does the check Face video, name and ID number for 7 days',
      'Rowan Bank · asks for the check Only the result: passed or not passed',
      'Harbour Identity Ltd · runs this page Name and ID number for 180 days, no video',
    ]);
    const text = await page.innerText('body');
    for (const words of [northlight.contact, 'privacy@harbour.example', 'Under 14', 'withdraw']) {
      expect(text).toContain(words);
    }
    expect(text).not.toMatch(/\b(we|us|our|free|costs?|charged?|secure)\b/i);
    await page.context().close();
  });

  test('works with a screen reader: names and numbers are spelled, and no mark is read', async () => {
    const page = await openPage(browser, (await fixture.ask()).authUrl);
    const heard = await page.locator('body').ariaSnapshot();
    expect(heard).toContain('first character 张, the rest is hidden');
    expect(heard).toContain('starts with 1 1 0, ends with 2 X, the rest is hidden');
    expect(heard).not.toMatch(/[*•]|11010519/);
    // A mark between two words is only visual; only the TEST bar has one that is read.
    expect(
      heard.split('\n').filter((line) => line.includes('·') && !line.includes('TEST')),
    ).toEqual([]);
    const order = [
      'Rowan Bank needs to confirm it’s you',
      'Who receives what',
      'Why your face is needed',
      'It is your choice',
      'I separately agree that',
      'Agree and continue',
      'Decline',
      'Another way',
    ];
    const positions = order.map((words) => heard.indexOf(words));
    expect(positions.every((place, n) => place > (positions[n - 1] ?? -1))).toBe(true);
    await page.context().close();
  });

  test('shows its button, its tick and all three recipients at 360 by 640', async () => {
    for (const language of ['en-US', 'zh-CN', 'zh-TW'] as const) {
      const check = await fixture.ask();
      await database.pool.query(`update checks set mode = 'live' where check_id = $1`, [
        check.requestId,
      ]);
      const page = await openPage(browser, check.authUrl, { language });
      const bar = await page.locator('.bar').boundingBox();
      expect(await bottomOf(page, '.who li p')).toBeLessThanOrEqual(bar?.y ?? 0);
      expect(await bottomOf(page, '.pair')).toBeLessThanOrEqual(640);
      await page.context().close();
    }
  });

  test('shows them at 320 by 640 too, below the TEST bar', async () => {
    const check = await fixture.ask();
    for (const language of ['zh-TW', 'zh-CN'] as const) {
      const context = await openContext(browser, { language });
      const page = await context.newPage();
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(check.authUrl);
      const bar = await page.locator('.bar').boundingBox();
      expect(await page.isVisible('.test')).toBe(true);
      expect(await bottomOf(page, '.who li p'), language).toBeLessThanOrEqual(bar?.y ?? 0);
      expect(await bottomOf(page, '.pair')).toBeLessThanOrEqual(640);
      await context.close();
    }
  });

  test('keeps the focused element above the bar', async () => {
    for (const device of ['phone', 'small'] as const) {
      const page = await openPage(browser, (await fixture.ask()).authUrl, { device });
      const isSeen = `(() => {
      const { bottom } = document.activeElement.getBoundingClientRect();
      const bar = document.querySelector('.bar');
      return bar.contains(document.activeElement) || bottom <= bar.getBoundingClientRect().top + 1;
    })()`;
      for (let turn = 0; turn < 10; turn++) {
        await page.keyboard.press('Tab');
        expect(await page.evaluate(isSeen), String(turn)).toBe(true);
      }
      await page.context().close();
    }
  });

  test('keeps its ticks across the alternative and back, for the same text', async () => {
    const { authUrl } = await fixture.ask();
    const page = await openPage(browser, authUrl);
    await page.check('#agreed');
    await page.click('.pair a:has-text("Another way")');
    await page.click('text=Back to the face check');
    await page.waitForURL(authUrl);
    expect(await page.isChecked('#agreed')).toBe(true);
    await page.click('nav a[hreflang=zh-CN]');
    await page.waitForURL(/lang=zh-CN/);
    expect(await page.isChecked('#agreed')).toBe(false);

    await page.goto(authUrl);
    await page.uncheck('#agreed');
    await page.reload();
    expect(await page.isChecked('#agreed')).toBe(false);
    await page.goto((await fixture.ask()).authUrl);
    expect(await page.isChecked('#agreed')).toBe(false);
    await page.context().close();
  });

  test('stays in place and in view when its tick is missing', async () => {
    const page = await openPage(browser, (await fixture.ask()).authUrl);
    await page.click('[data-action=agree]');
    await page.waitForSelector('#agreed-problem:has-text("Tick the box")');
    expect(await page.locator('#agreed:focus').count()).toBe(1);
    expect(await page.evaluate('window.scrollY')).toBe(0);
    expect(await bottomOf(page, '.pair')).toBeLessThanOrEqual(640);

    // Where the bar is in the flow, the tick is scrolled into view.
    await page.setViewportSize({ width: 360, height: 400 });
    await page.evaluate('window.scrollTo(0, 0); document.activeElement.blur()');
    await page.evaluate(`document.querySelector('[data-action=agree]').click()`);
    expect(await bottomOf(page, '#agreed')).toBeLessThanOrEqual(400);
    await page.context().close();
  });

  test('for a foreign vendor has its own tick, without which nothing is agreed', async () => {
    const check = await fixture.ask();
    Object.assign(northlight, { isAbroad: true });
    const page = await openPage(browser, check.authUrl);
    await page.check('#agreed');
    await page.click('[data-action=agree]');
    await page.waitForSelector('#agreed-problem:has-text("Tick the box")');
    await page.check('#abroad');
    await page.click('[data-action=agree]');
    await waitForStage(page, 'ready');
    Object.assign(northlight, { isAbroad: false });
    await page.context().close();
  });
});

describe('the page', () => {
  test('an inline script does not run', async () => {
    const page = await openPage(browser, (await fixture.ask()).authUrl);
    await page.evaluate(`{
      const script = document.createElement('script');
      script.textContent = 'document.documentElement.dataset.broken = "1"';
      document.body.append(script);
    }`);
    expect(await page.getAttribute('html', 'data-broken')).toBeNull();
    await page.context().close();
  });

  test('its first view is small and compressed', async () => {
    const check = await fixture.ask();
    const context = await openContext(browser);
    const page = await context.newPage();
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (request.url().startsWith('data:') || request.method() === 'POST') return;
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    const response = await page.goto(check.authUrl, { waitUntil: 'load' });
    expect((await response?.allHeaders())?.['content-encoding']).toBe('gzip');
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(5_000);
    expect(bytes).toBeLessThan(firstViewBytes);
    await context.close();
  });

  test('a long or right-to-left name breaks neither header nor heading', async () => {
    const set = (displayName: string) =>
      setPageSettings(byTest(fixture.app.pool), fixture.accountId, { displayName, logo });
    await set('Rowan & <b>Sons</b> Savings and Loans of All Northern Shires');
    const check = await fixture.ask();
    const page = await openPage(browser, check.authUrl, { device: 'small' });
    const name = await page.locator('.asker bdi').boundingBox();
    const nav = await page.locator('nav').boundingBox();
    expect(name?.height).toBeLessThan(40);
    expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThanOrEqual((nav?.x ?? 0) + 1);
    expect(await page.innerText('h1')).toContain('Northern Shires needs to confirm');
    expect(await page.evaluate(`document.querySelector('.asker img').naturalWidth`)).toBe(1);

    await set('بنك روان');
    await page.reload();
    const bdi = await page.locator('h1 bdi').textContent();
    expect(bdi).toBe('بنك روان');
    expect(await page.innerText('h1')).toMatch(/needs to confirm it’s you$/);
    await set('Rowan Bank');
    await page.context().close();
  });

  test('has a title for each state, and marks only completed steps', async () => {
    const check = await fixture.ask();
    const page = await openPage(browser, check.authUrl);
    expect(await page.title()).toBe('Your consent – Rowan Bank');
    await page.click('[data-action=decline]');
    await waitForStage(page, 'cancelled');
    expect(await page.title()).toBe('Check canceled – Rowan Bank');
    expect(await page.locator('.steps .done').count()).toBe(0);
    expect(await page.innerText('main')).toContain('Nothing was sent to Northlight.');
    expect(await page.innerText('main')).not.toContain('has been told');
    await page.context().close();
  });

  test('says TEST wherever the sandbox serves, in live too', async () => {
    const check = await fixture.ask();
    await database.pool.query(
      `update checks set mode = 'live', provider_code = 'sandbox' where check_id = $1`,
      [check.requestId],
    );
    const headers = { 'user-agent': devices.phone.userAgent };
    expect((await fixture.get(check.path, headers)).body).toContain('class="test"');
    await database.pool.query(
      `update checks set provider_code = 'northlight' where check_id = $1`,
      [check.requestId],
    );
    expect((await fixture.get(check.path, headers)).body).not.toContain('class="test"');
  });

  test('buttons and links are large enough for a thumb', async () => {
    const page = await openPage(browser, (await fixture.ask()).authUrl, { device: 'small' });
    for (const selector of ['.button', 'nav a', '.tick', '.plain']) {
      for (const one of await page.locator(`${selector}:visible`).all()) {
        expect((await one.boundingBox())?.height, selector).toBeGreaterThanOrEqual(44);
      }
    }
    await page.context().close();
  });

  test('scrolls to the top when it shows another view', async () => {
    const page = await openPage(browser, (await fixture.ask()).authUrl);
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    expect(await page.evaluate('window.scrollY')).toBeGreaterThan(100);
    await page.check('#agreed');
    await page.click('[data-action=agree]');
    await waitForStage(page, 'ready');
    expect(await page.evaluate('window.scrollY')).toBe(0);
    await page.context().close();
  });

  test('in forced colours the current language is still recognizable', async () => {
    const check = await fixture.ask();
    const context = await openContext(browser);
    const page = await context.newPage();
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(check.authUrl);
    const lines = await page.evaluate(
      `[...document.querySelectorAll('nav span')].map((one) => getComputedStyle(one).borderBottomColor)`,
    );
    const [shown, ...others] = lines as string[];
    expect(new Set(others).size).toBe(1);
    expect(shown).not.toBe(others[0]);
    await context.close();
  });

  test('motion stops for people who asked for less of it', async () => {
    const check = await fixture.ask();
    const context = await openContext(browser, { device: 'desktop' });
    const page = await context.newPage();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(check.authUrl);
    const animation = await page.evaluate(
      `getComputedStyle(document.querySelector('.dot')).animationName`,
    );
    expect(animation).toBe('none');
    await context.close();
  });
});
