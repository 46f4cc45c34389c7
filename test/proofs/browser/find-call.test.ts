import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { launchBrowser, openPage, waitForStage } from '../../browser/browser.ts';
import { type BrowserVisitor, createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { countActions } from '../../browser/count-actions.ts';
import { expectScreensUsable, languages } from '../../browser/expect-usable.ts';
import { type Caller, createFixture, type Fixture } from '../../kit/fixture.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';

let browser: Browser;
let fixture: Fixture;
let operator: BrowserVisitor;
let member: BrowserVisitor;
let poor: Caller;
const refusedMobile = '13912345678';
const unknownMobile = '13800000008';
const rejectedMobile = '13800000001';
const ids: Record<string, string> = {};

beforeAll(async () => {
  [browser, fixture] = await Promise.all([launchBrowser(), createFixture({ withJobs: true })]);
  poor = await fixture.newCaller({ balance: '0.0100' });
  [operator, member] = await Promise.all([
    createBrowserVisitor(browser, fixture),
    createBrowserVisitor(browser, fixture, 'developer', poor.accountId),
  ]);
  const send = async (mobile: string, caller: Caller = fixture) => {
    const { body } = await caller.call('sms_code', { mobile, code: '482913' });
    ids[mobile] = body.requestId;
  };
  await Promise.all([send(refusedMobile, poor), send(unknownMobile), send(rejectedMobile)]);
  // Jobs copy calls to the search, and resolve the one that was answered with 504.
  await vi.waitFor(async () => {
    const { body } = await operator.asks.get('platform/calls/list?mode=test');
    const states = body.calls.map(({ state }: { state: string }) => state).sort();
    expect(states).toEqual(['refused', 'rejected', 'unavailable']);
  }, 60_000);
}, longTimeoutMs);
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});

/** "My user got no code": from any screen to the story of the call, by the number. Returns the number of actions. */
async function findByNumber(page: Page, mobile: string): Promise<number> {
  let actions = 0;
  const act = async (action: Promise<unknown>) => {
    actions++;
    await action;
  };
  await act(page.keyboard.press('/'));
  await act(page.getByRole('dialog').getByRole('textbox').fill(mobile));
  await page.locator('.search-box-found [data-first]').waitFor();
  await act(page.keyboard.press('Enter'));
  await act(page.locator('.row-open').first().click());
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  return actions;
}

const stepsOf = (page: Page) => page.locator('.timeline .step-title').allInnerTexts();

describe('a person without a code is found by number in four actions', () => {
  test('if the call was refused: its story has three lines, and says what to do', async () => {
    for (const [visitor, scope, heading] of [
      // The advice is the customer's, and names the operator as somebody else.
      [operator, 'platform', 'What the customer can do'],
      [member, poor.accountId, 'What to do'],
    ] as const) {
      const { page, faults } = await visitor.open(`/${scope}/overview?mode=test`);
      expect(await findByNumber(page, refusedMobile)).toBe(4);
      await expect.poll(() => page.url()).toContain(ids[refusedMobile]);
      const steps = await stepsOf(page);
      expect(steps).toHaveLength(3);
      expect(steps.join(' ')).toMatch(/Received.*Refused.*Replied.*403/s);
      await page.getByRole('heading', { name: heading }).waitFor();
      expect(faults).toEqual([]);
    }
  });

  test('if its outcome was unknown: the reply 504, and the resolution apart from it', async () => {
    const { page, faults } = await operator.open('/platform/keys?mode=test');
    expect(await findByNumber(page, unknownMobile)).toBe(4);
    const steps = (await stepsOf(page)).join('\n');
    expect(steps).toMatch(/Replied\s+504[\s\S]*Resolved: Failed/);
    expect(steps).not.toMatch(/Replied\s+201/);
    await page.getByText('Not sent', { exact: true }).waitFor();
    expect(faults).toEqual([]);
  });

  test('if the provider rejected it: the reply 400, and no receipt', async () => {
    const { page } = await operator.open('/platform/keys?mode=test');
    expect(await findByNumber(page, rejectedMobile)).toBe(4);
    const steps = (await stepsOf(page)).join('\n');
    expect(steps).toMatch(/Replied\s+400/);
    expect(steps).not.toContain('Receipt');
    await page.getByRole('heading', { name: 'What the customer can do' }).waitFor();
  });
});

