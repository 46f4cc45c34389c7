import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { BrowserVisitor } from './browser-visitor.ts';
import { type Appearance, appearances, overflowOf } from './console-appearance.ts';
import { goTo } from './go-to.ts';
import { settle } from './settle.ts';
import { violationsOf } from './violations-of.ts';

type Language = Required<Appearance>['language'];

export const languages: readonly Language[] = ['en-US', 'zh-CN'];

/** The rules that another theme can break: only colours differ. */
const rulesOfColours = ['color-contrast', 'link-in-text-block'];

/**
 * The narrowest phone, which equals a window at 400% zoom, and a tablet, where icons replace names.
 */
const otherWidths = [320, 768];

/**
 * The rules that another width can break, besides overflow: a hidden element may have been a name.
 */
const rulesOfNames = ['button-name', 'link-name', 'scrollable-region-focusable'];

/** The look in which a language is opened, and the one it is switched to. */
export function appearancesIn(
  language: Language,
): readonly [Required<Appearance>, Required<Appearance>] {
  const [first, second] = appearances.filter((appearance) => appearance.language === language);
  if (!first || !second) throw new Error(`nobody appearances at the console in ${language}`);
  return [first, second];
}

/**
 * Expects a page to be accessible and no wider than its window, in both looks of its language:
 * every rule at the first width, and colour rules in the other theme at the other width. Across the
 * two languages each width gets every rule. The theme is switched as a system does, without
 * reloading the app. At other widths everything must keep its name and fit. The page is left in its
 * last look, which is the first one for the next page.
 */
export async function expectUsable(page: Page, language: Language, name: string): Promise<void> {
  const [first, second] = appearancesIn(language);
  const isTurned = page.viewportSize()?.width === second.width;
  const [now, then] = isTurned ? [second, first] : [first, second];
  const rulesOf = (appearance: Appearance) => (appearance === first ? undefined : rulesOfColours);
  await expectGood(page, name, now, rulesOf(now));
  for (const width of otherWidths) await expectGood(page, name, { ...now, width }, rulesOfNames);
  await expectGood(page, name, then, rulesOf(then));
}

async function expectGood(
  page: Page,
  name: string,
  appearance: Required<Appearance>,
  rules?: string[],
): Promise<void> {
  await turnTo(page, appearance);
  await settle(page);
  const seen = { wide: await overflowOf(page), violations: await violationsOf(page, rules) };
  expect({ name, ...appearance, ...seen }).toEqual({
    name,
    ...appearance,
    wide: 0,
    violations: [],
  });
}

async function turnTo(page: Page, { isDark, width }: Required<Appearance>): Promise<void> {
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
}

/** Goes from screen to screen by the console's links, and expects each to be accessible. */
export async function expectScreensUsable(
  visitor: BrowserVisitor,
  language: Language,
  screens: Readonly<Record<string, string>>,
): Promise<void> {
  const [start = ''] = Object.values(screens);
  const { page, faults } = await visitor.open(start, appearancesIn(language)[0]);
  for (const [name, path] of Object.entries(screens)) {
    await goTo(page, path);
    await expectUsable(page, language, name);
    expect({ name, faults }).toEqual({ name, faults: [] });
  }
}
