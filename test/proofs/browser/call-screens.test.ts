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

test('the reason of a call is below its state, and takes no column', async () => {
  const { page } = await operator.open('/platform/calls?mode=test');
  const state = page.getByRole('cell').filter({ hasText: 'Rejected' });
  await state.getByText('The content was rejected').waitFor();
  expect(await page.getByRole('columnheader', { name: 'Reason' }).count()).toBe(0);
});

test('the mark of a row on a phone is level with its first line', async () => {
  const { page } = await operator.open('/platform/calls?mode=test', { width: 390 });
  const row = page.locator('.phone-row').first();
  const middle = async (part: string) => {
    const box = await row.locator(part).boundingBox();
    return box ? box.y + box.height / 2 : Number.NaN;
  };
  await row.waitFor();
  const distance = (await middle('svg')) - (await middle('.phone-title'));
  expect(Math.abs(distance)).toBeLessThan(1);
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
    await mine.getByRole('button', { name: 'Create link…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
    const link = await page.locator('.secret-text').innerText();
    expect(link).not.toBe(old);
    expect((await fetch(link)).status).toBe(200);
    expect((await fetch(old)).status).toBe(404);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: /saved/ }).click();
    await mine.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Cancel check…' }).click();
    await page.getByRole('button', { name: 'Cancel check', exact: true }).click();
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
    await row(page, 'Consented')
      .getByRole('button', { name: /^More actions/ })
      .click();
    await page.getByRole('menuitem', { name: 'Withdraw consent…' }).click();
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

describe('the list of calls', () => {
  let account: number;
  /** Newest first. */
  let ids: string[];
  const mobiles = ['13912345601', '13912345602', '13912345603'];
  beforeAll(async () => {
    const caller = await fixture.newCaller();
    account = caller.accountId;
    for (const mobile of mobiles) await caller.call('sms_code', { mobile, code: '482913' });
    const own = () => operator.asks.get(`${account}/calls/list?mode=test`);
    await vi.waitFor(async () => expect((await own()).body.calls).toHaveLength(3), 30_000);
    ids = (await own()).body.calls.map(({ requestId }: { requestId: string }) => requestId);
  });

  const open = async (path: string) => {
    const opened = await operator.open(`/${account}/${path}`);
    return { ...opened, titles: () => opened.page.locator('th').allInnerTexts() };
  };

  test('shows the columns that its reader chose, also after a reload', async () => {
    const { page, faults, titles } = await open('calls?mode=test');
    await page.locator('.row-open').first().waitFor();
    const all = await titles();
    const button = page.getByRole('button', { name: 'Columns' });
    const menu = page.getByRole('dialog', { name: 'Columns' });
    await button.focus();
    await page.keyboard.press('Enter');
    await menu.locator('input:focus').and(menu.getByLabel('State')).waitFor();
    await page.keyboard.press('Space');
    await expect.poll(titles).toEqual(all.filter((title) => title !== 'State'));
    // Letters do nothing behind the menu.
    await page.keyboard.press('j');
    expect(await page.locator('tr[data-chosen]').count()).toBe(0);
    await menu.getByRole('checkbox', { name: 'Duration (ms)' }).uncheck();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    expect(await page.locator('button:focus').innerText()).toBe('Columns');
    const chosen = all.filter((title) => !['State', 'ms'].includes(title));
    await page.reload();
    await expect.poll(titles).toEqual(chosen);
    await button.click();
    await menu.getByRole('button', { name: 'Show all columns' }).click();
    await expect.poll(titles).toEqual(all);
    expect(faults).toEqual([]);
  });

  test.each(languages)('offers its columns in an accessible menu in %s', async (language) => {
    const { page } = await operator.open(`/${account}/calls?mode=test`, appearancesIn(language)[0]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: /^(Columns|列)$/ }).click();
    await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
    await expectUsable(page, language, 'columns');
  });

  // @mutant web/console/screens/calls/call-screen.tsx
  // - key={requestId}
  // + key="call"
  test('J and K go through its rows and its stories, which show nothing of one another', async () => {
    const { page, faults } = await open('calls?mode=test&product=sms_code');
    await page.locator('.row-open').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const at = (index: number) =>
      expect
        .poll(async () => [page.url().includes(`${ids[index]}`), await aside(page)])
        .toEqual([true, expect.stringContaining(`${index + 1} of 3`)]);
    await at(1);
    for (const [key, index] of [
      ['j', 2],
      ['j', 2],
      ['k', 1],
      ['k', 0],
      ['k', 0],
      ['j', 1],
    ] as const) {
      await page.keyboard.press(key);
      await at(index);
    }
    await page.reload();
    await at(1);
    await page.keyboard.press('k');
    await at(0);
    await page.keyboard.press('j');
    await at(1);
    // The text of the message is shown beside what the request said, after one question.
    await page.getByRole('button', { name: 'Show…' }).last().click();
    // A field takes the letters.
    await page.getByRole('dialog').getByRole('textbox').pressSequentially('jjk');
    await page.getByRole('button', { name: 'Show for 60 seconds' }).click();
    await page.locator('.call-revealed').waitFor();
    const message = () => page.locator('.call-saw').innerText();
    expect(await message()).not.toContain('•');
    await at(1);
    await page.keyboard.press('k');
    await at(0);
    expect(await page.locator('.call-revealed').count()).toBe(0);
    expect(await message()).toContain('•');
    await page.keyboard.press('Escape');
    await page.locator('.row-open').first().waitFor();
    expect(page.url()).toContain('product=sms_code');
    await page.keyboard.press('?');
    await page.getByText('Next and previous row or call').waitFor();
    expect(faults).toEqual([]);
  });

  test('a test call that is opened by its link in live mode says so', async () => {
    const { page } = await open(`calls/${ids[0]}?mode=live`);
    await page.getByText('Test call, opened in live mode').waitFor();
    expect(await aside(page)).not.toContain(' of ');
    await page.goto(page.url().replace('mode=live', 'mode=test'));
    await page.locator('.page-aside .tag').getByText('Test', { exact: true }).waitFor();
  });

  const aside = (page: Page) => page.locator('.page-aside').innerText();
});

test('on a phone a waiting check offers its actions', async () => {
  const appearance = { width: 390 };
  const { page } = await operator.open('/platform/checks?mode=test&state=pending', appearance);
  await page
    .locator('.phone-menu')
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Cancel check…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel check', exact: true }).click();
  await page.getByText('No face checks with the state “Pending”.').waitFor();
  expect(await overflowOf(page)).toBe(0);
});