test('the list counts refused calls apart from those that were accepted', async () => {
  const { page } = await operator.open('/platform/calls?mode=test');
  const figures = page.locator('.calls-figures');
  await figures.getByText('plus 1 refused').waitFor();
  expect(await figures.innerText()).toMatch(/^(about )?2 calls/);
});

test('a number without calls is told in the search box, and opens no list', async () => {
  const { page, faults } = await operator.open('/platform/overview?mode=test');
  await page.keyboard.press('/');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('13700000000');
  await dialog.getByText('No calls for 137****0000.').waitFor();
  expect(await dialog.locator('.search-box-found button').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('a number with calls in the other mode opens them there, each with its day', async () => {
  const { page } = await operator.open('/platform/overview?mode=live');
  await page.keyboard.press('/');
  await page.getByRole('dialog').getByRole('textbox').fill(rejectedMobile);
  await page.getByText('Test mode only').waitFor();
  await page.keyboard.press('Enter');
  const time = page.locator('.row-open').first();
  await time.waitFor();
  expect(await time.innerText()).toMatch(/^\d+ [A-Z][a-z]+, \d\d:\d\d:\d\d\.\d{3}$/);
  expect(page.url()).toContain('mode=test');
});

describe.each(languages)('in %s', { timeout: longTimeoutMs }, (language) => {
  test('the stories of refused, unknown and rejected calls are accessible', async () => {
    const paths = Object.entries(ids).map(([mobile, id]) => [mobile, `/platform/calls/${id}`]);
    const screens = { ...Object.fromEntries(paths), list: '/platform/calls' };
    const tested = Object.entries(screens).map(([name, path]) => [name, `${path}?mode=test`]);
    await expectScreensUsable(operator, language, Object.fromEntries(tested));
  });
});

test('why a face check failed is told from the overview in at most two actions', async () => {
  const { accountId, call } = await fixture.newCaller();
  const { body } = await call('face_verify', {
    name: '李四',
    cardNo: '110101199003070038',
  });
  const phone = await openPage(browser, body.data.authUrl);
  await phone.check('#agreed');
  await phone.click('[data-action=agree]');
  await waitForStage(phone, 'ready');
  await phone.click('[data-action=start]');
  await phone.waitForURL('**/sandbox/face/**');
  await phone.click('[data-action=start]');
  await phone.locator('#choice select').selectOption('liveness');
  await phone.locator('#choice [data-outcome=failed]').click();
  await waitForStage(phone, 'failed');
  await phone.context().close();
  const { page, faults } = await operator.open('/platform/overview?mode=test');
  const person = countActions(page);
  const row = page.getByRole('row').filter({ hasText: 'The liveness check failed' });
  await person.click(page.getByRole('link', { name: 'Checks' }));
  await row.waitFor();
  await person.click(row.locator('.row-open'));
  await toldBy(page);
  expect(person.actions()).toBeLessThanOrEqual(2);
  const customers = await createBrowserVisitor(browser, fixture, 'developer', accountId);
  const theirs = await customers.open(`/${accountId}/overview?mode=test`);
  const customer = countActions(theirs.page);
  // The customer's overview says the reason without any action.
  const trouble = theirs.page.getByRole('row').filter({ hasText: 'The liveness check failed' });
  await trouble.waitFor();
  await customer.click(trouble.locator('.row-open'));
  await toldBy(theirs.page);
  expect(customer.actions()).toBeLessThanOrEqual(2);
  expect([...faults, ...theirs.faults]).toEqual([]);
});

async function toldBy(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  await page.getByText('The liveness check failed').first().waitFor();
  expect(await stepsOf(page)).toContainEqual(expect.stringContaining('Check not passed'));
}
