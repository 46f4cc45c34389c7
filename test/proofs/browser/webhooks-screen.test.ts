import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inChange } from '../../../src/foundation/audit/change-queries.ts';
import { disableEndpoint } from '../../../src/foundation/events/endpoint-queries.ts';
import { launchBrowser } from '../../browser/browser.ts';
import { type BrowserVisitor, createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { overflowOf } from '../../browser/console-appearance.ts';
import { expectScreensUsable, languages } from '../../browser/expect-usable.ts';
import { goTo } from '../../browser/go-to.ts';
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

const url = 'https://hooks.example/countersign';

async function newEndpoint(accountId: number): Promise<number> {
  const made = await operator.asks.post(`${accountId}/webhooks/create`, { mode: 'test', url });
  return made.body.endpointId;
}

async function disable(endpointId: number): Promise<void> {
  await inChange(
    fixture.app.pool,
    { kind: 'platform', name: 'deliveries' },
    'endpoint.disable',
    (by) => disableEndpoint(by, { endpointId, url, because: 'failing' }, null),
  );
}

const dialogOf = (page: Page) => page.getByRole('dialog');

test('an endpoint is created with a secret that is shown once, and a test delivery appears by itself', async () => {
  const { accountId } = await fixture.newCaller();
  const { page, faults } = await operator.open(`/${accountId}/webhooks?mode=test`);
  await page.getByText('No endpoints yet.').waitFor();
  await page.getByRole('button', { name: 'Add endpoint…' }).click();
  await dialogOf(page).getByLabel('URL').fill('http://127.0.0.1/');
  await dialogOf(page).getByRole('button', { name: 'Add endpoint' }).click();
  await dialogOf(page)
    .getByRole('alert')
    .filter({ hasText: 'private, local or reserved' })
    .waitFor();
  // The typed text survives a refusal.
  expect(await dialogOf(page).getByLabel('URL').inputValue()).toBe('http://127.0.0.1/');
  await dialogOf(page).getByLabel('URL').fill(url);
  await dialogOf(page).getByRole('radio', { name: 'Selected events' }).check();
  await dialogOf(page)
    .getByRole('checkbox', { name: /sms\.failed/ })
    .check();
  await dialogOf(page).getByRole('button', { name: 'Add endpoint' }).click();
  expect(await page.locator('.secret-text').innerText()).toMatch(/^whsec_/);
  await dialogOf(page).getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: /saved/ }).click();
  const row = page.getByRole('row').filter({ hasText: '1 event type' });
  await row.getByRole('button', { name: 'Send test' }).click();
  const delivery = page.getByRole('row').filter({ hasText: 'endpoint.test' });
  await delivery.waitFor();
  await delivery.getByRole('button').click();
  await dialogOf(page).getByText('"type": "endpoint.test"').waitFor();
  expect(new URL(page.url()).searchParams.get('delivery')).toMatch(/^[0-9a-f-]{36}\.\d+$/);
  expect(faults).toEqual([]);
});

test('deliveries are filtered by the URL, and the back button works', async () => {
  const { accountId } = await fixture.newCaller();
  const endpointId = await newEndpoint(accountId);
  await operator.asks.post(`${accountId}/webhooks/test`, { endpointId });
  const { page } = await operator.open(`/${accountId}/webhooks?mode=test`);
  const delivery = page.getByRole('row').filter({ hasText: 'endpoint.test' });
  await delivery.waitFor();
  await page.getByRole('button', { name: 'Add filter State' }).click();
  await page.getByRole('radio', { name: 'Failed' }).click();
  await page.getByText('No deliveries match.').waitFor();
  expect(page.url()).toContain('state=failed');
  await page.goBack();
  await delivery.waitFor();
});

