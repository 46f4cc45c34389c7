import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { launchBrowser, openPage, waitForStage } from '../../browser/browser.ts';
import { type BrowserVisitor, createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { overflowOf } from '../../browser/console-appearance.ts';
import {
  appearancesIn,
  expectScreensUsable,
  expectUsable,
  languages,
} from '../../browser/expect-usable.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';

let browser: Browser;
let fixture: Fixture;
let operator: BrowserVisitor;
let member: BrowserVisitor;
let failed: string;
beforeAll(async () => {
  [browser, fixture] = await Promise.all([launchBrowser(), createFixture({ withJobs: true })]);
  [operator, member] = await Promise.all([
    createBrowserVisitor(browser, fixture),
    createBrowserVisitor(browser, fixture, 'developer', fixture.accountId),
  ]);
  await fixture.call('sms_code', { mobile: '13912345678', code: '482913' });
  await fixture.call('face_verify', { name: '张三', cardNo: '110101199003070011' });
  const { body } = await fixture.call('sms_code', { mobile: '13800000002', code: '1' });
  failed = body.requestId;
  // A job copies calls to the screens within seconds.
  await vi.waitFor(async () => expect(await listed()).toHaveLength(3), 30_000);
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});

const listed = async () =>
  (await operator.asks.get('platform/calls/list?mode=test')).body.calls as { requestId: string }[];

// Eight screens, each in four appearances, take a minute on busy cores.
describe.each(languages)('in %s', { timeout: longTimeoutMs }, (language) => {
  test('calls, checks and figures are accessible to operators and members', async () => {
    for (const [visitor, scope] of [
      [operator, 'platform'],
      [member, fixture.accountId],
    ] as const) {
      const paths = ['overview', 'calls', `calls/${failed}`, 'checks'];
      const screens = paths.map((path) => [path, `/${scope}/${path}?mode=test`]);
      await expectScreensUsable(visitor, language, Object.fromEntries(screens));
    }
  });

  test('the search is an accessible dialog', async () => {
    const { page, faults } = await operator.open('/platform/audit', appearancesIn(language)[0]);
    await page.keyboard.press('/');
    await page.getByRole('dialog').getByRole('textbox').fill('13912345678');
    await page.locator('.search-box-found button').first().waitFor();
    await expectUsable(page, language, 'search');
    expect(faults).toEqual([]);
  });
});

test('the search finds a call, a key, an account and a mobile, by keyboard alone', async () => {
  const { page } = await operator.open('/platform/team?mode=test');
  const find = async (keys: string, text: string) => {
    await page.keyboard.press(keys);
    const search = page.getByRole('dialog', { name: 'Search' });
    await search.getByRole('textbox').fill(text);
    await page.locator('.search-box-found [data-first]').waitFor();
    await page.keyboard.press('Enter');
    await search.waitFor({ state: 'detached' });
  };
  await find('/', failed);
  await page.getByRole('heading', { name: /^Code SMS to/ }).waitFor();
  await find('Control+k', fixture.apiKey.slice(-4));
  await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
  // It opens with its uses, and the question whether to revoke it.
  const opened = page.getByRole('dialog', { name: /^Revoke key/ });
  await opened.waitFor();
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'detached' });
  await find('Control+k', '13912345678');
  await expect.poll(() => page.url()).toContain('person=');
  expect(page.url()).not.toContain('13912345678');
  await page.getByRole('row').filter({ hasText: 'Delivered' }).waitFor();
  await find('/', 'Rowan');
  await expect.poll(() => page.url()).toContain(`/${fixture.accountId}/overview`);
});

describe('a face check', () => {
  const row = (page: Page, word: string) => page.getByRole('row').filter({ hasText: word });

  async function newCheck(): Promise<string> {
    const person = { name: '李四', cardNo: '110101199003070038' };
    const { body } = await fixture.call('face_verify', person);
    return body.data.authUrl;
  }

  test('gets a new link, which invalidates the old one, and is cancelled', async () => {
    const old = await newCheck();
    const { page, faults } = await operator.open(`/${fixture.accountId}/checks?mode=test`);
    const mine = row(page, '李').first();
    await mine.getByRole('button', { name: 'New link' }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = await page.locator('.secret-text').innerText();
    expect(link).not.toBe(old);
    expect((await fetch(link)).status).toBe(200);
    expect((await fetch(old)).status).toBe(404);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: /saved/ }).click();
    await mine.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Cancel check' }).click();
    await row(page, 'Canceled').waitFor();
    expect(faults).toEqual([]);
  });

  test('is withdrawn on behalf of its person, whose data is erased', async () => {
    const phone = await openPage(browser, await newCheck());
    await phone.check('#agreed');
    await phone.click('[data-action=agree]');
    await waitForStage(phone, 'ready');
    await phone.context().close();
    const { page, faults } = await operator.open(`/${fixture.accountId}/checks?mode=test`);
    await row(page, 'Consented').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('button', { name: 'Withdraw and erase' }).click();
    const { pool, accountId } = fixture;
    await row(page, 'Withdrawn').waitFor();
    const { rows } = await pool.query(
      'select sealed is null as "isGone" from checks where account_id = $1 and withdrawn_at is not null',
      [accountId],
    );
    expect(rows).toEqual([{ isGone: true }]);
    expect(faults).toEqual([]);
  });
});

test('F opens the first filter, set or not, and a row of another day shows its date', async () => {
  const { page } = await operator.open('/platform/calls?mode=test');
  await page.locator('.row-open').first().waitFor();
  await page.keyboard.press('f');
  await page.getByRole('radio', { name: 'Last hour' }).waitFor();
  const clock = await page.locator('.row-open').first().innerText();
  expect(clock).toMatch(/^\d\d:\d\d:\d\d\.\d{3}$/);
  await page.clock.setFixedTime(Date.now() + 2 * 86_400_000);
  await page.goto(page.url().replace(/\?.*/, '?mode=test&time=7d'));
  await page
    .locator('.row-open', { hasText: /^\d+ [A-Z][a-z]+, \d\d:\d\d/ })
    .first()
    .waitFor();
  // Other pages keep the real clock.
  await page.context().close();
});

test('on a phone a waiting check offers its actions', async () => {
  const appearance = { width: 390 };
  const { page } = await operator.open('/platform/checks?mode=test&state=pending', appearance);
  await page.locator('.phone-actions').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel check' }).click();
  await page.getByText('No face checks with the state “Pending”.').waitFor();
  expect(await overflowOf(page)).toBe(0);
});
