import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type RunningSimulator,
  runSimulator,
} from '../../../src/vendors/simulators/run-simulator.ts';
import { simulators } from '../../../src/vendors/vendor-simulators.ts';
import { launchBrowser } from '../../browser/browser.ts';
import {
  type BrowserVisitor,
  createBrowserVisitor,
  homeOf,
} from '../../browser/browser-visitor.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';

let browser: Browser;
let fixture: Fixture;
let owner: BrowserVisitor;
const vendors: RunningSimulator[] = [];

/** A provider that a simulator plays. */
async function add(code: string) {
  const simulator = simulators.find(({ vendor }) => vendor === code);
  if (!simulator) throw new Error(`no simulator plays ${code}`);
  const vendor = await runSimulator(simulator, { callbackUrlOf: () => 'http://127.0.0.1:9/' });
  vendors.push(vendor);
  const { callbackKey: _, ...settings } = vendor.config as Record<string, unknown>;
  const added = await owner.asks.post('platform/providers/add', {
    ...{ code: `my-${code}`, vendor: code, isOn: true, settings, costs: { each: '0.0320' } },
  });
  expect(added.status).toBe(200);
}

beforeAll(async () => {
  [browser, fixture] = await Promise.all([launchBrowser(), createFixture()]);
  owner = await createBrowserVisitor(browser, fixture);
  await add('smtp');
  await add('yunxin');
});
afterAll(async () => {
  await Promise.all([browser.close(), ...vendors.map((vendor) => vendor.close())]);
  await fixture.close();
});

test('a voice template is previewed as a call that reads numbers digit by digit', async () => {
  const { page } = await owner.open('/platform/templates?template=VERIFY_VOICE');
  await page.getByText('Phone call', { exact: true }).waitFor();
  expect(await page.locator('.phone-speech').innerText()).toMatch(/(\d, ){3}\d/);
  expect(await page.locator('.phone-bubble').count()).toBe(0);
});

test('providers of SMS have a signature in a template, those of email have none', async () => {
  const { page } = await owner.open('/platform/templates?template=VERIFY_EMAIL');
  await page.locator('.form-row', { hasText: 'my-smtp' }).waitFor();
  expect(await page.getByLabel('Signature').count()).toBe(0);
  await page.goto(page.url().replace('VERIFY_EMAIL', 'CODE_DEFAULT'));
  await page.locator('.form-row', { hasText: 'my-yunxin' }).getByLabel('Signature').waitFor();
});

test('an assigned template says in place of its button why it cannot be deleted', async () => {
  const { page } = await owner.open('/platform/templates?template=CODE_DEFAULT');
  await page.getByText('To delete it, unassign it first.').waitFor();
  const button = page.getByRole('button', { name: 'Delete', exact: true });
  expect(await button.count()).toBe(0);
  await page.goto(page.url().replace('CODE_DEFAULT', 'CODE_ZH'));
  await button.waitFor();
});

test('the overview of test mode says that it is the sandbox, and has no card for providers', async () => {
  const { page } = await owner.open('/platform/overview?mode=test');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText('TEST – sandbox data and test money.').waitFor();
  await page.getByRole('heading', { name: 'Accounts by revenue, today' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Providers, last hour' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Wallets' }).waitFor();
});

test('the request on the home page can be copied, where the browser lets a page copy', async () => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.goto(homeOf(fixture));
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied).toContain('/api/v1/sms_code');
  expect(copied).not.toContain('"requestId"');
  await context.close();
});

test.each([320, 390, 600])('the header of the home page is one row at %i pixels', async (width) => {
  const context = await browser.newContext({ viewport: { width, height: 844 } });
  const page = await context.newPage();
  for (const language of ['en', 'zh']) {
    await page.goto(`${homeOf(fixture)}/?lang=${language}`);
    const box = await page.locator('header').boundingBox();
    expect(box?.height, language).toBeLessThan(80);
  }
  await context.close();
});
