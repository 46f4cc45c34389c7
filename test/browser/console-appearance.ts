import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openContext } from './browser.ts';
import { noteRequests } from './settle.ts';

/** The language, theme and width in which a person sees the console. */
export interface Appearance {
  language?: 'en-US' | 'zh-CN';
  isDark?: boolean;
  width?: number;
}

/** A page, and its violations: of its content policy, or script errors. */
export interface Opened {
  page: Page;
  faults: string[];
}

/** Both themes in both languages, on a desktop and on a phone. */
export const appearances: readonly Required<Appearance>[] = [false, true].flatMap((isDark) =>
  (['en-US', 'zh-CN'] as const).map((language) => ({
    ...{ isDark, language, width: isDark === (language === 'zh-CN') ? 1440 : 390 },
  })),
);

/** A browser without a session. */
export async function openAppearance(
  browser: Browser,
  appearance: Appearance = {},
): Promise<BrowserContext> {
  const { language = 'en-US', isDark = false } = appearance;
  const context = await openContext(browser, { device: 'desktop', language, isDark });
  // A choice made in this browser precedes one that the person made elsewhere.
  await context.addInitScript(
    (chosen) => localStorage.setItem('countersign.language', chosen),
    language.slice(0, 2),
  );
  await applyAppearance(await context.newPage(), appearance);
  return context;
}

/**
 * The same browser with an empty page, keeping only its compiled code: a new process for the
 * console takes twice the processor time.
 */
export async function renewAppearance(
  context: BrowserContext,
  appearance: Appearance,
): Promise<BrowserContext> {
  const page = context.pages()[0] as Page;
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await page.goto('about:blank');
  for (const event of ['console', 'pageerror', 'request', 'requestfinished', 'requestfailed']) {
    page.removeAllListeners(event);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await applyAppearance(page, appearance);
  return context;
}

async function applyAppearance(
  page: Page,
  { isDark = false, width = 1440 }: Appearance,
): Promise<void> {
  noteRequests(page);
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light', reducedMotion: 'reduce' });
}

/** Opens a URL in the one page of a browser, and records what goes wrong there. */
export async function openConsolePage(context: BrowserContext, url: string): Promise<Opened> {
  const page = context.pages()[0] as Page;
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Warning:/.test(message.text())) faults.push(message.text());
  });
  await page.goto(url);
  return { page, faults };
}

/** By how much a page is wider than its window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
}
