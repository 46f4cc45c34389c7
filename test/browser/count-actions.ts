import type { Locator, Page } from 'playwright-core';

/** A person at a page: what they do is counted, what they wait for or read is not. */
export interface CountedPerson {
  /** A click, a field that is typed into, and a key that is pressed are an action each. */
  click(target: Locator): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
  press(key: string): Promise<void>;
  actions(): number;
}

export function countActions(page: Page): CountedPerson {
  let actions = 0;
  return {
    click(target) {
      actions++;
      return target.click();
    },
    type(target, text) {
      actions++;
      return target.fill(text);
    },
    press(key) {
      actions++;
      return page.keyboard.press(key);
    },
    actions: () => actions,
  };
}
