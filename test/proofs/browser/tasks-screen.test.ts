import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../../browser/browser.ts';
import { type BrowserVisitor, createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { expectScreensUsable, languages } from '../../browser/expect-usable.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';
import { runTasks } from '../../kit/run-tasks.ts';

let browser: Browser;
let fixture: Fixture;
let owner: BrowserVisitor;
let member: BrowserVisitor;

beforeAll(async () => {
  [browser, fixture] = await Promise.all([launchBrowser(), createFixture()]);
  owner = await createBrowserVisitor(browser, fixture);
  member = await createBrowserVisitor(browser, fixture, 'owner', fixture.accountId);
  for (const code of ['1111', '2222']) {
    await fixture.call('sms_code', { mobile: '13977704211', code });
  }
});
afterAll(async () => {
  await browser.close();
  await fixture.close();
});

test('an export goes on after its page was left, and is downloaded from the tasks', async () => {
  const { page, faults } = await member.open(`/${fixture.accountId}/calls?mode=test`);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Export CSV' }).click();
  const line = page.getByRole('complementary', { name: 'Tasks' });
  await line.getByText('You can leave this page.').waitFor();
  await page.getByRole('button', { name: 'Tasks, 1 running' }).waitFor();
  expect(faults).toEqual([]);

  await page.goto(new URL('/docs', page.url()).href);
  await runTasks(fixture);
  const back = await member.open(`/${fixture.accountId}/tasks?mode=test`);
  const [saved] = await Promise.all([
    back.page.waitForEvent('download'),
    back.page.getByRole('link', { name: 'Download: calls-test.csv' }).click(),
  ]);
  const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(back.faults).toEqual([]);
});

test('a task is cancelled from the keyboard, and the list follows what others do', async () => {
  const { page, faults } = await owner.open('/platform/tasks?mode=test');
  await page.getByText('No tasks yet.').waitFor();
  const begin = () => owner.asks.post('platform/tasks/begin', { kind: 'audit_export', params: {} });
  await begin();
  const cancel = page.getByRole('button', { name: 'Cancel: Export of the audit log' });
  await cancel.waitFor();
  await cancel.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('cell', { name: 'Canceled' }).first().waitFor();
  await begin();
  await cancel.waitFor();
  await runTasks(fixture);
  await page.getByRole('link', { name: 'Download: audit-log.csv' }).waitFor();
  expect(faults).toEqual([]);
});

test('a sixth unfinished task is refused, with what to do', async () => {
  for (let begun = 0; begun < 5; begun++) {
    await owner.asks.post('platform/tasks/begin', { kind: 'audit_export', params: {} });
  }
  const { page } = await owner.open('/platform/audit');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await page.getByText('You have 5 unfinished tasks.').waitFor();
});

test.each(languages)('the screen is accessible in %s', async (language) => {
  await expectScreensUsable(owner, language, { tasks: '/platform/tasks' });
});
