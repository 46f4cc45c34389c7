import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { continueErasures } from '../../../src/line/persons/erase-person.ts';
import { launchBrowser } from '../../browser/browser.ts';
import { type BrowserVisitor, createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { expectScreensUsable, languages } from '../../browser/expect-usable.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';

let browser: Browser;
let fixture: Fixture;
let owner: BrowserVisitor;

beforeAll(async () => {
  [browser, fixture] = await Promise.all([launchBrowser(), createFixture()]);
  owner = await createBrowserVisitor(browser, fixture);
  for (const mobile of ['13977704211', '15012349876']) {
    await fixture.call('sms_notice', { mobile, content: 'Hello' });
  }
  await fixture.fireReceipts();
});
afterAll(async () => {
  await browser.close();
  await fixture.close();
});

test('a person is found, exported and erased, and the certificate can be downloaded', async () => {
  const { page } = await owner.open('/platform/persons');
  await page.getByText('No erasures yet').waitFor();
  await page.getByRole('textbox', { name: 'Mobile number' }).fill('139 7770 4211');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.getByRole('cell', { name: 'Messages', exact: true }).waitFor();
  expect(page.url()).toMatch(/\/platform\/persons$/);

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export JSON' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^person-[0-9a-f]{8}\.json$/);

  await page.getByRole('button', { name: 'Erase…' }).click();
  const dialog = page.getByRole('dialog');
  const verb = dialog.getByRole('button', { name: 'Erase person' });
  expect(await verb.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill('139 7770 4211');
  await verb.click();
  await page.getByText('In progress').waitFor();
  await continueErasures(fixture.app.line);
  await page.getByText('Finished').waitFor();
  const [certificate] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^JSON certificate/ }).click(),
  ]);
  expect(certificate.suggestedFilename()).toMatch(/^erasure-.*\.json$/);
  const { body } = await owner.asks.post('platform/persons/find', {
    kind: 'mobile',
    number: '13977704211',
  });
  expect(body.records.every(({ count }: { count: number }) => count === 0)).toBe(true);
});

test.each(languages)('the screen is accessible in %s', async (language) => {
  await expectScreensUsable(owner, language, { persons: '/platform/persons' });
});
