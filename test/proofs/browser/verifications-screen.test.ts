import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../../browser/browser.ts';
import { type BrowserVisitor, createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { expectScreensUsable, languages } from '../../browser/expect-usable.ts';
import { type Caller, createFixture, type Fixture } from '../../kit/fixture.ts';

let browser: Browser;
let fixture: Fixture;
let operator: BrowserVisitor;
let member: BrowserVisitor;
let caller: Caller;

beforeAll(async () => {
  [browser, fixture] = await Promise.all([launchBrowser(), createFixture()]);
  caller = await fixture.newCaller();
  operator = await createBrowserVisitor(browser, fixture);
  member = await createBrowserVisitor(browser, fixture, 'viewer', caller.accountId);
});
afterAll(async () => {
  await browser.close();
  await fixture.close();
});

async function start(of: Caller, mobile: string): Promise<string> {
  const { body } = await of.call('verify_start', { mobile, purpose: 'sign-in' });
  return body.data.verificationId as string;
}
/** A code has six digits, so this guess is wrong. */
const guessWrong = (of: Caller, verificationId: string) =>
  of.call('verify_check', { verificationId, code: '0000' });

test('a verification appears by itself, and its story by the keyboard, as its guesses are made', async () => {
  const { page, faults } = await member.open(`/${caller.accountId}/verifications?mode=test`);
  await page.getByText('No verifications in this period.').waitFor();
  expect(await page.locator('.curl').innerText()).toContain('/api/v1/verify_start');
  const id = await start(caller, '13912345671');
  const list = page.getByRole('table', { name: 'Verifications, newest first' });
  await list.getByRole('cell', { name: '139****5671' }).waitFor();
  await page.keyboard.press('j');
  await page.locator('tr[data-chosen]').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Verification of 139****5671' }).waitFor();
  await page.getByText('Waiting for the code').waitFor();
  await guessWrong(caller, id);
  await page.getByText('Wrong code entered').waitFor();
  await page.getByText('4 guesses left until the code expires at').waitFor();
  await caller.call('verify_cancel', { verificationId: id });
  await page.getByText('By verify_cancel, or because no message could be sent.').waitFor();
  await page.getByRole('button', { name: 'Open call' }).click();
  await page.getByRole('heading', { name: /139\*{4}5671/ }).waitFor();
  expect(faults).toEqual([]);
});

test('an attack leads to the verifications of its number, and the list is found by state', async () => {
  const victim = await fixture.newCaller();
  for (let n = 0; n < 2; n += 1) {
    const id = await start(victim, '13912345672');
    for (let guess = 0; guess < 5; guess += 1) await guessWrong(victim, id);
  }
  await start(victim, '13912345673');
  // The hour may turn between two guesses.
  await fixture.pool.query(
    `update verifications set guessed_at = array_fill(now(), array[5])
     where account_id = $1 and guessed_at is not null`,
    [victim.accountId],
  );
  const { page, faults } = await operator.open('/platform/verifications?mode=test');
  const attacks = page.getByRole('table', { name: 'Guessing attacks, the largest first' });
  await attacks.getByRole('button', { name: '139****5672' }).click();
  const list = page.getByRole('table', { name: 'Verifications, newest first' });
  await expect.poll(() => list.locator('tbody tr').count()).toBe(2);
  await page.getByRole('button', { name: 'Remove filter Recipient' }).click();
  await expect.poll(() => list.locator('tbody tr').count()).toBe(3);
  await page.getByRole('button', { name: /^Add filter State/ }).click();
  await page.getByRole('radio', { name: 'Used up' }).click();
  await expect.poll(() => list.locator('tbody tr').count()).toBe(2);
  await page.getByText('Region', { exact: true }).click();
  await page.getByRole('cell', { name: 'China' }).waitFor();
  expect(faults).toEqual([]);
});

test.each(languages)('the screens are accessible in %s', async (language) => {
  const id = await start(await fixture.newCaller(), '13912345674');
  await expectScreensUsable(operator, language, {
    verifications: '/platform/verifications?mode=test',
    verification: `/platform/verifications/${id}?mode=test`,
  });
});