test('an endpoint is disabled, enabled, given a new secret, replayed to and removed', async () => {
  const { accountId } = await fixture.newCaller();
  const endpointId = await newEndpoint(accountId);
  await operator.asks.post(`${accountId}/webhooks/test`, { endpointId });
  const { page, faults } = await operator.open(`/${accountId}/webhooks?mode=test`);
  const choose = async (what: string) => {
    await page.getByRole('button', { name: `More actions for endpoint ${endpointId}` }).click();
    await page.getByRole('menuitem', { name: what }).click();
  };
  // What cannot be undone is last, apart and red.
  await page.getByRole('button', { name: `More actions for endpoint ${endpointId}` }).click();
  const menu = page.getByRole('menu').filter({ hasText: 'Roll secret…' });
  await menu.waitFor();
  expect((await menu.getByRole('menuitem').allInnerTexts()).map((text) => text.trim())).toEqual([
    ...['Edit…', 'Replay…', 'Roll secret…', 'Turn off…', 'Remove…'],
  ]);
  expect(await menu.getByRole('separator').count()).toBe(1);
  expect(await menu.locator('[class*=danger]').innerText()).toBe('Remove…');
  await page.keyboard.press('Escape');
  await choose('Turn off…');
  await dialogOf(page).getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'Send test' }).waitFor();
  await choose('Replay…');
  await dialogOf(page).getByRole('checkbox', { name: 'Only what failed' }).uncheck();
  await dialogOf(page).getByLabel('From').fill('2020-01-01 00:00');
  await dialogOf(page).getByRole('button', { name: 'Replay' }).click();
  const line = page.getByRole('complementary', { name: 'Tasks' });
  await line.getByText('Replay of events').waitFor();
  await runTasks(fixture);
  await line.getByText('1 delivery').waitFor();
  await line.getByRole('button', { name: 'Close Replay of events' }).click();
  await choose('Roll secret…');
  await dialogOf(page).getByRole('button', { name: 'Roll secret' }).click();
  expect(await page.locator('.secret-text').innerText()).toMatch(/^whsec_/);
  await dialogOf(page).getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: /saved/ }).click();
  await choose('Remove…');
  await dialogOf(page).getByRole('button', { name: 'Remove endpoint' }).click();
  await page.getByText('No endpoints yet.').waitFor();
  expect(faults).toEqual([]);
});

test('an endpoint that the platform disabled is shown here and on the overviews', async () => {
  const { accountId, call } = await fixture.newCaller();
  await call('sms_code', { mobile: '13912345678', code: '1234' });
  await disable(await newEndpoint(accountId));
  const { page } = await operator.open('/platform/overview?mode=test');
  await page
    .getByText(/^An endpoint of .* was disabled$/)
    .first()
    .waitFor();
  await page.goto(page.url().replace('/platform/', `/${accountId}/`));
  await page.getByText('after failing for five days').waitFor();
  await page.getByRole('button', { name: 'Webhooks ›' }).click();
  await page.getByRole('status').getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'Send test' }).waitFor();
  expect(await page.getByText('after failing for five days').count()).toBe(0);
});

test('a viewer is offered no actions', async () => {
  const { accountId } = await fixture.newCaller();
  await newEndpoint(accountId);
  const member = await createBrowserVisitor(browser, fixture, 'viewer', accountId);
  const { page } = await member.open(`/${accountId}/webhooks?mode=test`);
  await page.getByTitle(url).first().waitFor();
  expect(
    await page.getByRole('button', { name: /^(Add endpoint|More actions|Send test|Turn)/ }).count(),
  ).toBe(0);
});

test.each(languages)('webhooks are accessible in %s', async (language) => {
  const { accountId } = await fixture.newCaller();
  const endpointId = await newEndpoint(accountId);
  const sent = await operator.asks.post(`${accountId}/webhooks/test`, { endpointId });
  await disable(await newEndpoint(accountId));
  const own = `/${accountId}/webhooks?mode=test`;
  await expectScreensUsable(operator, language, {
    'all accounts': '/platform/webhooks?mode=test',
    'an account': own,
    'a delivery': `${own}&delivery=${sent.body.deliveryId}`,
  });
});

test('the longest names widen no page', async () => {
  const name = 'International Verification Holdings 青禾科技 '.repeat(4).trim();
  const made = await operator.asks.post('platform/accounts/create', { name });
  const { accountId } = made.body;
  await operator.asks.post(`${accountId}/keys/create`, { mode: 'test', name: 'k'.repeat(60) });
  const long = `https://hooks.example/${'a'.repeat(200)}`;
  await operator.asks.post(`${accountId}/webhooks/create`, { mode: 'test', url: long });
  const { page } = await operator.open('/platform/overview?mode=test');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const screen of ['keys', 'webhooks', 'accounts', 'wallet']) {
      await goTo(page, `/platform/${screen}?mode=test`);
      await page.getByText('International').first().waitFor();
      expect({ screen, width, wide: await overflowOf(page) }).toEqual({ screen, width, wide: 0 });
    }
  }
});
