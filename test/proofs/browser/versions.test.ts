import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type RunningSimulator,
  runSimulator,
} from '../../../src/vendors/simulators/run-simulator.ts';
import { simulators } from '../../../src/vendors/vendor-simulators.ts';
import { launchBrowser } from '../../browser/browser.ts';
import { type BrowserVisitor, createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { overflowOf } from '../../browser/console-appearance.ts';
import { settle } from '../../browser/settle.ts';
import { violationsOf } from '../../browser/violations-of.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';

let browser: Browser;
let fixture: Fixture;
let owner: BrowserVisitor;
let other: BrowserVisitor;
let vendor: RunningSimulator;

const routeKey = { product: 'sms_code', accountId: null, region: null };
const setRoute = (codes: string[]) =>
  other.asks.post('platform/providers/set-route', {
    ...{ ...routeKey, stops: codes.map((code) => ({ code })) },
  });
const storedOrder = async () => {
  const { body } = await owner.asks.get('platform/providers/route?product=sms_code');
  return body.stored.stops.map(({ code }: { code: string }) => code).join();
};

beforeAll(async () => {
  [browser, fixture] = await Promise.all([launchBrowser(), createFixture()]);
  owner = await createBrowserVisitor(browser, fixture);
  other = await createBrowserVisitor(browser, fixture);
  const simulator = simulators.find((each) => each.vendor === 'yunxin');
  if (!simulator) throw new Error('No simulator for yunxin.');
  vendor = await runSimulator(simulator, { callbackUrlOf: () => 'http://127.0.0.1:9/' });
  const { callbackKey: _, ...settings } = vendor.config as Record<string, unknown>;
  for (const code of ['carrier-a', 'carrier-b', 'carrier-c']) {
    await owner.asks.post('platform/providers/add', {
      ...{ code, vendor: 'yunxin', isOn: true, settings },
    });
  }
});
afterAll(async () => {
  await Promise.all([browser.close(), vendor.close()]);
  await fixture.close();
});

const dialogOf = (page: Page) => page.locator('[role=dialog]:visible').first();

/** Moves a provider one place up, by keyboard, and leaves it there as a draft. */
async function moveUp(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).focus();
  for (const key of ['Space', 'ArrowUp', 'Space']) await page.keyboard.press(key);
}

describe.each(['en-US', 'zh-CN'] as const)('in %s', (language) => {
  const words =
    language === 'en-US'
      ? { restore: 'Restore', versions: 'Versions', restored: 'Restored' }
      : { restore: '恢复', versions: '版本', restored: '已恢复' };

  test.each([390, 1440])('an earlier route is restored, at %i px', async (width) => {
    await setRoute(['carrier-a', 'carrier-b']);
    await setRoute(['carrier-b', 'carrier-a']);
    const { page, faults } = await owner.open('/platform/providers', { width, language });
    await page.getByRole('heading', { name: words.versions }).waitFor();
    const older = page.locator('.versions li').nth(1);
    await older.getByRole('button').click();
    await dialogOf(page).getByText('carrier-b, carrier-a').waitFor();
    await settle(page);
    const seen = { wide: await overflowOf(page), violations: await violationsOf(page) };
    expect(seen).toEqual({ wide: 0, violations: [] });
    await dialogOf(page).getByRole('button', { name: words.restore, exact: true }).click();
    await page.getByText(words.restored, { exact: true }).waitFor();
    await expect.poll(storedOrder).toBe('carrier-a,carrier-b');
    expect(faults).toEqual([]);
  });
});

