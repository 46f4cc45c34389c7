import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../../browser/browser.ts';
import { type BrowserVisitor, createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { expectScreensUsable, languages } from '../../browser/expect-usable.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';

let browser: Browser;
let fixture: Fixture;
let operator: BrowserVisitor;
beforeAll(async () => {
  browser = await launchBrowser();
  fixture = await createFixture();
  operator = await createBrowserVisitor(browser, fixture);
  await fixture.call('sms_code', { mobile: '13912345678', code: '1234' });
});
afterAll(async () => {
  await browser.close();
  await fixture.close();
});

test('money is added by hand with reference and reason, and the figure follows the server', async () => {
  const caller = await fixture.newCaller({ balance: '10' });
  const { page, faults } = await operator.open(`/${caller.accountId}/wallet?mode=test`);
  await page.getByRole('button', { name: 'Top up…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount (CNY)').fill('2500');
  // The balance now, and afterwards.
  await dialog.getByText(/10\.0000 → 2,510\.0000 CNY/).waitFor();
  const confirm = dialog.getByRole('button', { name: 'Top up' });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel('Reference').fill('INV-1');
  await dialog.getByLabel('Reason').fill('bank transfer');
  await confirm.click();
  await page.getByText('INV-1 · bank transfer').waitFor();
  await page.getByText('2,510.').first().waitFor();
  expect(faults).toEqual([]);
  expect(await caller.wallet()).toMatchObject({ available: '2510.0000' });
});

test('a member asks for a top-up in the wallet where nobody can pay by themselves', async () => {
  const { accountId } = await fixture.newCaller();
  const member = await createBrowserVisitor(browser, fixture, 'owner', accountId);
  const { page, faults } = await member.open(`/${accountId}/wallet?mode=live`);
  await page.getByRole('button', { name: 'Ask for a top-up' }).click();
  await page.getByText(/Top-up requested .*\d\d:\d\d/).waitFor();
  const { body } = await member.asks.get(`${accountId}/wallet/show?mode=live`);
  expect(body.topUpAskedAt).not.toBeNull();
  expect(faults).toEqual([]);
});

test('an account that was made this month opens with this month, not with the empty one before', async () => {
  const caller = await fixture.newCaller({ balance: '10' });
  const { page } = await operator.open(`/${caller.accountId}/wallet?mode=test`);
  const sums = page.locator('.statement-sums');
  await sums.getByText('+10.0000').waitFor();
  await sums.getByText('Balance now').waitFor();
  expect(await page.getByRole('button', { name: 'Next month' }).isDisabled()).toBe(true);
});

test('a key is created, shown once, rotated and revoked', async () => {
  const caller = await fixture.newCaller();
  const { page, faults } = await operator.open(`/${caller.accountId}/keys?mode=test`);
  await page.getByRole('button', { name: 'Create key…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('checkout');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const secret = await page.locator('.secret-text').innerText();
  expect(secret).toMatch(/^cs_test_/);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: /saved/ }).click();
  const row = page.getByRole('row').filter({ hasText: 'checkout' });
  await row.getByRole('button', { name: 'Rotate…' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Rotate key/ })
    .click();
  // The first one may still be closing.
  await page.locator('.secret-text', { hasNotText: secret }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: /saved/ }).click();
  const old = page.getByRole('row').filter({ hasText: 'Expiring' });
  await old.getByRole('button', { name: 'Revoke…' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Revoke key/ })
    .click();
  await page.getByRole('row').filter({ hasText: 'Revoked' }).waitFor();
  expect(faults).toEqual([]);
});

test('among the keys of all accounts, one is revoked, and its calls are a click away', async () => {
  const caller = await fixture.newCaller({ name: 'Linden' });
  await caller.call('sms_code', { mobile: '13912345678', code: '1234' });
  const { page, faults } = await operator.open('/platform/keys?mode=test');
  const end = `…${caller.apiKey.slice(-4)}`;
  const row = page.getByRole('row').filter({ hasText: end });
  await row.getByRole('button', { name: 'Revoke…' }).click();
  await page.getByRole('button', { name: `Revoke key ${end}` }).click();
  await row.getByText('Revoked', { exact: true }).waitFor();
  expect((await caller.call('sms_code', { mobile: '13912345678', code: '1' })).status).toBe(403);
  await page.goto(page.url().replace('mode=test', `mode=test&key=${caller.keyId}`));
  await page.getByRole('button', { name: 'Calls with this key, last 30 days' }).click();
  await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
  expect(page.url()).toContain(`/${caller.accountId}/calls?`);
  expect(faults).toEqual([]);
});

test('a price is planned, shown as planned, and withdrawn', async () => {
  const caller = await fixture.newCaller();
  const { page, faults } = await operator.open(`/${caller.accountId}/prices?mode=test`);
  await page.getByRole('button', { name: 'Edit… Code SMS' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New price').fill('0.03');
  await dialog.getByLabel('Effective from').fill('2099-01-01T00:00');
  await dialog.getByRole('button', { name: 'Schedule price' }).click();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete scheduled price' }).click();
  await page.getByText('No price changes scheduled.').waitFor();
  expect(faults).toEqual([]);
});

test('figures belong to their own month, period and mode, however late others arrive', async () => {
  const caller = await fixture.newCaller({ balance: '10' });
  const { page, faults } = await operator.open(`/${caller.accountId}/wallet?mode=test`);
  const sums = page.locator('.statement-sums');
  await sums.getByText('+10.0000').waitFor();
  const statement = await lateReply(page, '**/wallet/statement?*');
  await page.getByRole('button', { name: 'Previous month' }).click();
  await statement.isAsked;
  expect(await sums.count()).toBe(0);
  expect(await page.getByRole('link', { name: /PDF/ }).count()).toBe(0);
  statement.come();
  await sums.getByText('Closing balance').waitFor();

  await page.goto(page.url().replace(/\d+\/wallet.*/, `${fixture.accountId}/overview?mode=test`));
  const figures = page.locator('.figures');
  await figures.waitFor();
  const overview = await lateReply(page, '**/overview/figures?*');
  await page.getByText('30 days').click();
  await overview.isAsked;
  expect(await figures.count()).toBe(0);
  overview.come();
  await figures.waitFor();

  await page.goto(page.url().replace(/overview.*/, 'keys?mode=test'));
  const rows = page.getByRole('row').filter({ hasText: 'cs_test_' });
  await rows.first().waitFor();
  const keys = await lateReply(page, '**/keys/list?*');
  await page.getByRole('button', { name: 'Live' }).click();
  await keys.isAsked;
  expect(await rows.count()).toBe(0);
  keys.come();
  expect(faults).toEqual([]);
});

/** Delays the next replies of a path until they are released. */
async function lateReply(page: Page, address: string) {
  const asked = Promise.withResolvers<void>();
  const told = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    asked.resolve();
    await told.promise;
    await route.continue();
  });
  return { isAsked: asked.promise, come: () => told.resolve() };
}

test('a customer is offered only permitted actions', async () => {
  const { accountId } = fixture;
  const member = await createBrowserVisitor(browser, fixture, 'owner', accountId);
  const { page } = await member.open(`/${accountId}/prices?mode=test`);
  await page.getByRole('cell', { name: 'Code SMS' }).first().waitFor();
  expect(await page.getByText(/margin|cost/i).count()).toBe(0);
  expect(await page.getByRole('button', { name: /Change/ }).count()).toBe(0);
  await page.goto(page.url().replace('/prices', '/wallet'));
  await page.getByRole('heading', { name: /^Statement/ }).waitFor();
  expect(await page.getByRole('button', { name: 'Top up…' }).count()).toBe(0);
});

test.each(languages)(
  'keys, wallets, prices and the month are accessible in %s',
  async (language) => {
    const screens = ['platform', fixture.accountId].flatMap((scope) =>
      ['keys', 'wallet', 'prices'].map((screen) => `/${scope}/${screen}?mode=test`),
    );
    // Of this month, which has the call of the fixture.
    const now = `${Temporal.Now.plainDateISO('Asia/Shanghai')}`.slice(0, 7);
    const month = ['', `&month=${now}`].map((query) => `/platform/money?mode=test${query}`);
    const key = `/${fixture.accountId}/keys?mode=test&key=${fixture.keyId}`;
    await expectScreensUsable(
      operator,
      language,
      Object.fromEntries([...screens, ...month, key].map((path) => [path, path])),
    );
  },
);
