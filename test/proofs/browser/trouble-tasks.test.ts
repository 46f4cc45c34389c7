import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../../browser/browser.ts';
import { type BrowserVisitor, createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { countActions } from '../../browser/count-actions.ts';
import { failDeliveries } from '../../kit/fail-deliveries.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';
import { runTasks } from '../../kit/run-tasks.ts';

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

const settings = { appKey: 'key', appSecret: 'hush' };
const key = { product: 'sms_code', accountId: null, region: null };

async function noteFaults(code: string, count: number): Promise<void> {
  const { providerRuns } = fixture.app;
  for (let n = 0; n < count; n++) providerRuns.note(code, 'provider_unreachable');
  await providerRuns.write();
}

test('a vendor that is down is replaced from the overview in at most three actions', async () => {
  for (const code of ['carrier-a', 'carrier-b']) {
    const added = { code, vendor: 'yunxin', isOn: true, settings };
    expect((await operator.asks.post('platform/providers/add', added)).status).toBe(200);
  }
  const stops = [{ code: 'carrier-a' }, { code: 'carrier-b' }];
  for (const product of ['sms_code', 'sms_notice']) {
    await operator.asks.post('platform/providers/set-route', { ...key, product, stops });
  }
  await noteFaults('carrier-a', 14);
  const { page, faults } = await operator.open('/platform/overview?mode=live');
  const person = countActions(page);
  const needs = page.locator('.overview-needs');
  await needs.getByText('carrier-a is failing').waitFor();
  await needs.getByText(/14 of the last 14, unreachable, since \d\d:\d\d:\d\d/).waitFor();
  await needs.getByText('Code SMS, Notice SMS · All accounts').waitFor();
  // One need for the provider, whose button mends all of its routes.
  const rows = needs.getByRole('listitem').filter({ hasText: 'carrier-a' });
  expect(await rows.count()).toBe(1);
  await person.click(needs.getByRole('button', { name: 'Put carrier-b first' }));
  const dialog = page.getByRole('dialog');
  await expect.poll(() => dialog.getByText(/carrier-b moved from position 2 to 1/).count()).toBe(2);
  await person.click(dialog.getByRole('button', { name: 'Put carrier-b first' }));
  await page.getByText('Route saved').waitFor();
  await needs.getByText('carrier-a is failing').waitFor({ state: 'detached' });
  for (const product of ['sms_code', 'sms_notice']) {
    const { body } = await operator.asks.get(`platform/providers/route?product=${product}`);
    expect(body.stored.stops).toEqual(stops.toReversed());
  }
  expect(person.actions()).toBeLessThanOrEqual(3);
  expect(faults).toEqual([]);
});

test('when every provider of a route fails, no other is offered', async () => {
  await noteFaults('carrier-b', 5);
  const { page } = await operator.open('/platform/overview?mode=live');
  await page.getByText('Every provider is failing: Code SMS, Notice SMS · All accounts').waitFor();
  expect(await page.getByRole('button', { name: /^Put / }).count()).toBe(0);
  await page.getByRole('button', { name: 'Open ›' }).first().click();
  await page.getByText('Failing').first().waitFor();
});

test('a failing endpoint is found and what it missed resent in at most four actions', async () => {
  const { accountId, call } = await fixture.newCaller();
  await call('sms_code', { mobile: '13912345678', code: '1234' });
  const url = 'https://hooks.example/orders';
  const made = await operator.asks.post(`${accountId}/webhooks/create`, { mode: 'test', url });
  await failDeliveries(fixture.pool, made.body.endpointId, 12);
  const { page, faults } = await operator.open('/platform/overview?mode=test');
  const person = countActions(page);
  const need = page.locator('.overview-needs li').filter({ hasText: 'hooks.example/orders' });
  await need.getByText('12 failed attempts in a row').waitFor();
  await person.click(need.getByRole('button', { name: 'Open ›' }));
  const row = page
    .getByRole('row')
    .filter({ hasText: /12 of 12 attempts in the last hour failed.*HTTP 500/ });
  await row.getByRole('img', { name: 'Last 24 hours: 12 of 12 failed' }).waitFor();
  await page
    .getByText(/^Retrying, attempt 2 at /)
    .first()
    .waitFor();
  await person.click(row.getByRole('button', { name: 'Replay 12 failed' }));
  const line = page.getByRole('complementary', { name: 'Tasks' });
  await line.getByText('Replay of failed deliveries').waitFor();
  await runTasks(fixture);
  await line.getByText('12 deliveries').waitFor();
  expect(person.actions()).toBeLessThanOrEqual(4);
  const member = await createBrowserVisitor(browser, fixture, 'viewer', accountId);
  const theirs = await member.open(`/${accountId}/overview?mode=test`);
  await theirs.page.getByText('hooks.example/orders is failing.').waitFor();
  expect(faults).toEqual([]);
});