test('a saved route is undone by U, and the audit log says to which state', async () => {
  await setRoute(['carrier-a', 'carrier-b']);
  const { page } = await owner.open('/platform/providers');
  await moveUp(page, /^carrier-b, position 2/);
  await page.getByRole('button', { name: 'Save route' }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  expect(await storedOrder()).toBe('carrier-b,carrier-a');
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('u');
  await page.getByText('Restored', { exact: true }).waitFor();
  expect(await storedOrder()).toBe('carrier-a,carrier-b');
  const { page: log } = await owner.open('/platform/audit');
  await log
    .getByText(/restored an earlier route \(state of .+\)/)
    .first()
    .waitFor();
});

test('an undo is refused after somebody else’s change', async () => {
  await setRoute(['carrier-a', 'carrier-b']);
  const { page } = await owner.open('/platform/providers');
  await moveUp(page, /^carrier-b, position 2/);
  await page.getByRole('button', { name: 'Save route' }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  await setRoute(['carrier-c']);
  await undo.click();
  await page.getByText('Somebody else changed this meanwhile').waitFor();
  expect(await storedOrder()).toBe('carrier-c');
});

test('the second of two operators is told who changed the route, and keeps the draft', async () => {
  await setRoute(['carrier-a', 'carrier-b']);
  const { page } = await owner.open('/platform/providers');
  await moveUp(page, /^carrier-b, position 2/);
  await setRoute(['carrier-a', 'carrier-c', 'carrier-b']);
  await page.getByRole('button', { name: 'Save route' }).click();
  await page
    .getByText(/changed this at .* UTC \(providers: carrier-a, carrier-b → carrier-a, carrier-c/)
    .waitFor();
  expect(await storedOrder()).toBe('carrier-a,carrier-c,carrier-b');
  expect(await page.locator('.stop-name code').allInnerTexts()).toEqual(['carrier-b', 'carrier-a']);
  await page.getByText('carrier-c removed').waitFor();
  await page.getByRole('button', { name: 'Save route' }).click();
  await expect.poll(storedOrder).toBe('carrier-b,carrier-a');
});

test('the text of a template is undone, restored, and not overwritten', async () => {
  const textOf = async () => {
    const { body } = await owner.asks.get('platform/templates/list');
    return body.templates.find(
      ({ templateId }: { templateId: string }) => templateId === 'CODE_DEFAULT',
    ).text;
  };
  const first = await textOf();
  const { page } = await owner.open('/platform/templates?template=CODE_DEFAULT');
  const field = page.locator('textarea').first();
  await field.fill('Code {code}');
  await page.getByRole('button', { name: 'Save template' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Restored', { exact: true }).waitFor();
  expect(await textOf()).toBe(first);
  await expect.poll(() => field.inputValue()).toBe(first);

  await field.fill('Mine {code}');
  await other.asks.post('platform/templates/update', {
    ...{ templateId: 'CODE_DEFAULT', text: 'Theirs {code}' },
  });
  await page.getByRole('button', { name: 'Save template' }).click();
  await page.getByText(/changed this at/).waitFor();
  expect([await field.inputValue(), await textOf()]).toEqual(['Mine {code}', 'Theirs {code}']);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Restore: Initial state' }).click();
  await dialogOf(page).getByText('Theirs {code}').waitFor();
  await settle(page);
  expect(await violationsOf(page)).toEqual([]);
  await dialogOf(page).getByRole('button', { name: 'Restore', exact: true }).click();
  await expect.poll(textOf).toBe(first);
});

test('limits are undone, and the second of two operators keeps the draft', async () => {
  const path = `${fixture.accountId}/accounts/limits?mode=live`;
  const perDay = async () => (await owner.asks.get(path)).body.set.codePerDay;
  const { page } = await owner.open(`/${fixture.accountId}/account?tab=limits&mode=live`);
  const field = page.getByRole('spinbutton', { name: 'Codes to one number per day' });
  await field.fill('7');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  expect(await perDay()).toBe(7);
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect.poll(perDay).toBeNull();

  await field.fill('8');
  await other.asks.post(`${fixture.accountId}/accounts/set-limits`, {
    mode: 'live',
    codePerHour: 3,
  });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText(/code_per_hour: – → 3/).waitFor();
  expect([await field.inputValue(), await perDay()]).toEqual(['8', null]);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(perDay).toBe(8);
  await settle(page);
  expect(await violationsOf(page)).toEqual([]);
});
