import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { devices, launchBrowser, openContext } from '../../browser/browser.ts';
import { createPageFixture, type PageFixture } from '../../browser/page-fixture.ts';
import { type PageState, pageStates, redirectUrl } from '../../browser/states.ts';
import { violationsOf } from '../../browser/violations-of.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';

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

/** Records forbidden behaviour of a page: requests to other hosts, and policy violations. */
function watch(page: Page): string[] {
  const faults: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    const isOwn = url.startsWith(fixture.url) || url.startsWith('data:');
    if (!isOwn && url !== redirectUrl) faults.push(`asked ${url}`);
  });
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  return faults;
}

const inline = /<script(?![^>]*\ssrc=)[^>]*>|<style|\sstyle=|\son\w+=/g;

/** Elements that overflow the screen sideways, whether the page scrolls or clips them. */
const sticksOut = `(() => {
  const width = document.documentElement.clientWidth;
  return [...document.querySelectorAll('body *')]
    .filter((one) => one.checkVisibility() && !one.closest('.unseen'))
    .filter((one) => one.getBoundingClientRect().right > width + 1)
    .map((one) => one.outerHTML.slice(0, 80));
})()`;

/** Names, numbers and words so wide that a line holds hardly one character. */
const squeezed = `(() => [...document.querySelectorAll('dd, dt, h1, h2, p, li, b, button, a')]
  .filter((one) => one.checkVisibility() && !one.closest('.unseen, noscript'))
  .filter((one) => one.textContent.trim().length > 3)
  .filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    const size = parseFloat(getComputedStyle(one).fontSize);
    return width > 1 && width < size * 2 && height > size * 4;
  })
  .map((one) => one.outerHTML.slice(0, 80)))()`;

type Language = (typeof languages)[number];
const languages = ['en-US', 'zh-CN', 'zh-TW'] as const;

/**
 * One page per kind and language: starting a process per state takes longer than the test itself.
 */
const pages = new Map<string, Page>();

async function emptyPage(device: 'desktop' | 'phone', language: Language): Promise<Page> {
  const before = pages.get(`${device} ${language}`);
  if (before) return forget(before);
  const context = await openContext(browser, { device, language });
  // The return URL leads nowhere, so that the page stays open.
  await context.route(`${redirectUrl}*`, (route) => route.fulfill({ status: 204 }));
  const page = await context.newPage();
  pages.set(`${device} ${language}`, page);
  return page;
}

/** Clears everything from the previous state: its storage and its emulation. */
async function forget(page: Page): Promise<Page> {
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await page.goto('about:blank');
  for (const event of ['request', 'console', 'pageerror']) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().clearCookies();
  await page.emulateMedia({ colorScheme: 'light' });
  await setFontSize(page, 16);
  return page;
}

/** The text size that a person sets in their browser. */
async function setFontSize(page: Page, standard: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Page.setFontSizes', { fontSizes: { standard, fixed: (standard * 13) / 16 } });
  await cdp.detach();
}

async function open(page: Page, state: PageState): Promise<void> {
  const faults = watch(page);
  const response = await page.goto(new URL(await state.prepare(fixture), fixture.url).href);
  expect((await response?.text())?.match(inline) ?? []).toEqual([]);
  await state.act?.(page);
  expect(faults).toEqual([]);
}

async function expectFit(page: Page, width: number, height: number, what: string) {
  await page.setViewportSize({ width, height });
  expect(await page.evaluate(sticksOut), `${what} at ${width}`).toEqual([]);
  expect(await page.evaluate(squeezed), `${what} at ${width}`).toEqual([]);
}

describe('every state is accessible at every size, in both themes and every language', () => {
  test.each(pageStates.map((state) => [state.name, state] as const))('%s', async (_, state) => {
    const device = state.isDesktop ? 'desktop' : 'phone';
    for (const language of languages) {
      const page = await emptyPage(device, language);
      await page.setViewportSize(devices[device].viewport);
      await open(page, state);
      for (const [width, height] of [
        [1280, 800],
        [768, 1024],
        [320, 568],
      ] as const) {
        await expectFit(page, width, height, language);
      }
      if (language === 'en-US') {
        expect(await violationsOf(page), 'light').toEqual([]);
        // Another theme has other colours, and is otherwise the same page.
        await page.emulateMedia({ colorScheme: 'dark' });
        expect(await violationsOf(page, ['color-contrast']), 'dark').toEqual([]);
        // At 400% zoom a computer's screen has 320 by 256 pixels.
        await expectFit(page, 320, 256, 'zoom of 400 %');
        await setFontSize(page, 32);
        await expectFit(page, 360, 640, 'text of 200 %');
      }
    }
  });
});
