import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openContext } from './browser.ts';
import { noteRequests } from './settle.ts';

/** How somebody looks at the console. */
export interface Look {
  language?: 'en-US' | 'zh-CN';
  isDark?: boolean;
  width?: number;
}

/** A page, and whatever it did that it must not: bend its policy, or fail in its script. */
export interface Opened {
  page: Page;
  faults: string[];
}

/** Both themes in both languages, at a desk and on a phone. */
export const looks: readonly Required<Look>[] = [false, true].flatMap((isDark) =>
  (['en-US', 'zh-CN'] as const).map((language) => ({
    ...{ isDark, language, width: isDark === (language === 'zh-CN') ? 1440 : 390 },
  })),
);

/** A browser that nobody has signed in with yet. */
export async function openLook(browser: Browser, look: Look = {}): Promise<BrowserContext> {
  const { language = 'en-US', isDark = false } = look;
  const context = await openContext(browser, { device: 'desktop', language, isDark });
  // What was chosen in a browser goes before what the person chose elsewhere.
  await context.addInitScript(
    (chosen) => localStorage.setItem('countersign.language', chosen),
    language.slice(0, 2),
  );
  await lookBy(await context.newPage(), look);
  return context;
}

/**
 * The same browser with an empty page, of which the one before has left nothing but what its process has compiled:
 * to open the console in a process of its own takes twice the processor.
 */
export async function renewLook(context: BrowserContext, look: Look): Promise<BrowserContext> {
  const page = context.pages()[0] as Page;
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await page.goto('about:blank');
  for (const event of ['console', 'pageerror', 'request', 'requestfinished', 'requestfailed']) {
    page.removeAllListeners(event);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await lookBy(page, look);
  return context;
}

async function lookBy(page: Page, { isDark = false, width = 1440 }: Look): Promise<void> {
  noteRequests(page);
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light', reducedMotion: 'reduce' });
}

/** Opens an address in the one page of a browser, and takes note of what goes wrong there. */
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

/** How far a page is wider than its window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
}
