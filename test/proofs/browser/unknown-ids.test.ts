import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../../browser/browser.ts';
import { type BrowserVisitor, createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';

let browser: Browser;
let fixture: Fixture;
let operator: BrowserVisitor;
let customer: BrowserVisitor;
beforeAll(async () => {
  [browser, fixture] = await Promise.all([launchBrowser(), createFixture()]);
  operator = await createBrowserVisitor(browser, fixture);
  customer = await createBrowserVisitor(browser, fixture, 'owner', fixture.accountId);
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});

const ids = ['x', '0'.repeat(80), '01993f3e-7c11-7cc2-9e4b-3b1f2a6d9d10'];

test.each([
  ['payments', 'Payment not found'],
  ['calls', 'Call not found'],
  ['verifications', 'Verification not found'],
  ['providers', 'Provider not found'],
])('an address of %s with an unknown or malformed ID says so', async (screen, title) => {
  for (const id of screen === 'providers' ? ['x', 'no.such', '0'.repeat(80)] : ids) {
    const { page } = await operator.open(`/platform/${screen}/${id}?mode=test`);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor({ timeout: 10_000 });
    expect(await page.locator('main [role=alert]').count()).toBe(0);
  }
});

test('a customer hears of an unknown or malformed payment that it is not there', async () => {
  for (const id of ids) {
    const { page } = await customer.open(`/${fixture.accountId}/funds/${id}?mode=test`);
    await page
      .getByRole('heading', { name: 'Payment not found', level: 1 })
      .waitFor({ timeout: 10_000 });
  }
});

test.each(['999999', '99999999999'])(
  'the address of account %s leads to no account, and says so',
  async (account) => {
    const { page } = await operator.open(`/${account}/overview?mode=test`);
    await page
      .getByRole('heading', { name: 'Account not found', level: 1 })
      .waitFor({ timeout: 10_000 });
  },
);

// @mutant web/console/router.tsx
// - account !== 'platform' && !isOf(screen, account)
// + false
test('a screen of the platform in an account leads to the platform, and brings a customer home', async () => {
  const address = `/${fixture.accountId}/invoices?mode=live`;
  const asOperator = await operator.open(address);
  await asOperator.page.waitForURL((url) => url.pathname.endsWith('/platform/invoices'));
  await asOperator.page.getByRole('heading', { name: 'Invoices', level: 1 }).waitFor();
  const asCustomer = await customer.open(address);
  await asCustomer.page.waitForURL((url) =>
    url.pathname.endsWith(`/${fixture.accountId}/overview`),
  );
  expect(await asCustomer.page.getByRole('heading', { name: 'Invoices' }).count()).toBe(0);
});
