import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../browser/browser.ts';
import { type BrowserVisitor, createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { goTo } from '../../browser/go-to.ts';
import { type Cells, createCells } from '../../kit/cells-fixture.ts';
import type { Fixture } from '../../kit/fixture.ts';
import { project } from '../../kit/search-recount.ts';

const root = join(import.meta.dirname, '../../..');
const saysNothing = /^(No|None|Nothing|Nobody|There is no|All (is well|that|accounts pay))\b.*\.$/;

/** Every sentence by which the console says that there is nothing, or that all is well. */
async function sentencesOfNothing(): Promise<string[]> {
  const files = globSync('web/console/{kit,shell,screens}/**/en.ts', { cwd: root });
  const catalogues: Record<string, string>[] = await Promise.all(
    files.map(async (file) => (await import(pathToFileURL(join(root, file)).href)).en),
  );
  return catalogues.flatMap((words) => Object.values(words)).filter((one) => saysNothing.test(one));
}

let browser: Browser;
let cells: Cells;
let fixture: Fixture;
let operator: BrowserVisitor;
let sentences: string[];
beforeAll(async () => {
  // With another cell there is a screen of all cells.
  [browser, cells, sentences] = await Promise.all([
    launchBrowser(),
    createCells({ 1: {}, 2: { isDown: true } }),
    sentencesOfNothing(),
  ]);
  fixture = cells.of(1);
  operator = await createBrowserVisitor(browser, fixture);
  await fixture.call('sms_code', { mobile: '13912345678', code: '482913' });
  // Today has a call, and so no chart says that there is none.
  await project(fixture.pool);
});
afterAll(async () => {
  await browser.close();
  await cells.close();
});

const refused = {
  status: 422,
  contentType: 'application/json',
  body: JSON.stringify({ code: 42210, reason: 'refused', message: 'Refused for the test.' }),
};
/** How the platform answers: not yet, or only with refusals. */
const answers: Record<string, (route: Route) => Promise<void>> = {
  silent: async () => {},
  refusing: (route) => route.fulfill(refused),
};

const screens = [
  ...['overview', 'calls', 'checks', 'review', 'accounts', 'keys', 'wallet', 'money', 'prices'],
  ...['providers', 'templates', 'webhooks', 'health', 'audit', 'team', 'settings', 'cells'],
].map((screen) => `platform/${screen}`);

describe.each(Object.keys(answers))('while the platform is %s', (how) => {
  test('no screen claims to be empty', async () => {
    expect(sentences.length).toBeGreaterThan(20);
    const own = ['overview', 'calls', 'keys', 'wallet', 'webhooks', 'audit'];
    const { page } = await operator.open('/platform/security');
    await page.route(/\/console\/api\/(platform|\d+)\//, answers[how] as never);
    // Loading the app forgets earlier answers; from then on no screen gets any.
    await page.reload();
    await page.locator('h1').waitFor();
    const found: string[] = [];
    for (const path of [...screens, ...own.map((screen) => `${fixture.accountId}/${screen}`)]) {
      await goTo(page, `/${path}?mode=live`);
      // The frame around a screen appears before it.
      const main = page.locator('main');
      const said = main.locator(how === 'silent' ? '[aria-busy=true]' : '[role=alert]');
      await said.first().waitFor();
      const text = await main.innerText();
      found.push(...sentences.filter((one) => text.includes(one)).map((one) => `${path}: ${one}`));
    }
    expect(found).toEqual([]);
  });

  test('the overview does not claim that nothing needs attention', async () => {
    const { page } = await operator.open('/platform/security');
    await page.route(/\/overview\/needs/, answers[how] as never);
    await page.goto(page.url().replace(/platform.*/, 'platform/overview?mode=test'));
    await page.locator('.figure').first().waitFor();
    await page
      .locator(how === 'silent' ? '[aria-busy=true]' : '[role=alert]')
      .first()
      .waitFor();
    const text = await page.locator('main').innerText();
    expect(sentences.filter((one) => text.includes(one))).toEqual([]);
  });
});
