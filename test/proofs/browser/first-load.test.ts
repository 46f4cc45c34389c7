import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../../browser/browser.ts';
import {
  type BrowserVisitor,
  createBrowserVisitor,
  homeOf,
} from '../../browser/browser-visitor.ts';
import { openAppearance, openConsolePage, overflowOf } from '../../browser/console-appearance.ts';
import { violationsOf } from '../../browser/violations-of.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';

let browser: Browser;
let fixture: Fixture;
let owner: BrowserVisitor;

beforeAll(async () => {
  [browser, fixture] = await Promise.all([launchBrowser(), createFixture()]);
  owner = await createBrowserVisitor(browser, fixture);
});
afterAll(async () => {
  await browser.close();
  await fixture.close();
});

/** Holds back every request that matches, until it is told to go on. */
async function hold(page: Page, pattern: string): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue();
  });
  return async () => {
    resolve();
    await page.locator('h1').waitFor();
  };
}

/** Waits until the words are in the page, and its styles. */
async function seeFirstPaint(page: Page): Promise<void> {
  await page.getByText('Still loading…').waitFor();
  await expect.poll(() => page.evaluate('getComputedStyle(document.body).margin')).toBe('0px');
}

/** Where the parts of the frame are that must not move. */
function placesOf(page: Page, parts: readonly string[]): Promise<unknown> {
  return page.evaluate(`${JSON.stringify(parts)}.map((part) => {
    const one = [...document.querySelectorAll(part)].find((each) => each.checkVisibility());
    const { x, y, width } = one.getBoundingClientRect();
    return { part, x, y, width };
  })`);
}

test.each([
  { width: 1440, mode: 'live', parts: ['.sidebar', '.header', '.content'], waits: 'assets/*.js' },
  { width: 1440, mode: 'test', parts: ['.test-band', '.sidebar', '.header'], waits: 'assets/*.js' },
  { width: 768, mode: 'live', parts: ['.sidebar', '.header', '.content'], waits: 'api/session' },
  { width: 390, mode: 'live', parts: ['.header', '.content', '.bottom-bar'], waits: 'assets/*.js' },
])('shows the frame at $width px in $mode mode while it waits for $waits', async (look) => {
  const { page, faults } = await owner.open('/platform/prices', { width: look.width });
  const goOn = await hold(page, `**/console/${look.waits}`);
  const address = `${homeOf(fixture)}/console/platform/prices?mode=${look.mode}`;
  await page.goto(address, { waitUntil: 'commit' });
  await seeFirstPaint(page);
  expect(await overflowOf(page)).toBe(0);
  const early = await placesOf(page, look.parts);
  await goOn();
  expect(await page.locator('#first-paint').count()).toBe(0);
  expect(early).toEqual(await placesOf(page, look.parts));
  expect(faults).toEqual([]);
});

test('keeps a chosen language and theme from the first byte of the next load', async () => {
  // The browser asks for Chinese; nothing but the choice says English and dark.
  const context = await browser.newContext({ locale: 'zh-CN' });
  const page = await context.newPage();
  await page.goto(`${homeOf(fixture)}/console/sign-in`);
  await page.getByRole('heading', { name: '登录' }).waitFor();
  await page.evaluate(`localStorage.setItem('countersign.theme', 'dark')`);
  await page.locator('.header-button').first().click();
  await page.reload();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  const bytes = await (await page.request.get(page.url())).text();
  expect(bytes).toContain('<html lang="en-US" data-theme="dark">');
  await context.close();
});

test('shows the card of the sign-in where it will be, accessible meanwhile', async () => {
  const context = await openAppearance(browser);
  const { page, faults } = await openConsolePage(context, `${homeOf(fixture)}/console/sign-in`);
  const goOn = await hold(page, '**/console/assets/*.js');
  await page.reload({ waitUntil: 'commit' });
  await seeFirstPaint(page);
  const rules = ['color-contrast', 'document-title', 'html-has-lang', 'html-lang-valid'];
  expect(await violationsOf(page, rules)).toEqual([]);
  const early = await placesOf(page, ['.entry-card']);
  await goOn();
  expect(early).toEqual(await placesOf(page, ['.entry-card']));
  expect(faults).toEqual([]);
  await context.close();
});
