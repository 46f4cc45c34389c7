import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../../browser/browser.ts';
import { type BrowserVisitor, createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { type Caller, createFixture, type Fixture } from '../../kit/fixture.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';

let browser: Browser;
let fixture: Fixture;
let operator: BrowserVisitor;
beforeAll(async () => {
  [browser, fixture] = await Promise.all([launchBrowser(), createFixture({ withJobs: true })]);
  operator = await createBrowserVisitor(browser, fixture);
}, longTimeoutMs);
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});

const send = async (caller: Caller, mobile = '13800000000') =>
  (await caller.call('sms_code', { mobile, code: '1234' })).body.requestId as string;

const rowsOf = (page: Page) => page.locator('tbody tr');
const newOnes = (page: Page) => page.locator('.new-rows');

// @mutant web/console/client/use-held-rows.ts
// - const isHeld = current.list === list && current.rows.length > 0 && isReading();
// + const isHeld = false;
test('new calls appear at the top; while a row is read they wait, and no row moves', async () => {
  const caller = await fixture.newCaller();
  await send(caller);
  const { page, faults } = await operator.open(`/${caller.accountId}/calls?mode=test`);
  await expect.poll(() => rowsOf(page).count(), { timeout: 20_000 }).toBe(1);
  await send(caller);
  await expect.poll(() => rowsOf(page).count(), { timeout: 20_000 }).toBe(2);
  await page.keyboard.press('j');
  const chosen = page.locator('tr[data-chosen]');
  const place = await chosen.boundingBox();
  await send(caller);
  await send(caller);
  await newOnes(page).getByText('2 new calls').waitFor();
  expect(await rowsOf(page).count()).toBe(2);
  const moved = (await chosen.boundingBox())?.y ?? 0;
  // Only by the height of the line that says how many there are.
  expect(moved - (place?.y ?? 0)).toBeLessThan(40);
  await newOnes(page).click();
  await expect.poll(() => rowsOf(page).count()).toBe(4);
  expect(await newOnes(page).count()).toBe(0);
  expect(faults).toEqual([]);
});

test('a list that lost its stream catches up when the connection is back', async () => {
  const caller = await fixture.newCaller();
  await send(caller);
  const { page } = await operator.open(`/${caller.accountId}/calls?mode=test`);
  await expect.poll(() => rowsOf(page).count(), { timeout: 20_000 }).toBe(1);
  await page.route('**/calls/live*', (route) => route.abort());
  fixture.app.server.server.closeAllConnections();
  await page.getByText('Reconnecting…').waitFor({ timeout: 30_000 });
  await send(caller);
  await page.unroute('**/calls/live*');
  await expect.poll(() => rowsOf(page).count(), { timeout: 60_000 }).toBe(2);
  await page.getByText('New calls appear at the top').waitFor();
});

// @mutant web/console/client/use-changes.ts
// - if (isFirst) await queries.invalidateQueries({ queryKey });
// +
test('a first page that was read before a call arrives after it, and still shows it', async () => {
  const caller = await fixture.newCaller();
  const list = `${caller.accountId}/calls/list?mode=test`;
  const { page } = await operator.open('/platform/overview');
  const isRead = Promise.withResolvers<void>();
  const isLate = Promise.withResolvers<void>();
  const delay = async (route: Route) => {
    const response = await route.fetch();
    isRead.resolve();
    await isLate.promise;
    await route.fulfill({ response });
  };
  await page.route('**/calls/list*', delay, { times: 1 });
  await page.goto(page.url().replace('platform/overview', `${caller.accountId}/calls?mode=test`));
  await isRead.promise;
  await send(caller);
  const readList = async () => (await operator.asks.get(list)).body.calls.length;
  await expect.poll(readList, { timeout: 20_000 }).toBe(1);
  // The stream looks every two seconds.
  await sleep(4_000);
  isLate.resolve();
  await expect.poll(() => rowsOf(page).count(), { timeout: 20_000 }).toBe(1);
});

test('another filter shows its own rows at once, though a row was being read', async () => {
  const caller = await fixture.newCaller();
  await send(caller);
  await send(caller, '13800000001');
  const { page } = await operator.open(`/${caller.accountId}/calls?mode=test`);
  await expect.poll(() => rowsOf(page).count(), { timeout: 20_000 }).toBe(2);
  await page.keyboard.press('j');
  await page.getByRole('button', { name: /^Add filter State/ }).click();
  await page.getByRole('radio', { name: 'Rejected' }).first().click();
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  expect(await newOnes(page).count()).toBe(0);
});

