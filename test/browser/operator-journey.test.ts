import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSimulator, runSimulator } from '../../src/vendors/simulators/run-simulator.ts';
import { twilioSimulator } from '../../src/vendors/simulators/twilio.ts';
import { longTimeoutMs } from '../kit/long-timeout.ts';
import { type ServerProcess, startServer } from '../kit/server-process.ts';
import { launchBrowser, openPage, waitForStage } from './browser.ts';
import { comeIn } from './come-in.ts';
import { openAppearance, openConsolePage } from './console-appearance.ts';
import { settle } from './settle.ts';

const root = mkdtempSync(join(tmpdir(), 'countersign-journey-'));
let browser: Browser;
let server: ServerProcess;
let vendor: RunningSimulator;
beforeAll(async () => {
  [browser, server] = await Promise.all([
    launchBrowser(),
    startServer({ DATA_DIR: join(root, 'data') }, root),
  ]);
  vendor = await runSimulator(twilioSimulator, {
    callbackUrlOf: (key) => `${server.url}/callbacks/${key}`,
  });
});
afterAll(async () => {
  await browser?.close();
  await vendor?.close();
  await server?.end('SIGTERM');
  rmSync(root, { recursive: true, force: true });
});

/** An operator's first day; each step continues where the previous one ended. */
test('a new operator gets from the first start to live sales', {
  timeout: longTimeoutMs,
}, async () => {
  const link = /Owner\s+(\S+)/.exec(server.output())?.[1] as string;
  const { page, faults } = await openConsolePage(await openAppearance(browser), link);
  await comeIn(page, { name: '林晓', email: 'lin.xiao@harbour.example' });
  await page.getByRole('heading', { name: 'Welcome, 林晓' }).waitFor();

  const account = await makeAccount(page);
  const apiKey = await makeKey(page);
  await topUp(page, account);
  await runShownCurl(page);
  await openFromInbox(page);
  await doFaceCheck(page, account, apiKey);
  await refundLatest(page, account);
  await readStatement(page, account);
  await expectStepLeft(page, 1);
  await addProvider(page);
  await routeTo(page);
  await expectStepLeft(page, 0);
  await rotateKey(page, account, apiKey);
  await suspend(page, account, apiKey);
  expect(faults).toEqual([]);
});

const button = (inside: Page | Locator, name: string | RegExp) =>
  inside.getByRole('button', { name, exact: typeof name === 'string' });

/** Confirms that the secret, which is shown once, is stored. */
async function takeSecret(page: Page): Promise<string> {
  const secret = await page.locator('.secret-text').innerText();
  await button(page.getByRole('dialog'), 'Close').last().click();
  await button(page, /saved/).click();
  return secret;
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(`${server.url}/console/${path}`);
  await page.locator('h1').waitFor();
}

async function makeAccount(page: Page): Promise<string> {
  const step = page.getByRole('listitem').filter({ hasText: 'Customer account' });
  await button(step, 'Open accounts').click();
  await button(page, 'New account').click();
  await page.getByLabel('Name', { exact: true }).fill('Rowan Bank');
  await button(page, 'Create account').click();
  await page.getByRole('heading', { name: 'Rowan Bank', level: 1 }).waitFor();
  return /console\/(\d+)\//.exec(page.url())?.[1] as string;
}

async function makeKey(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Keys' }).first().click();
  await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
  await page.keyboard.press('t');
  await page.getByText('Test calls send no real messages').waitFor();
  await button(page, 'Create key…').click();
  await page.getByRole('dialog').getByLabel('Name').fill('checkout');
  await button(page.getByRole('dialog'), 'Create key').click();
  return takeSecret(page);
}

async function topUp(page: Page, account: string): Promise<void> {
  await visit(page, `${account}/wallet?mode=live`);
  await button(page, 'Top up…').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount (CNY)').fill('500');
  await dialog.getByLabel('Reference').fill('INV-1001');
  await dialog.getByLabel('Reason').fill('bank transfer');
  await button(dialog, 'Top up').click();
  await page.getByText('INV-1001 · bank transfer').waitFor();
}

async function runShownCurl(page: Page): Promise<void> {
  await visit(page, 'platform/overview');
  const command = await page.locator('.curl').innerText();
  const { stdout } = await promisify(execFile)('sh', ['-c', command]);
  expect(stdout).toContain('201 Created');
  await page.getByText('Call received').waitFor();
}

async function openFromInbox(page: Page): Promise<void> {
  await visit(page, 'platform/inbox?mode=test');
  await button(page, 'Copy code 246810').waitFor();
  await page.getByTitle('Open call').click();
  await page.getByRole('heading', { name: /^Code SMS to/ }).waitFor();
  await page.getByText('Timeline').waitFor();
}

