import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../../browser/browser.ts';
import { type BrowserVisitor, createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { countActions } from '../../browser/count-actions.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';
import { playCall } from '../../kit/play-call.ts';
import { runTasks } from '../../kit/run-tasks.ts';
import { project } from '../../kit/search-recount.ts';

let browser: Browser;
let fixture: Fixture;
let operator: BrowserVisitor;
beforeAll(async () => {
  browser = await launchBrowser();
  fixture = await createFixture();
  operator = await createBrowserVisitor(browser, fixture);
});
afterAll(async () => {
  await browser.close();
  await fixture.close();
});

/** The middle of a month, some months ago. */
function middleOf(monthsAgo: number): { month: string; at: Date } {
  const zone = fixture.app.line.settings.timeZone;
  const month = Temporal.Now.plainDateISO(zone).toPlainYearMonth().subtract({ months: monthsAgo });
  const at = month.toPlainDate({ day: 15 }).toZonedDateTime({ timeZone: zone, plainTime: '12:00' });
  return { month: `${month}`, at: new Date(at.epochMilliseconds) };
}

test('at the end of a month, all statements and the margins take at most four actions', async () => {
  const { accountId } = await fixture.newCaller({ mode: 'live' });
  const [last, before] = [middleOf(1), middleOf(2)];
  await playCall(fixture.pool, { accountId, at: last.at, amount: 3_000n, cost: 1_000 });
  await playCall(fixture.pool, { accountId, at: last.at, amount: 500n, provider: 'south' });
  await playCall(fixture.pool, { accountId, at: before.at, amount: 2_000n, cost: 1_000 });
  await project(fixture.pool);
  const { page, faults } = await operator.open('/platform/overview?mode=live');
  const person = countActions(page);
  await person.click(page.getByRole('link', { name: 'Money' }));
  const table = (name: string) => page.getByRole('table', { name });
  // Revenue of the month, of the month before, the change, cost and margin; the unknown cost apart.
  const sums = ['0.3500', '0.2000', '+75.0%', '0.1000', '0.2000', '66.7%', '0.0500'];
  const row = table('By account').getByRole('row').filter({ hasText: 'Rowan' });
  await row.waitFor();
  const cells = (await row.getByRole('cell').allInnerTexts()).map((text) => text.trim());
  expect(cells.slice(2)).toEqual(sums);
  await table('By provider').getByRole('row', { name: /south/ }).waitFor();
  await table('By product')
    .getByRole('row', { name: /Code SMS/ })
    .waitFor();
  await person.click(page.getByRole('button', { name: /^Statements, / }));
  const line = page.getByRole('complementary', { name: 'Tasks' });
  await line.getByText('You can leave this page.').waitFor();
  await runTasks(fixture);
  const downloading = page.waitForEvent('download');
  await person.click(line.getByRole('link', { name: /^statements-live-/ }));
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`statements-live-${last.month}.tar.gz`);
  const archive = gunzipSync(await readFile(await download.path())).toString();
  expect(archive).toContain(`${last.month}/${accountId}-live-${last.month}.csv`);
  expect(archive).toContain(`${last.month}/index.csv`);
  expect(person.actions()).toBeLessThanOrEqual(4);
  expect(faults).toEqual([]);
});

test.each([
  ['its last four characters', (apiKey: string) => apiKey.slice(-4)],
  ['its beginning and end', (apiKey: string) => `${apiKey.slice(0, 12)}…${apiKey.slice(-4)}`],
  ['the whole of it', (apiKey: string) => apiKey],
])('a leaked key is found by %s and revoked in at most four actions', async (_, textOf) => {
  const caller = await fixture.newCaller();
  await caller.call('sms_code', { mobile: '13912345678', code: '1234' });
  await project(fixture.pool);
  await fixture.app.line.keyUses.write();
  const { page, faults } = await operator.open('/platform/overview?mode=test');
  const person = countActions(page);
  await person.press('/');
  const search = page.getByRole('dialog', { name: 'Search' });
  await person.type(search.getByRole('textbox'), textOf(caller.apiKey));
  const end = `…${caller.apiKey.slice(-4)}`;
  await person.click(search.getByRole('button').filter({ hasText: end }).first());
  const dialog = page.getByRole('dialog', { name: `Revoke key ${end}` });
  // Used since when, and from where.
  await dialog.getByText('1 call ·').first().waitFor();
  await dialog.getByRole('row').filter({ hasText: '127.0.0.1' }).waitFor();
  await person.click(dialog.getByRole('button', { name: `Revoke key ${end}` }));
  await page.getByText(`Key ${end} revoked`).waitFor();
  expect(person.actions()).toBeLessThanOrEqual(4);
  const { status } = await caller.call('sms_code', { mobile: '13912345678', code: '5678' });
  expect(status).toBe(403);
  expect(faults).toEqual([]);
});