test('a check that starts and ends appears in the list of checks by itself', async () => {
  const caller = await fixture.newCaller();
  const person = { name: '李雷', cardNo: '11010519491231002X' };
  const { page } = await operator.open(`/${caller.accountId}/checks?mode=test`);
  await page.getByText('No face checks yet.').waitFor();
  await caller.call('face_verify', person);
  await expect.poll(() => rowsOf(page).count(), { timeout: 20_000 }).toBe(1);
});

test('a conversation that is read stays open and gets its messages; others wait to be shown', async () => {
  const caller = await fixture.newCaller();
  await send(caller, '13900000001');
  const { page } = await operator.open(`/${caller.accountId}/inbox?mode=test`);
  const threads = page.locator('.inbox-thread');
  await threads.first().click();
  await send(caller, '13900000002');
  await newOnes(page).getByText('1 new conversation').waitFor();
  expect(await threads.count()).toBe(1);
  await send(caller, '13900000001');
  await threads.first().locator('.inbox-count').getByText('2').waitFor();
  await newOnes(page).click();
  await expect.poll(() => threads.count()).toBe(2);
});

test('deliveries that arrive while somebody reads the list wait above it', async () => {
  const { accountId } = await fixture.newCaller();
  const url = 'https://hooks.example/countersign';
  const made = await operator.asks.post(`${accountId}/webhooks/create`, { mode: 'test', url });
  const { endpointId } = made.body;
  await operator.asks.post(`${accountId}/webhooks/test`, { endpointId });
  const { page } = await operator.open(`/${accountId}/webhooks?mode=test`);
  const deliveries = rowsOf(page).filter({ hasText: 'endpoint.test' });
  await expect.poll(() => deliveries.count(), { timeout: 20_000 }).toBe(1);
  await page.locator('.table-scroll').last().focus();
  await operator.asks.post(`${accountId}/webhooks/test`, { endpointId });
  await newOnes(page).getByText('1 new delivery').waitFor();
  expect(await deliveries.count()).toBe(1);
  await newOnes(page).click();
  await expect.poll(() => deliveries.count()).toBe(2);
});

test('a change appears in the audit log by itself, and waits while somebody reads', async () => {
  const create = (name: string) => operator.asks.post('platform/accounts/create', { name });
  const { page } = await operator.open('/platform/audit');
  await rowsOf(page).first().waitFor();
  await create('Alder');
  const made = rowsOf(page).filter({ hasText: 'created an account' });
  await made.filter({ hasText: 'Alder' }).waitFor();
  await page.keyboard.press('j');
  await create('Birch');
  await newOnes(page)
    .getByText(/new change/)
    .waitFor();
  expect(await made.filter({ hasText: 'Birch' }).count()).toBe(0);
  await newOnes(page).click();
  await made.filter({ hasText: 'Birch' }).waitFor();
});

test('a movement and a key appear by themselves, and whoever makes one sees it at once', async () => {
  const { accountId } = await fixture.newCaller();
  const topUp = (reference: string) =>
    operator.asks.post(`${accountId}/wallet/top-up`, {
      ...{ mode: 'test', amount: '5', reference, reason: 'paid' },
    });
  const { page } = await operator.open(`/${accountId}/wallet?mode=test`);
  await page.getByRole('heading', { name: 'Movements' }).waitFor();
  await topUp('ALDER');
  await rowsOf(page).filter({ hasText: 'ALDER' }).waitFor();
  await page.keyboard.press('j');
  await topUp('BIRCH');
  await newOnes(page).getByText('1 new movement').waitFor();
  expect(await rowsOf(page).filter({ hasText: 'BIRCH' }).count()).toBe(0);
  await newOnes(page).click();
  await rowsOf(page).filter({ hasText: 'BIRCH' }).waitFor();
  await page.goto(page.url().replace('/wallet', '/keys'));
  await rowsOf(page).first().waitFor();
  await operator.asks.post(`${accountId}/keys/create`, { mode: 'test', name: 'Cedar' });
  await rowsOf(page).filter({ hasText: 'Cedar' }).waitFor();
  await page.getByRole('button', { name: 'Create key…' }).click();
  await page.getByLabel('Name').fill('Dogwood');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await rowsOf(page).filter({ hasText: 'Dogwood' }).waitFor();
});

test('the overview follows calls by its stream', async () => {
  const caller = await fixture.newCaller();
  await send(caller);
  const { page } = await operator.open(`/${caller.accountId}/overview?mode=test`);
  const calls = page
    .locator('.figures div')
    .filter({ hasText: /^Calls/ })
    .locator('.figure');
  await expect.poll(() => calls.innerText(), { timeout: 20_000 }).toBe('1');
  await send(caller);
  // Its own refresh comes after a minute.
  await expect.poll(() => calls.innerText(), { timeout: 30_000 }).toBe('2');
});
