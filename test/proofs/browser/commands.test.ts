import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { launchBrowser } from '../../browser/browser.ts';
import { type BrowserVisitor, createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { overflowOf } from '../../browser/console-appearance.ts';
import { languages } from '../../browser/expect-usable.ts';
import { settle } from '../../browser/settle.ts';
import { violationsOf } from '../../browser/violations-of.ts';
import { byTest } from '../../kit/by-test.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { routeLive } from '../../kit/route-live.ts';

let browser: Browser;
let fixture: Fixture;
let operator: BrowserVisitor;
let harbour: number;
beforeAll(async () => {
  [browser, fixture] = await Promise.all([launchBrowser(), createFixture()]);
  operator = await createBrowserVisitor(browser, fixture);
  ({ accountId: harbour } = await createAccount(byTest(fixture.pool), { name: 'Harbour Pay' }));
  const settings = { apikey: '0123456789abcdef0123456789abcdef' };
  for (const code of ['carrier-a', 'carrier-b']) {
    const added = await operator.asks.post('platform/providers/add', {
      ...{ code, vendor: 'yunpian', isOn: true, settings },
    });
    expect(added.body).toMatchObject({ code });
  }
  await routeLive(fixture.pool, { sms: ['carrier-a', 'carrier-b'] });
}, longTimeoutMs);
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});

/** Opens the palette by keys, types, and waits until Enter opens what is expected. */
async function type(page: Page, text: string, expected: RegExp, key = '/'): Promise<void> {
  await page.keyboard.press(key);
  await page.locator('[role=dialog] input:focus').waitFor();
  await page.keyboard.type(text);
  await page.locator('.search-box-found [data-first]').filter({ hasText: expected }).waitFor();
}

test('an account is topped up by keys alone, in the dialog of its wallet', async () => {
  const { page, faults } = await operator.open('/platform/overview');
  await type(page, 'top up harbour', /^Top up Harbour Pay…/, 'Control+k');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Top up Harbour Pay' });
  await dialog.waitFor();
  expect(page.url()).toContain(`/${harbour}/wallet`);
  // Nothing has happened yet: the dialog asks first.
  const { body: before } = await operator.asks.get(`${harbour}/wallet/show?mode=live`);
  expect(before.available).toBe('0.0000');
  await dialog.getByLabel('Amount').fill('25');
  await dialog.getByLabel('Reference').fill('INV-1');
  await dialog.getByRole('button', { name: /^Top up/ }).click();
  await dialog.waitFor({ state: 'detached' });
  const { body } = await operator.asks.get(`${harbour}/wallet/show?mode=live`);
  expect(body.available).toBe('25.0000');
  expect(new URL(page.url()).searchParams.has('move')).toBe(false);
  expect(faults).toEqual([]);
});

test('a key of the shown account is revoked in its own dialog', async () => {
  const caller = await fixture.newCaller();
  const end = `…${caller.apiKey.slice(-4)}`;
  const { page, faults } = await operator.open(`/${caller.accountId}/overview?mode=test`);
  await type(page, 'revoke', new RegExp(`^Revoke cs_test_${end}`));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Revoke key ${end}` });
  await dialog.getByRole('button', { name: `Revoke key ${end}` }).click();
  await page.getByText(`Key ${end} revoked`).waitFor();
  expect(faults).toEqual([]);
});

test('a route is switched: the draft waits on its screen until it is saved', async () => {
  const { page, faults } = await operator.open('/platform/overview');
  await type(page, 'switch carrier-b code', /^Switch Code SMS to carrier-b…/);
  await page.keyboard.press('Enter');
  const save = page.getByRole('button', { name: 'Save route' });
  await save.waitFor();
  const read = async () =>
    (await operator.asks.get('platform/providers/route?product=sms_code')).body.stored.stops;
  expect(await read()).toEqual([{ code: 'carrier-a' }, { code: 'carrier-b' }]);
  await save.click();
  await expect.poll(read).toEqual([{ code: 'carrier-b' }, { code: 'carrier-a' }]);
  expect(faults).toEqual([]);
});

test('every screen of the sidebar opens by a part of its title, in either language', async () => {
  const { page } = await operator.open('/platform/overview');
  await type(page, 'audit', /^Audit log/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Audit log' }).waitFor();
  await type(page, '服务商', /^Providers/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Providers' }).first().waitFor();
});

// @mutant web/console/shell/search-box/use-commands.ts
// - if (!useMay()('wallet.change')) return [];
// +
test('whoever may not do something is not offered it', async () => {
  const caller = await fixture.newCaller();
  const viewer = await createBrowserVisitor(browser, fixture, 'viewer', caller.accountId);
  const { page } = await viewer.open(`/${caller.accountId}/overview?mode=test`);
  await type(page, 'calls', /^Calls/);
  const field = page.locator('[role=dialog] input');
  for (const text of ['top up', 'revoke', 'switch']) {
    await field.fill(text);
    await expect.poll(() => page.locator('.search-box-found button').count()).toBe(0);
  }
});

test.each(languages)('actions and screens are accessible in %s', async (language) => {
  for (const width of [320, 1440]) {
    const { page, faults } = await operator.open(`/${harbour}/overview`, { language, width });
    await page.keyboard.press('/');
    await page.locator('[role=dialog] input:focus').waitFor();
    await page.keyboard.type(language === 'zh-CN' ? '充值' : 'top up');
    await page.locator('.search-box-found [data-first]').waitFor();
    await settle(page);
    const seen = { wide: await overflowOf(page), violations: await violationsOf(page) };
    expect(seen).toEqual({ wide: 0, violations: [] });
    await page.keyboard.press('ArrowDown');
    await page.locator('.search-box-found button:focus').waitFor();
    expect(faults).toEqual([]);
  }
});
