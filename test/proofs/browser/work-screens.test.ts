import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putOnReview } from '../../../src/line/calls/queries.ts';
import { launchBrowser } from '../../browser/browser.ts';
import { type BrowserVisitor, createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { appearancesIn, expectUsable, languages } from '../../browser/expect-usable.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';

let browser: Browser;
let fixture: Fixture;
let operator: BrowserVisitor;
beforeAll(async () => {
  browser = await launchBrowser();
  fixture = await createFixture();
  operator = await createBrowserVisitor(browser, fixture);
  await fixture.call('sms_code', { mobile: '13912345678', code: '482913' });
  await fixture.call('face_verify', { name: '张三', cardNo: '110101199003070011' });
  const mobile = '13800000007';
  const lost = await Promise.all(
    ['1', '2'].map((code) => fixture.call('sms_code', { mobile, code })),
  );
  const { accountId } = fixture;
  for (const { body } of lost) {
    await putOnReview(fixture.pool, { accountId, callId: body.requestId }, null);
  }
});
afterAll(async () => {
  await browser.close();
  await fixture.close();
});

describe.each(languages)('in %s', (language) => {
  test.each([
    ['review', 'button.row-open, button.phone-row'],
    ['inbox', '.inbox-thread'],
    ['team', '#team-pending'],
  ])('%s is accessible, and not wider than the window', async (path, there) => {
    const url = `/platform/${path}?mode=test`;
    const { page, faults } = await operator.open(url, appearancesIn(language)[0]);
    const first = page.locator(there).first();
    await first.waitFor();
    await expectUsable(page, language, path);
    if (path !== 'team') {
      await first.click();
      await page.locator('.review-facts, .inbox-bubble').first().waitFor();
      await expectUsable(page, language, `${path}, opened`);
    }
    expect(faults).toEqual([]);
  });
});

test('the code of a message can be copied, and a waiting check gets a link to scan', async () => {
  const { accountId } = fixture;
  const member = await createBrowserVisitor(browser, fixture, 'developer', accountId);
  const { page, faults } = await member.open(`/${accountId}/inbox?mode=test`);
  await page.getByRole('button', { name: /139 1234 5678/ }).click();
  await page.getByRole('button', { name: 'Copy code 482913' }).waitFor();
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByRole('img', { name: 'QR code for the link' }).waitFor();
  const href = await page.getByRole('link', { name: 'Open' }).getAttribute('href');
  expect(href).toMatch(new RegExp(`^${fixture.url}/v/`));
  expect((await fetch(href as string)).status).toBe(200);
  expect(faults).toEqual([]);
});

test('a message that did not arrive is no preview of a phone', async () => {
  const { accountId, call } = await fixture.newCaller();
  const { body } = await call('sms_code', { mobile: '13800000009', code: '77120477' });
  await fixture.pool.query(
    `update calls set message_state = 'undelivered', finished_at = now()
     where account_id = $1 and call_id = $2`,
    [accountId, body.requestId],
  );
  const { page } = await operator.open(`/${accountId}/inbox?mode=test`);
  const row = page.locator('.inbox-thread', { hasText: '138 0000 0009' });
  await row.getByText('Undelivered').waitFor();
  expect(await row.innerText()).not.toContain('77120477');
  await row.click();
  await page.locator('.inbox-bubble[data-missed]').waitFor();
});

test('under Live the inbox says that it holds test messages, and switches to Test', async () => {
  const { accountId } = fixture;
  const member = await createBrowserVisitor(browser, fixture, 'developer', accountId);
  for (const language of languages) {
    for (const appearance of appearancesIn(language)) {
      const live = await member.open(`/${accountId}/inbox`, appearance);
      await live.page.locator('.inbox-framed .inbox-thread').first().waitFor();
      await expectUsable(live.page, language, 'inbox, live');
      await live.page.context().close();
    }
  }
  const { page, faults } = await member.open(`/${accountId}/inbox`);
  await page.getByText('the inbox holds test messages only').waitFor();
  await page.getByRole('button', { name: 'Switch to Test' }).click();
  await page.locator('.test-band').waitFor();
  await page.locator('.inbox-thread').first().waitFor();
  expect(await page.locator('.inbox-framed').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('however many checks wait, why links are new is said once, and chaos testing is in sight', async () => {
  const { accountId } = fixture;
  for (const cardNo of ['110101199003070038', '110101199003070046', '110101199003070054']) {
    await fixture.call('face_verify', { name: '李四', cardNo });
  }
  const member = await createBrowserVisitor(browser, fixture, 'developer', accountId);
  for (const mode of ['test', 'live']) {
    const { page } = await member.open(`/${accountId}/inbox?mode=${mode}`);
    await page.locator('.inbox-check').nth(3).waitFor();
    expect(await page.getByText('We store only a hash of the link').count()).toBe(1);
    const chaos = await page.locator('.inbox-chaos').boundingBox();
    expect((chaos?.y ?? 900) + (chaos?.height ?? 0)).toBeLessThan(900);
  }
});

test('a person is invited by a link that is shown once, and the invitation is withdrawn', async () => {
  const { page, faults } = await operator.open('/platform/team');
  await page.getByRole('button', { name: 'Invite…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /Finance/ }).check();
  await dialog.getByLabel('Meant for this email (optional)').fill('zhou@harbour.example');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  expect(await page.locator('.secret-text').innerText()).toContain('/console/welcome#');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'I have the link' }).click();
  const row = page.getByRole('row').filter({ hasText: 'zhou@harbour.example' });
  await row.getByText('Finance').waitFor();
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No pending invitations.').waitFor();
  expect(faults).toEqual([]);
});

test('calls in review are settled and released with a reason, until none is left', async () => {
  const { page, faults } = await operator.open('/platform/review?mode=test');
  const rows = page.locator('button.row-open');
  for (const [left, word, verb] of [
    [1, 'Settle…', /^Charge/],
    [0, 'Release…', /^Return/],
  ] as const) {
    await rows.first().click();
    await page.getByText('“no reply in time”').waitFor();
    await page.getByRole('button', { name: word }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: verb });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('seen in their console');
    await confirm.click();
    await dialog.waitFor({ state: 'detached' });
    // The list is loaded again, and shows the old rows until then.
    await expect.poll(() => rows.count()).toBe(left);
  }
  await page.getByText('Nothing to review').waitFor();
  expect(faults).toEqual([]);
});
