import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../../browser/browser.ts';
import { type BrowserVisitor, createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { settle } from '../../browser/settle.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';
import { readPdf } from '../../kit/read-pdf.ts';
import { project } from '../../kit/search-recount.ts';

let browser: Browser;
let fixture: Fixture;
let owner: BrowserVisitor;

beforeAll(async () => {
  [browser, fixture] = await Promise.all([launchBrowser(), createFixture()]);
  owner = await createBrowserVisitor(browser, fixture);
  for (let at = 0; at < 60; at++) {
    await fixture.call('sms_code', { mobile: `139123450${10 + at}`, code: '123456' });
  }
  await project(fixture.pool);
});
afterAll(async () => {
  await browser.close();
  await fixture.close();
});

/** What is never on paper: the way to other screens, and things to press. */
const notPrinted = [
  '.sidebar',
  '.header',
  '.page-actions',
  '.ant-btn',
  '.bottom-bar',
  '.chip:not(.chip-set)',
];

const screens = () => [
  {
    path: `/${fixture.accountId}/wallet?mode=test`,
    words: ['Wallet', 'Statement', 'Top-ups', 'Movements', 'test data · printed'],
  },
  {
    path: `/${fixture.accountId}/calls?mode=test`,
    words: ['Calls', '139****5020', '139****5069', 'Charged'],
  },
  { path: '/platform/audit?mode=live', words: ['Audit log', 'All accounts · printed'] },
  { path: '/platform/money?mode=live', words: ['Money', 'By account', 'By product'] },
];

test.each([0, 1, 2, 3])('prints the words of a screen, and nothing to press (%i)', async (at) => {
  const { path, words } = screens()[at] as ReturnType<typeof screens>[number];
  const { page, faults } = await owner.open(path, { isDark: at % 2 === 1 });
  await settle(page);
  const pages = await readPdf(await page.pdf({ preferCSSPageSize: true }));
  const text = pages.join(' ').replaceAll(/\s+/g, ' ');
  for (const word of words) expect(text).toContain(word);
  expect(text).toContain(String(new Date().getFullYear()));
  expect(text).not.toMatch(/Find an account|Top up…|Ledger balanced|Copy link/);
  await page.emulateMedia({ media: 'print' });
  for (const part of notPrinted) {
    expect({ part, seen: await page.locator(`${part}:visible`).count() }).toEqual({
      part,
      seen: 0,
    });
  }
  const colours = await page.evaluate(
    `[document.documentElement, document.querySelector('h1')].map((one) => {
      const { backgroundColor, color } = getComputedStyle(one);
      return one.tagName === 'H1' ? color : backgroundColor;
    })`,
  );
  expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
  await page.emulateMedia({ media: null });
  expect(faults).toEqual([]);
});

test('repeats the head of a long table on each page, and cuts no row', async () => {
  const { page } = await owner.open(`/${fixture.accountId}/calls?mode=test`);
  await settle(page);
  const pages = await readPdf(await page.pdf({ preferCSSPageSize: true }));
  expect(pages.length).toBeGreaterThan(1);
  for (const one of pages) expect(one).toContain('Request ID');
});
