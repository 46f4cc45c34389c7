import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { BrowserVisitor } from './browser-visitor.ts';

type Name = string | RegExp;

/** What a person does who has no mouse. Each returns where the focus was, and is to be again. */
export interface Keys {
  page: Page;
  visitor: BrowserVisitor;
  /** Presses a button, or a link, with Enter. */
  press(name: Name, within?: Locator): Promise<Locator>;
  /** Opens a menu, and chooses in it by arrows. */
  choose(opener: Name, item: Name): Promise<Locator>;
  type(label: Name, text: string, within?: Locator): Promise<void>;
  /** Searches in a select of the dialog, and takes the first option. */
  pick(label: Name, text: string): Promise<void>;
  /** Opens a folded part of a dialog. */
  unfold(summary: string): Promise<void>;
}

export const dialogsOf = (page: Page) => page.locator('[role=dialog]:visible');

export function keysOf(page: Page, visitor: BrowserVisitor): Keys {
  return {
    page,
    visitor,
    async press(name, within = page.locator('body')) {
      const isExact = typeof name === 'string';
      const button = within
        .getByRole('button', { name, exact: isExact })
        .or(within.getByRole('link', { name, exact: isExact }))
        .filter({ visible: true })
        .first();
      await focus(button);
      await page.keyboard.press('Enter');
      return button;
    },
    async choose(opener, item) {
      const button = page.getByRole('button', { name: opener }).first();
      await focus(button);
      await page.keyboard.press('Enter');
      const chosen = page.getByRole('menuitem', { name: item });
      await chosen.waitFor();
      await expect
        .poll(async () => {
          if ((await chosen.and(page.locator(':focus')).count()) > 0) return true;
          await page.keyboard.press('ArrowDown');
          return false;
        })
        .toBe(true);
      await page.keyboard.press('Enter');
      return button;
    },
    async type(label, text, within = dialogsOf(page)) {
      const field = within.getByRole('textbox', { name: label }).first();
      await focus(field);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
    async pick(label, text) {
      await focus(dialogsOf(page).getByRole('combobox', { name: label }));
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    },
    async unfold(summary) {
      await focus(dialogsOf(page).locator('summary', { hasText: summary }));
      await page.keyboard.press('Enter');
    },
  };
}

/** Stands for the Tab keys that lead there, so it must be one of their stops. */
async function focus(place: Locator): Promise<void> {
  await place.waitFor();
  await place.focus();
  expect(await place.page().evaluate('document.activeElement.tabIndex')).toBeGreaterThanOrEqual(0);
}
