import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFixture, type Fixture } from '../kit/fixture.ts';
import { launchBrowser } from './browser.ts';
import { openDocs } from './open-docs.ts';
import { violationsOf } from './violations-of.ts';

let browser: Browser;
let fixture: Fixture;
beforeAll(async () => {
  [browser, fixture] = await Promise.all([launchBrowser(), createFixture()]);
});
afterAll(async () => {
  await browser.close();
  await fixture.close();
});

describe('the docs search', () => {
  test.each([
    ['en', 'pumping', '/docs/en/errors/42905'],
    ['zh', '短信盗刷', '/docs/zh/errors/42905'],
  ])('in %s finds %s, and Enter opens it', async (language, word, address) => {
    const { page, context, asked } = await openDocs(fixture, browser, `/${language}`);
    await page.locator('#search-button').waitFor();
    await page.keyboard.press('/');
    await page.locator('#search-input').fill(word);
    await page.locator(`#search-results a[href^="${address}"]`).first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.locator('#search-input').fill('没有的东西 zebra');
    await page
      .locator('#search-status')
      .filter({ hasText: /No results|没有结果/ })
      .waitFor();
    await page.locator('#search-input').fill(address.slice(-5));
    await page.locator(`#search-results li:first-child a[href^="${address}"]`).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${address}*`);
    // The typed text stays in the browser.
    expect(asked.filter((url) => url.includes(encodeURIComponent(word)))).toEqual([]);
    await context.close();
  });
});
