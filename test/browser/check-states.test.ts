import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setPageSettings } from '../../src/accounts/page-queries.ts';
import { type CheckStand, createCheckStand } from '../check-stand.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { launchBrowser, openContext, openPage } from './browser.ts';
import { pageStates, redirectUrl } from './states.ts';

/** The smallest PNG there is: one pixel. */
const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAA' +
    'AABJRU5ErkJggg==',
  'base64',
);
const firstViewBytes = 60_000;
let database: TestDatabase;
let stand: CheckStand;
let browser: Browser;
let axeSource: string;

beforeAll(async () => {
  axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  database = await createTestDatabase();
  stand = await createCheckStand(database.target);
  await setPageSettings(stand.app.pool, stand.accountId, {
    displayName: 'Rowan <b>Bank</b>',
    colour: '#0B6B4F',
    logo,
  });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await stand?.close();
  await database?.drop();
});

async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  const options = rules ? { runOnly: rules } : {};
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Notes whatever a page does that it must not: ask another host, or bend its own policy. */
function watch(page: Page): string[] {
  const faults: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    const isOwn = url.startsWith(stand.url) || url.startsWith('data:');
    if (!isOwn && url !== redirectUrl) faults.push(`asked ${url}`);
  });
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  return faults;
}

const inline = /<script(?![^>]*\ssrc=)[^>]*>|<style|\sstyle=|\son\w+=/g;

describe('every state is accessible from 320 px, in both themes and both languages', () => {
  for (const state of pageStates) {
    test(`${state.name}, and it keeps to its own host and policy`, async () => {
      for (const language of ['en-US', 'zh-CN'] as const) {
        const context = await openContext(browser, { device: state.device ?? 'small', language });
        // The way back leads nowhere, so that the page stays to be looked at.
        await context.route(`${redirectUrl}*`, (route) => route.fulfill({ status: 204 }));
        const page = await context.newPage();
        const faults = watch(page);
        const response = await page.goto(new URL(await state.prepare(stand), stand.url).href);
        expect((await response?.text())?.match(inline) ?? []).toEqual([]);
        await state.act?.(page);
        expect(faults).toEqual([]);

        await page.evaluate(axeSource);
        expect(await violationsOf(page), `${language} light`).toEqual([]);
        // Another theme has other colours, and is the same page in every other way.
        await page.emulateMedia({ colorScheme: 'dark' });
        expect(await violationsOf(page, ['color-contrast']), `${language} dark`).toEqual([]);
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect(width, 'nothing is wider than the screen').toBeLessThanOrEqual(
          page.viewportSize()?.width ?? 0,
        );
        await context.close();
      }
    });
  }
});

describe('the page', () => {
  test('an inline script does not run', async () => {
    const check = await stand.ask();
    const page = await openPage(browser, check.authUrl);
    await page.evaluate(`{
      const script = document.createElement('script');
      script.textContent = 'document.documentElement.dataset.broken = "1"';
      document.body.append(script);
    }`);
    expect(await page.getAttribute('html', 'data-broken')).toBeNull();
    await page.context().close();
  });

  test('the first view is small, and shows the account as it wants to be seen', async () => {
    const check = await stand.ask();
    const context = await openContext(browser, { device: 'phone' });
    const page = await context.newPage();
    let bytes = 0;
    const bodies: Promise<void>[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/events')) return;
      bodies.push(
        response.body().then((body) => {
          bytes += body.length;
        }),
      );
    });
    await page.goto(check.authUrl, { waitUntil: 'load' });
    await Promise.all(bodies);
    expect(bytes).toBeGreaterThan(5_000);
    expect(bytes).toBeLessThan(firstViewBytes);

    expect(await page.textContent('.asker span')).toBe('Rowan <b>Bank</b>');
    expect(await page.evaluate(`document.querySelector('.asker img').naturalWidth`)).toBe(1);
    const ground = await page.evaluate(
      `getComputedStyle(document.querySelector('.button.main')).backgroundColor`,
    );
    expect(ground).toBe('rgb(11, 107, 79)');
    await context.close();
  });

  test('buttons are large enough for a thumb', async () => {
    const check = await stand.ask();
    const page = await openPage(browser, check.authUrl, { device: 'small' });
    for (const selector of ['.button', 'nav a', '.tick']) {
      const box = await page.locator(selector).first().boundingBox();
      expect(box?.height, selector).toBeGreaterThanOrEqual(44);
    }
    await page.context().close();
  });

  test('motion stops for whoever asked for less of it', async () => {
    const check = await stand.ask();
    await stand.begin(check);
    const context = await openContext(browser);
    const page = await context.newPage();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${check.authUrl}/return`);
    const animation = await page.evaluate(
      `getComputedStyle(document.querySelector('.spinner')).animationName`,
    );
    expect(animation).toBe('none');
    await context.close();
  });
});
