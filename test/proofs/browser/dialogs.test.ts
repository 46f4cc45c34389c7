import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../../browser/browser.ts';
import { overflowOf } from '../../browser/console-appearance.ts';
import { createDialogFixture, type DialogFixture } from '../../browser/dialog-fixture.ts';
import { dialogsOf, type Keys, keysOf } from '../../browser/dialog-keys.ts';
import type { DialogRow } from '../../browser/dialog-row.ts';
import { dialogTable } from '../../browser/dialog-table.ts';
import { settle } from '../../browser/settle.ts';
import { violationsOf } from '../../browser/violations-of.ts';

let browser: Browser;
let fixture: DialogFixture;
beforeAll(async () => {
  browser = await launchBrowser();
  fixture = await createDialogFixture(browser);
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});

/** These are not dialogs but what all others are made of. */
const made = ['kit/confirm.tsx', 'kit/secret-once.tsx'];
/** Not proved by keys yet. */
const open = ['shell/bottom-bar.tsx'];

test('the table has a row for every dialog of the console', () => {
  const root = join(import.meta.dirname, '../../../web/console');
  const counts = globSync('{kit,screens,shell}/**/*.tsx', { cwd: root })
    .filter((file) => !made.includes(file) && !open.includes(file))
    .map((file) => ({
      file,
      dialogs: readFileSync(join(root, file), 'utf8').match(
        /<(Confirm|Modal|Drawer|SecretDialog)\b/g,
      ),
      rows: dialogTable.filter((row) => row.file === file).length,
    }));
  expect(counts.filter(({ dialogs, rows }) => rows < (dialogs?.length ?? 0))).toEqual([]);
  expect(counts.filter(({ dialogs, rows }) => !dialogs && rows > 0)).toEqual([]);
  expect(dialogTable.filter(({ file }) => !counts.some((one) => one.file === file))).toEqual([]);
});

test.each(dialogTable.map((row, at) => ({ ...row, name: `${at + 1} ${row.file}` })))(
  '$name is opened, filled in and left by keys alone',
  async (row) => {
    const { door = 'operator', width = 1440, open } = row;
    const visitor = fixture.visitors[door];
    const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name) => String(fixture.places[name]));
    const { page, faults } = await visitor.open(path, { width });
    const keys = keysOf(page, visitor);
    const opener = typeof open === 'function' ? await open(keys) : await keys.press(open);
    await dialogsOf(page).waitFor();
    if (row.isSecret) await page.locator('.secret-text').waitFor();
    await settle(page);
    await expectInside(page);
    expect(await page.locator('.ant-modal-mask:visible, .ant-drawer-mask:visible').count()).toBe(1);
    const seen = { wide: await overflowOf(page), violations: await violationsOf(page) };
    expect(seen).toEqual({ wide: 0, violations: [] });
    await expectTabStays(page);
    if (row.draft) await expectDraftKept(keys, row.draft);
    if (row.refused) await expectRefused(keys, row.refused);
    await leave(keys, row);
    await dialogsOf(page).waitFor({ state: 'detached' });
    await opener.and(page.locator(':focus')).waitFor();
    expect(faults).toEqual([]);
  },
);

/** Whether the focus is in the dialog, behind it, or on the browser's own buttons, which follow it. */
const focusAreaOf = (page: Page) =>
  page.evaluate<'dialog' | 'page' | 'browser'>(`(() => {
    const { activeElement, body } = document;
    if (activeElement === body) return 'browser';
    return activeElement.closest('[role=dialog]') ? 'dialog' : 'page';
  })()`);

const expectInside = (page: Page) => expect.poll(() => focusAreaOf(page)).toBe('dialog');

async function expectTabStays(page: Page): Promise<void> {
  const areas = new Set<string>();
  for (const key of ['Shift+Tab', ...Array.from({ length: 25 }, () => 'Tab')]) {
    await page.keyboard.press(key);
    areas.add(await focusAreaOf(page));
  }
  expect(areas).toContain('dialog');
  expect(areas).not.toContain('page');
}

const questionOf = (page: Page): Locator =>
  dialogsOf(page).getByRole('alert').filter({ hasText: 'Discard what you typed?' });

/** Escape asks first; a second Escape, or Enter, goes on with what was typed. */
async function expectDraftKept({ page, type }: Keys, label: string): Promise<void> {
  await type(label, '1');
  for (const answer of ['Enter', 'Escape']) {
    await page.keyboard.press('Escape');
    await questionOf(page).waitFor();
    await dialogsOf(page).locator('button:focus', { hasText: 'Keep editing' }).waitFor();
    await page.keyboard.press(answer);
    await questionOf(page).waitFor({ state: 'detached' });
    const field = dialogsOf(page).getByLabel(label).first();
    await field.and(page.locator(':focus')).waitFor();
    expect(await field.inputValue()).toBe('1');
  }
}

/** The refusal is announced, and the field has the focus and is described by what is wrong with it. */
async function expectRefused(
  { page, type, press, unfold }: Keys,
  { unfold: folded, typed, verb, field: label, words }: NonNullable<DialogRow['refused']>,
): Promise<void> {
  if (folded) await unfold(folded);
  for (const [name, text] of Object.entries(typed)) await type(name, text);
  if (verb) await press(verb, dialogsOf(page));
  // A code was sent with its last digit already.
  else await page.keyboard.press('Enter');
  await dialogsOf(page).getByRole('alert').first().waitFor();
  const field = dialogsOf(page).getByLabel(label).first();
  await field.and(page.locator('[aria-invalid=true]:focus')).waitFor();
  const description = await page.evaluate<string>(`
    document.activeElement.getAttribute('aria-describedby').split(' ')
      .map((id) => document.getElementById(id).textContent).join(' ')`);
  expect(description).toMatch(words);
  await settle(page);
  expect(await violationsOf(page)).toEqual([]);
}

async function leave({ page, press }: Keys, { draft, refused, isSecret }: DialogRow) {
  await page.keyboard.press('Escape');
  if (isSecret) await press(/^I (saved it|have the link)$/, dialogsOf(page));
  else if (draft || (refused && (await questionOf(page).count()) > 0)) {
    await press('Discard', dialogsOf(page));
  }
}
