import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type RunningSimulator,
  runSimulator,
} from '../../../src/vendors/simulators/run-simulator.ts';
import { twilioSimulator } from '../../../src/vendors/simulators/twilio.ts';
import { launchBrowser } from '../../browser/browser.ts';
import { createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { countActions } from '../../browser/count-actions.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';
import { codeOf } from '../../kit/people-fixture.ts';
import { project } from '../../kit/search-recount.ts';

let browser: Browser;
let fixture: Fixture;
let vendor: RunningSimulator;
beforeAll(async () => {
  [browser, fixture] = await Promise.all([launchBrowser(), createFixture()]);
  vendor = await runSimulator(twilioSimulator, { callbackUrlOf: () => 'http://127.0.0.1:9/' });
});
afterAll(async () => {
  await Promise.all([browser.close(), vendor.close()]);
  await fixture.close();
});

const mostActions = 18;

test('a customer is onboarded to the first live message in at most 18 actions', async () => {
  const operator = await createBrowserVisitor(browser, fixture);
  const { callbackKey: _, ...settings } = vendor.config;
  await operator.asks.post('platform/providers/add', {
    ...{ code: 'carrier', vendor: 'twilio', isOn: true, settings },
  });
  await operator.asks.post('platform/providers/set-route', {
    ...{ product: 'sms_code', accountId: null, region: null, stops: [{ code: 'carrier' }] },
  });
  // The operator has worked for an hour: the second factor is one of the actions.
  await fixture.pool.query(
    `update console_sessions set factor_at = factor_at - interval '1 hour' where person_id = $1`,
    [operator.personId],
  );
  const { page, faults } = await operator.open('/platform/overview?mode=live');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const person = countActions(page);
  const dialog = page.locator('[role=dialog]:visible');
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true });

  await person.click(page.getByRole('link', { name: 'Accounts' }));
  await person.click(button('New account'));
  await person.type(dialog.getByLabel('Name', { exact: true }), 'Rowan Bank');
  await person.click(inDialog('Create account'));
  await person.type(dialog.getByLabel('Code'), codeOf(operator.secret));
  await page.getByRole('heading', { name: 'Rowan Bank', level: 1 }).waitFor();

  await person.click(button('Top up…'));
  await person.type(dialog.getByLabel('Amount (CNY)'), '500');
  await person.type(dialog.getByLabel('Reference'), 'INV-1001');
  await person.click(inDialog('Top up'));
  await page.getByText('500.0000').first().waitFor();

  await person.click(button('Edit price of Code SMS'));
  await person.type(dialog.getByLabel('New price'), '0.045');
  await person.click(inDialog('Set price'));
  await page.getByText('Agreed').waitFor();

  await person.click(button('Create key'));
  const apiKey = await page.locator('.secret-text').innerText();
  await person.click(inDialog('Copy and finish'));
  await dialog.waitFor({ state: 'detached' });
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(apiKey);

  await person.click(button('Invite…'));
  await person.type(dialog.getByLabel('Meant for this email (optional)'), 'zhou@rowan.example');
  await person.click(inDialog('Create link'));
  const link = page.locator('.secret-text').filter({ hasText: '/console/welcome#' });
  await link.waitFor();
  await person.click(inDialog('Copy and finish'));
  await page.getByText('Owner, invited').waitFor();
  await page.getByText('Waiting for the first live call').waitFor();
  expect(person.actions()).toBeLessThanOrEqual(mostActions);

  const reply = await fetch(`${fixture.url}/api/v1/sms_code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ mobile: '13912345678', code: '246810' }),
  });
  expect(reply.status).toBe(201);
  expect(await reply.json()).toMatchObject({ priceSource: 'account', unitPrice: '0.0450' });
  await project(fixture.pool);
  // With its first call, the account needs no next steps any more.
  await page.getByRole('heading', { name: 'Next steps' }).waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});
