import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docGroups } from '../../../src/surfaces/docs/doc-groups.ts';
import { launchBrowser } from '../../browser/browser.ts';
import { createBrowserVisitor, homeOf } from '../../browser/browser-visitor.ts';
import type { Appearance } from '../../browser/console-appearance.ts';
import { appearancesIn, expectUsable, languages } from '../../browser/expect-usable.ts';
import { openDocs as openDocsOf } from '../../browser/open-docs.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';

let browser: Browser;
let fixture: Fixture;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-docs-'));
  [browser, fixture] = await Promise.all([
    launchBrowser(),
    createFixture({ settings: { dataDir } }),
  ]);
});
afterAll(async () => {
  await browser.close();
  await fixture.close();
  await rm(dataDir, { recursive: true });
});

const openDocs = (path: string, appearance?: Appearance) =>
  openDocsOf(fixture, browser, path, appearance);

const guides = docGroups.flatMap(({ guides }) => guides).filter((name) => name !== 'home');
const paths = ['', ...guides.map((name) => `/${name}`), '/errors/40303', '/reference'];

test.each(languages)(
  'every page in %s is accessible, fits, and loads nothing from elsewhere',
  async (tag) => {
    const language = tag === 'zh-CN' ? 'zh' : 'en';
    const { page, context, asked, faults } = await openDocs(`/${language}`, appearancesIn(tag)[0]);
    for (const path of paths) {
      await page.goto(`${homeOf(fixture)}/docs/${language}${path}`);
      await page.locator('#search-button').waitFor();
      expect(await page.locator('html').getAttribute('lang'), path).toMatch(language);
      await expectUsable(page, tag, path);
    }
    expect(
      asked.filter((url) => !url.startsWith(homeOf(fixture)) && !url.startsWith('data:')),
    ).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  },
  longTimeoutMs,
);

test.each(languages)('the pages around the docs are accessible and fit: %s', async (tag) => {
  const { page, context, faults } = await openDocs('', appearancesIn(tag)[0]);
  for (const path of ['/', '/nothing', '/docs/nothing']) {
    await page.goto(homeOf(fixture) + path);
    await page.locator('h1').waitFor();
    const fonts = page.evaluate<string[]>(
      'document.fonts.ready.then((all) => [...all].map(({ status }) => status))',
    );
    expect(await fonts, path).toContain('loaded');
    await expectUsable(page, tag, path);
  }
  // The browser reports a page that does not exist as a fault of loading.
  expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
  await context.close();
});

describe('samples', () => {
  test('come in tabs, keep the chosen language, and are copied as shown', async () => {
    const { page, context } = await openDocs('/en/start');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('tab', { name: 'Python' }).first().click();
    expect(await page.getByRole('tabpanel').first().textContent()).toContain('urllib.request');
    await page.goto(`${homeOf(fixture)}/docs/en/codes`);
    const set = page.locator('.samples').first();
    await set.getByRole('tab', { name: 'Python', selected: true }).waitFor();
    await set.getByRole('button', { name: 'Copy' }).click();
    await set.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toBe(await set.locator('.code:not([hidden]) code').textContent());
    await context.close();
  });

  test('of the sandbox have a button beside each value', async () => {
    const { page, context } = await openDocs('/en/sandbox');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy 13800000007' }).click();
    await page.getByRole('button', { name: 'Copied 13800000007' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('13800000007');
    // The chaos switches are set, and not sent.
    const values = await page.locator('td:first-child > code').filter({ hasText: /^\d+$/ }).count();
    expect(values).toBeGreaterThan(20);
    expect(await page.locator('td:first-child > .copy').count()).toBe(values);
    await context.close();
  });

  test('use the test key that the reader pastes, never a live one, and keep it in the tab', async () => {
    const { page, context, asked } = await openDocs('/en/start');
    const key = page.getByLabel(/Your test key/);
    await key.fill('cs_live_0123456789');
    await page.getByText('Do not paste live keys').waitFor();
    expect(await page.locator('article').textContent()).not.toContain('cs_live_');
    await key.fill(fixture.apiKey);
    const sample = page.locator('.samples .code:not([hidden]) code').first();
    expect(await sample.textContent()).toContain(`x-api-key: ${fixture.apiKey}`);
    await page.goto(`${homeOf(fixture)}/docs/en/codes`);
    await sample.filter({ hasText: fixture.apiKey }).waitFor();
    expect(asked.filter((url) => url.includes('cs_test_'))).toEqual([]);
    const other = await openDocs('/en/start');
    expect(await other.page.locator('article').textContent()).not.toContain(fixture.apiKey);
    await other.context.close();
    await context.close();
  });
});

test('an operator signed in to the console finds the demo key in the samples', async () => {
  await writeFile(join(dataDir, 'demo.key'), `${fixture.apiKey}\n`);
  const owner = await createBrowserVisitor(browser, fixture);
  const { page, faults } = await owner.open('/../docs/en/start');
  await page.getByText('The demo key of this installation').waitFor();
  const sample = page.locator('.samples .code:not([hidden]) code').first();
  expect(await sample.textContent()).toContain(`x-api-key: ${fixture.apiKey}`);
  expect(faults).toEqual([]);
  await page.context().close();
  const nobody = await openDocs('/en/start');
  await nobody.page.waitForLoadState('networkidle');
  expect(await nobody.page.locator('article').textContent()).not.toContain(fixture.apiKey);
  await nobody.context.close();
});

test('the theme can be chosen, and the next page starts in it', async () => {
  const { page, context } = await openDocs('/en');
  const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  const light = await ground();
  await page.getByRole('button', { name: 'Light or dark theme' }).click();
  const dark = await ground();
  expect(dark).not.toBe(light);
  await page.goto(`${homeOf(fixture)}/docs/zh/limits`);
  expect(await ground()).toBe(dark);
  await context.close();
});

test('on a phone the menu opens over the page, and its links work', async () => {
  const { page, context } = await openDocs('/en/start', { width: 390 });
  const link = page.locator('#pages').getByText('Idempotency');
  expect(await link.isVisible()).toBe(false);
  await page.getByRole('link', { name: 'Menu', exact: true }).click();
  await link.click();
  await page.getByRole('heading', { name: 'Idempotency', level: 1 }).waitFor();
  expect(await page.locator('#pages').isVisible()).toBe(false);
  await context.close();
});

test('the reference shows each request in the languages of the guides', async () => {
  const { page, context } = await openDocs('/en/reference#sms_code');
  const operation = page.locator('.operation', { has: page.locator('#sms_code') });
  expect(await operation.getByRole('tab').allInnerTexts()).toEqual([
    ...['curl', 'Node.js', 'Python', 'Java', 'PHP', 'Go'],
  ]);
  expect(await operation.getByRole('heading', { level: 3 }).innerText()).toContain(
    'Send a verification code',
  );
  await context.close();
});

test.each([
  ['#tag/sms', 'tag/sms'],
  ['#tag/sms/POST/api/v1/sms_code', 'sms_code'],
  ['/reference#tag/sms/POST/api/v1/sms_code', 'sms_code'],
  ['#model/ErrorDetail', 'model/ErrorDetail'],
])('the old URL %s of the reference leads to #%s', async (old, id) => {
  const { page, context } = await openDocs(old);
  await page.waitForURL(`**/docs/reference#${id}`);
  expect(await page.locator(`[id="${id}"]`).count()).toBe(1);
  await context.close();
});
