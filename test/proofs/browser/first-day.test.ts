import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../../browser/browser.ts';
import { createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { failDeliveries } from '../../kit/fail-deliveries.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';

let browser: Browser;
let fixture: Fixture;
beforeAll(async () => {
  [browser, fixture] = await Promise.all([launchBrowser(), createFixture()]);
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});

test('what needs attention stands beside the checklist of the first day', async () => {
  const operator = await createBrowserVisitor(browser, fixture);
  const url = 'https://hooks.example/orders';
  const made = await operator.asks.post(`${fixture.accountId}/webhooks/create`, {
    ...{ mode: 'test', url },
  });
  const { page, faults } = await operator.open('/platform/overview?mode=test');
  await page.getByRole('heading', { name: 'Your first call' }).waitFor();
  await failDeliveries(fixture.pool, made.body.endpointId, 1);
  const needs = page.locator('section').filter({ hasText: 'Needs attention' });
  await needs.getByText(/An endpoint of .* is failing/).waitFor({ timeout: 20_000 });
  await needs.getByText(`1 failed attempt in a row · ${url.slice('https://'.length)}`).waitFor();
  expect(faults).toEqual([]);
});
