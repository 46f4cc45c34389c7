import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { topUp } from '../../src/money/ledger/queries.ts';
import { createAccount } from '../../src/people/accounts/queries.ts';
import { byTest } from '../kit/by-test.ts';
import { createFixture, type Fixture } from '../kit/fixture.ts';
import { readPdf } from '../kit/read-pdf.ts';
import { launchBrowser } from './browser.ts';
import { homeOf, inviteTo } from './browser-visitor.ts';
import { comeIn } from './come-in.ts';
import { openAppearance, openConsolePage } from './console-appearance.ts';

let browser: Browser;
let fixture: Fixture;
let accountId: number;
beforeAll(async () => {
  [browser, fixture] = await Promise.all([launchBrowser(), createFixture({ withJobs: true })]);
  ({ accountId } = await createAccount(byTest(fixture.pool), { name: 'Rowan Bank' }));
  const money = { amount: 1_000_000n, reference: 'INV-7' };
  await topUp(byTest(fixture.pool), { accountId, mode: 'test', ...money });
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});

/** Sandbox numbers: this one's carrier blocks every message. */
const blocked = '13800000009';

test('a customer gets from the invitation to a readable statement', async () => {
  const link = await inviteTo(fixture, 'owner', accountId);
  const { page, faults } = await openConsolePage(await openAppearance(browser), link);
  await page.getByRole('heading', { name: 'Join Rowan Bank' }).waitFor();
  await comeIn(page, { name: 'Ada Lin', email: 'ada@rowan.example' });
  await page.getByRole('heading', { name: 'Welcome, Ada Lin' }).waitFor();

  const apiKey = await makeFirstCall(page);
  await explainFailed(page, apiKey);
  await exportCalls(page);
  await readStatement(page);
  await findOwnKeyInDocs(page, apiKey);
  expect(faults).toEqual([]);
});

/** The command shown has the newly created key, and becomes the call. */
async function makeFirstCall(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Create a test key' }).click();
  const command = await page.locator('.curl').innerText();
  const { stdout } = await promisify(execFile)('sh', ['-c', command]);
  expect(stdout).toContain('201 Created');
  await page.getByRole('heading', { name: 'Call received' }).waitFor();
  await page.getByRole('button', { name: 'Open call' }).click();
  await page.getByRole('heading', { name: /^Code SMS to/ }).waitFor();
  await page.getByText('Receipt: delivered').waitFor();
  // Customers see neither the platform's costs nor its providers.
  expect(await page.getByText(/cost|margin/i).count()).toBe(0);
  return /x-api-key: ([^']+)/.exec(command)?.[1] as string;
}

/** The docs samples have the key that was created in the same tab. */
async function findOwnKeyInDocs(page: Page, apiKey: string): Promise<void> {
  await page.getByRole('button', { name: 'Your menu: Ada Lin' }).click();
  await page.getByRole('menuitem', { name: 'Docs' }).click();
  await page.waitForURL(/\/docs/);
  await page.goto(new URL('/docs/en/start', page.url()).href);
  await page.getByText(`x-api-key: ${apiKey}`).first().waitFor();
}

async function explainFailed(page: Page, apiKey: string): Promise<void> {
  const reply = await fetch(`${fixture.url}/api/v1/sms_notice`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ mobile: blocked, content: 'Your parcel is here' }),
  });
  expect(reply.status).toBe(201);
  await page.goto(`${homeOf(fixture)}/console/${accountId}/calls?mode=test`);
  const row = page.getByRole('row').filter({ hasText: 'Undelivered' });
  await row.locator('button.row-open').click();
  await page.getByText('Receipt: undelivered').waitFor();
  await page
    .getByText(/opted out|carrier blocked/)
    .first()
    .waitFor();
}

async function exportCalls(page: Page): Promise<void> {
  await page.goto(`${homeOf(fixture)}/console/${accountId}/calls?mode=test`);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Export CSV' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'calls-test.csv' }).click(),
  ]);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines.join('\n')).toMatch(/sms_notice.*undelivered/);
  expect(lines.join('\n')).not.toContain(blocked);
}

async function readStatement(page: Page): Promise<void> {
  await page.goto(`${homeOf(fixture)}/console/${accountId}/wallet?mode=test`);
  const sums = page.locator('.statement-sums');
  await expect.poll(() => sums.innerText()).toMatch(/Top-ups\s+\+?100\.0000/);
  await page.getByText('Matches the ledger').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'PDF, English' }).click(),
  ]);
  const text = (await readPdf(await readFile(await file.path()))).join('\n');
  expect(text).toContain('Rowan Bank');
  expect(text).toContain('INV-7');
  for (const amount of ['100.0000', '0.0500', '99.9']) expect(text).toContain(amount);
}
