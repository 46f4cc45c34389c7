import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { BrowserVisitor } from './browser-visitor.ts';
import { type Look, looks, overflowOf } from './console-look.ts';
import { goTo } from './go-to.ts';
import { settle } from './settle.ts';
import { violationsOf } from './violations-of.ts';

type Language = Required<Look>['language'];

export const languages: readonly Language[] = ['en-US', 'zh-CN'];

/** All that another theme can break: it has other colours, and is the same page in every other way. */
const rulesOfColours = ['color-contrast', 'link-in-text-block'];

/** The narrowest phone, which is also a window at four times its size, and a tablet, where names give way to pictures. */
const otherWidths = [320, 768];

/** All that another width can break, beside what is wider than the window: what is hidden may have been a name. */
const rulesOfNames = ['button-name', 'link-name', 'scrollable-region-focusable'];

/** The look that a page of a language is opened in, and the one that it is turned to. */
export function looksIn(language: Language): readonly [Required<Look>, Required<Look>] {
  const [first, second] = looks.filter((look) => look.language === language);
  if (!first || !second) throw new Error(`nobody looks at the console in ${language}`);
  return [first, second];
}

/**
 * What a page shows can be used by everybody and is no wider than its window, in both looks of its language: every
 * rule at the width it is opened at, and those of colours in the other theme at the other width. Between the two
 * languages each width is looked at by every rule, and the theme is turned as a system turns it, without loading the
 * app anew. At other widths everything still has its name and fits. The page is left in the look that it came to last, which is the first one of the next that is looked at.
 */
export async function expectUsable(page: Page, language: Language, name: string): Promise<void> {
  const [first, second] = looksIn(language);
  const isTurned = page.viewportSize()?.width === second.width;
  const [now, then] = isTurned ? [second, first] : [first, second];
  const rulesOf = (look: Look) => (look === first ? undefined : rulesOfColours);
  await expectGood(page, name, now, rulesOf(now));
  for (const width of otherWidths) await expectGood(page, name, { ...now, width }, rulesOfNames);
  await expectGood(page, name, then, rulesOf(then));
}

async function expectGood(
  page: Page,
  name: string,
  look: Required<Look>,
  rules?: string[],
): Promise<void> {
  await turnTo(page, look);
  await settle(page);
  const seen = { wide: await overflowOf(page), violations: await violationsOf(page, rules) };
  expect({ name, ...look, ...seen }).toEqual({ name, ...look, wide: 0, violations: [] });
}

async function turnTo(page: Page, { isDark, width }: Required<Look>): Promise<void> {
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
}

/** Goes from screen to screen as by the links of the console, and expects each to be usable. */
export async function expectScreensUsable(
  visitor: BrowserVisitor,
  language: Language,
  screens: Readonly<Record<string, string>>,
): Promise<void> {
  const [start = ''] = Object.values(screens);
  const { page, faults } = await visitor.open(start, looksIn(language)[0]);
  for (const [name, path] of Object.entries(screens)) {
    await goTo(page, path);
    await expectUsable(page, language, name);
    expect({ name, faults }).toEqual({ name, faults: [] });
  }
}
