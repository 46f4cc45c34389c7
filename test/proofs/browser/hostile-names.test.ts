import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setPageSettings } from '../../../src/people/accounts/page-queries.ts';
import { launchBrowser } from '../../browser/browser.ts';
import { createPageFixture, type PageFixture } from '../../browser/page-fixture.ts';
import { byTest } from '../../kit/by-test.ts';
import { agreement } from '../../kit/check-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';

/** Each cut to the 64 characters that a display name may have. */
const names = [
  // This one crashed Chromium 156.
  '<xss-mark id=x2></xss-mark><img src=x onerror=alert(2)>',
  '<xss-mark id=x2></xss-mark><img src=x onerror=alert(2)>'.repeat(2),
  '<script>alert(1)</script>',
  '"><svg/onload=alert(1)>',
  "'-alert(1)-'",
  '</title><script>alert(1)</script>',
  '</bdi></p></header><h1>Enter your PIN</h1>',
  '<a href=javascript:alert(1)>x</a>',
  '{{constructor.constructor("alert(1)")()}}',
  '#{alert(1)}',
  '&lt;img src=x onerror=alert(1)&gt;',
  '<!--',
  ']]>',
  'W'.repeat(64),
  'a-'.repeat(32),
  'a/'.repeat(32),
  '<>'.repeat(32),
  '=)(='.repeat(16),
  '\u200b'.repeat(20) + 'x',
  'e\u0301\u0302\u0303\u0304\u0305'.repeat(10),
  '\u05d0\u05d1\u05d2 abc '.repeat(8),
  '\u0e01\u0e33'.repeat(32),
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'.repeat(12),
  '汉'.repeat(64),
  '汉、'.repeat(32),
  'ﷺ'.repeat(64),
].map((name) => [...name].slice(0, 64).join('').trim());

const widths = [320, 360, 768, 1280];

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

/** The paths of three pages that show the name: to consent, to begin, and at the end. */
async function preparePages(): Promise<string[]> {
  const [asked, agreed, ended] = [await fixture.ask(), await fixture.ask(), await fixture.ask()];
  await fixture.post(`${agreed.path}/consent?device=mobile`, agreement);
  await fixture.post(`${ended.path}/cancel`);
  return [asked, agreed, ended].map(({ path }) => path);
}

// Chromium 156 crashes where a line with a <bdi> is balanced or pretty.
test.each(names)('the page shows the name %j as text, at every width', async (name) => {
  await setPageSettings(byTest(fixture.app.pool), fixture.accountId, { displayName: name });
  const paths = await preparePages();
  const page = await browser.newPage({ locale: 'en-US' });
  const events: string[] = [];
  page.on('crash', () => events.push('crash'));
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => events.push('dialog')));
  for (const path of paths) {
    await page.goto(`${fixture.url}${path}?here=1`);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 700 });
      const shown = await page.evaluate(`({
        name: document.querySelector('.asker bdi').textContent,
        elements: document.querySelectorAll('xss-mark, img[src=x], [onerror], [onload], h1 + h1').length,
        isWide: document.documentElement.scrollWidth > innerWidth,
      })`);
      expect(shown, `${path} ${width}`).toEqual({ name, elements: 0, isWide: false });
    }
  }
  expect(events).toEqual([]);
  await page.close();
});
