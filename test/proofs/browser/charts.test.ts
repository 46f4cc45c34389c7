import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../browser/browser.ts';
import { type BrowserVisitor, createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { violationsOf } from '../../browser/violations-of.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';
import { hourAhead } from '../../kit/hour-ahead.ts';
import { project } from '../../kit/search-recount.ts';

let browser: Browser;
let fixture: Fixture;
let doors: Record<'operator' | 'customer', BrowserVisitor>;
beforeAll(async () => {
  await hourAhead(120_000);
  browser = await launchBrowser();
  fixture = await createFixture();
  const { accountId } = fixture;
  doors = {
    operator: await createBrowserVisitor(browser, fixture),
    customer: await createBrowserVisitor(browser, fixture, 'owner', accountId),
  };
  for (const mobile of ['13912345678', '13912345679', '13912345680']) await send(mobile);
  const lastWeek = await send('13912345681');
  await fixture.pool.query(
    `update calls set held_at = held_at - interval '7 days' where call_id = $1`,
    [lastWeek],
  );
  await project(fixture.pool);
});
afterAll(async () => {
  await browser.close();
  await fixture.close();
});

async function send(mobile: string): Promise<string> {
  return (await fixture.call('sms_code', { mobile, code: '246810' })).body.requestId;
}

const pathOf = (door: keyof typeof doors) =>
  `/${door === 'operator' ? 'platform' : fixture.accountId}/overview?mode=test`;

const spoken = (page: Page) => page.locator('[role=status].unseen').last().innerText();

describe.each(['operator', 'customer'] as const)('the %s', (door) => {
  const isSpend = door === 'customer';

  test('moves through the steps of a day by keys, and hears the figures', async () => {
    const { page, faults } = await doors[door].open(pathOf(door));
    const heading = isSpend ? 'Spend per 15 minutes' : 'Calls per 15 minutes';
    await page.getByRole('heading', { name: heading }).waitFor();
    await page.getByText(/^In progress: \d\d:\d\d–\d\d:\d\d$/).waitFor();
    const plot = page.locator('.chart-plot');
    await plot.focus();
    const hears = (words: RegExp) => expect.poll(() => spoken(page)).toMatch(words);
    await page.keyboard.press('ArrowLeft');
    await hears(/^\d+ \w+, \d\d:\d\d–\d\d:\d\d \(In progress\): Code SMS /);
    await page.locator('.chart-tip').getByText('In progress').waitFor();
    // Any of them may be the step in progress, at any hour of the day.
    const step = (times: string) => new RegExp(`, ${times}( \\(In progress\\))?: Code SMS `);
    await page.keyboard.press('Home');
    await hears(step('00:00–00:15'));
    await hears(/, Total, last week [\d.]+$/);
    await page.keyboard.press('ArrowRight');
    await hears(step('00:15–00:30'));
    await page.keyboard.press('End');
    await hears(step('23:45–00:00'));
    await page.keyboard.press('ArrowRight');
    await hears(step('23:45–00:00'));
    await page.keyboard.press('ArrowLeft');
    await hears(step('23:30–23:45'));
    expect(faults).toEqual([]);
  });

  test('reads and copies the table behind, whose steps add up to the day', async () => {
    const { page, faults } = await doors[door].open(pathOf(door));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Show as table' }).click();
    const rows = page.locator('.chart-table tbody tr');
    expect(await rows.count()).toBe(96);
    const isCurrent = rows.filter({ hasText: '(In progress)' });
    expect(await isCurrent.count()).toBe(1);
    expect(await isCurrent.getAttribute('aria-current')).toBe('time');
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Copy table' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const text = await page.evaluate<string>('navigator.clipboard.readText()');
    const [head = '', ...lines] = text.split('\n');
    const names = head.split('\t');
    expect(names[0]).toBe('Time');
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\d 00:00\t/);
    const sumOf = (name: string) =>
      lines.reduce((sum, line) => sum + Number(line.split('\t')[names.indexOf(name)]), 0);
    const each = isSpend ? 0.05 : 1;
    expect(lines).toHaveLength(96);
    expect(sumOf('Code SMS')).toBeCloseTo(3 * each);
    expect(sumOf('Total, last week')).toBeCloseTo(each);
    expect(faults).toEqual([]);
  });

  test('sees longer periods in hours', async () => {
    const { page } = await doors[door].open(`${pathOf(door)}&span=7d`);
    await page.getByRole('heading', { name: /per 3 hours/ }).waitFor();
    await page.getByRole('button', { name: 'Show as table' }).click();
    expect(await page.locator('.chart-table tbody tr').count()).toBe(56);
  });
});

test('a day without quarters is shown in hours', async () => {
  await fixture.pool.query('update quarters_since set since = now()');
  const { page } = await doors.operator.open(pathOf('operator'));
  await page.getByRole('heading', { name: 'Calls per hour' }).waitFor();
  await page.getByRole('button', { name: 'Show as table' }).click();
  expect(await page.locator('.chart-table tbody tr').count()).toBe(24);
});
