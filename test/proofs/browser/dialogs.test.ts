import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../browser/browser.ts';
import { type BrowserVisitor, createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { overflowOf } from '../../browser/console-appearance.ts';
import { settle } from '../../browser/settle.ts';
import { violationsOf } from '../../browser/violations-of.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';

let browser: Browser;
let fixture: Fixture;
let owner: BrowserVisitor;
beforeAll(async () => {
  [browser, fixture] = await Promise.all([launchBrowser(), createFixture()]);
  owner = await createBrowserVisitor(browser, fixture);
});
afterAll(async () => {
  await browser.close();
  await fixture.close();
});

/**
 * Dialogs and drawers, by their screen and opening button, and whether the focus starts in a field.
 */
const floats: readonly (readonly [path: string, button: string, isField: boolean])[] = [
  ['/platform/accounts', 'New account', true],
  ['/platform/prices', 'Change… Code SMS', true],
  ['/platform/team', 'Invite…', false],
  ['/platform/overview', 'Find an account, call, key or mobile number', true],
  ['own/keys?mode=test', 'Create key…', true],
  ['own/wallet?mode=test', 'Top up…', true],
  ['own/webhooks?mode=test', 'Add endpoint…', true],
];

const pathOf = (path: string) => path.replace('own', `/${fixture.accountId}`);
const dialogOf = (page: Page) => page.locator('[role=dialog]:visible').first();

/**
 * Whether the focus is in a dialog, behind it, or on the browser's own buttons, which follow it.
 */
const focusAreaOf = (page: Page) =>
  page.evaluate<'dialog' | 'page' | 'browser'>(`(() => {
    const { activeElement, body } = document;
    if (activeElement === body) return 'browser';
    return activeElement.closest('[role=dialog]') ? 'dialog' : 'page';
  })()`);

describe.each([320, 1440])('at %i px', (width) => {
  test.each(floats)('%s: "%s" opens an accessible dialog', async (path, button, isField) => {
    const { page, faults } = await owner.open(pathOf(path), { width });
    const opener = page.getByRole('button', { name: button }).first();
    await opener.focus();
    await page.keyboard.press('Enter');
    await dialogOf(page).waitFor();
    await settle(page);
    if (isField) await dialogOf(page).locator('input:focus').waitFor();
    const seen = { wide: await overflowOf(page), violations: await violationsOf(page) };
    expect(seen).toEqual({ wide: 0, violations: [] });
    const focusAreas = new Set<string>();
    for (let step = 0; step < 25; step++) {
      await page.keyboard.press('Tab');
      focusAreas.add(await focusAreaOf(page));
    }
    expect(focusAreas).toContain('dialog');
    expect(focusAreas).not.toContain('page');
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });
    await opener.and(page.locator(':focus')).waitFor();
    expect(faults).toEqual([]);
  });
});
