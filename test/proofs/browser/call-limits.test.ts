import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setLimits } from '../../../src/line/limits/queries.ts';
import { launchBrowser } from '../../browser/browser.ts';
import { createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { byTest } from '../../kit/by-test.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';
import { project } from '../../kit/search-recount.ts';

let browser: Browser;
let fixture: Fixture;
beforeAll(async () => {
  [browser, fixture] = await Promise.all([launchBrowser(), createFixture()]);
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});

test('the story of a call says how much of its limits it used, and a refund what is there after it', async () => {
  const { accountId } = fixture;
  await setLimits(byTest(fixture.pool), accountId, 'test', {
    ...{ perNumber: true, codePerMinute: 3, codePerHour: 5, spendCapDay: 1_000_000n },
  });
  const ids: string[] = [];
  for (const code of ['1111', '2222']) {
    const { body } = await fixture.call('sms_code', { mobile: '13800000000', code });
    ids.push(body.requestId);
  }
  await project(fixture.pool);
  const operator = await createBrowserVisitor(browser, fixture);
  const { page, faults } = await operator.open(`/platform/calls/${ids[1]}?mode=test`);
  await page
    .getByText('Limits used by messages to this number: 2 of 3 in 1 minute, 2 of 5 in 1 hour')
    .waitFor();
  await page.getByText('Daily spending limit used: 0.1000 CNY of 100.0000 CNY.').waitFor();
  await page.getByRole('button', { name: 'Refund…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Can be refunded').waitFor();
  await dialog.getByText(/999\.90.*→.*999\.95/).waitFor();
  expect(faults).toEqual([]);
});