/** The person's page is opened as from the QR code on the screen, and passes. */
async function doFaceCheck(page: Page, account: string, apiKey: string): Promise<void> {
  const person = { name: '张三', cardNo: '110101199003070011' };
  expect((await server.call('face_verify', apiKey, person)).status).toBe(201);
  await visit(page, `${account}/inbox?mode=test`);
  await button(page, 'Create link').click();
  const href = await page.getByRole('link', { name: 'Open', exact: true }).getAttribute('href');
  const phone = await openPage(browser, href as string);
  await phone.check('#agreed');
  await phone.click('[data-action=agree]');
  await waitForStage(phone, 'ready');
  await phone.click('[data-action=start]');
  await phone.waitForURL('**/sandbox/face/**');
  await phone.click('[data-action=start]');
  await phone.click('#choice [data-outcome=passed]');
  await waitForStage(phone, 'passed');
  await phone.context().close();
  await visit(page, `${account}/checks?mode=test`);
  await page.getByRole('row').filter({ hasText: 'Passed' }).waitFor();
}

async function refundLatest(page: Page, account: string): Promise<void> {
  await visit(page, `${account}/calls?mode=test`);
  await page.locator('button.row-open').first().click();
  await button(page, 'Refund…').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('a friend of the house');
  await button(dialog, /^Refund/).click();
  await page.getByText('The charge went back to the wallet.').waitFor();
}

async function readStatement(page: Page, account: string): Promise<void> {
  await visit(page, `${account}/wallet?mode=test`);
  await page.getByText('Matches the ledger').waitFor();
  const sums = page.locator('.statement-sums');
  await expect.poll(() => sums.innerText()).toMatch(/Refunds\s+\+?1\.0000/);
}

/** An account that has already made calls still sees what live calls need, until it has it. */
async function expectStepLeft(page: Page, count: number): Promise<void> {
  await visit(page, 'platform/overview');
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
  const step = page.getByRole('listitem').filter({ hasText: 'Live provider' });
  await expect.poll(() => step.count()).toBe(count);
}

async function addProvider(page: Page): Promise<void> {
  await visit(page, 'platform/providers');
  await button(page, 'Add provider').click();
  await button(page, 'Twilio twilio').click();
  await page.locator('summary', { hasText: 'More' }).click();
  await page.getByLabel('Provider ID').fill('twilio-main');
  const { callbackKey: _, ...settings } = vendor.config as Record<string, string>;
  for (const [name, value] of Object.entries(settings)) {
    await page.locator(`input[name=${name}]`).fill(name === 'authToken' ? 'wrong' : value);
  }
  await page.getByLabel('Mobile number', { exact: true }).fill('13912345678');
  await button(page, 'Run test').click();
  await page.getByText('Provider unavailable').waitFor();
  await page.locator('input[name=authToken]').fill(String(vendor.config.authToken));
  await button(page, 'Run test').click();
  await page.getByText('Accepted by the provider').waitFor();
  await button(page, 'Add twilio-main').click();
  // Its page has what the vendor asks for next.
  await page.getByRole('heading', { name: 'Provider twilio-main', level: 1 }).waitFor();
  await page.getByText(`${server.url}/callbacks/`).waitFor();
}

async function routeTo(page: Page): Promise<void> {
  await button(page, 'Providers and routes').click();
  await page.getByRole('combobox', { name: 'Add to route' }).click();
  await page.getByTitle('twilio-main').click();
  // The route's warning appears above the button, which would move while it is pressed.
  await settle(page);
  await button(page, 'Save route').click();
  await page.getByText('Route saved').waitFor();
  // No other provider could join it.
  expect(await page.getByRole('combobox', { name: 'Add to route' }).count()).toBe(0);
}

async function rotateKey(page: Page, account: string, apiKey: string): Promise<void> {
  await visit(page, `${account}/keys?mode=test`);
  await button(page, 'Rotate…').click();
  await button(page.getByRole('dialog'), /^Rotate key/).click();
  const next = await takeSecret(page);
  for (const key of [apiKey, next]) {
    expect((await server.call('balance', key, {})).status).toBe(201);
  }
}

async function suspend(page: Page, account: string, apiKey: string): Promise<void> {
  await visit(page, `${account}/account`);
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Suspend…' }).click();
  await button(page, 'Suspend Rowan Bank').click();
  await button(page, 'Resume').waitFor();
  const refused = await server.call('sms_code', apiKey, { mobile: '13800000000', code: '1' });
  expect(refused).toMatchObject({ status: 403, body: { reason: 'account_suspended' } });
}
