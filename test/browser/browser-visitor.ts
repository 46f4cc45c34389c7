import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createInvitation } from '../../src/people/invitation-queries.ts';
import { byTest } from '../by-test.ts';
import { type Arrived, type ConsoleVisitor, createConsoleVisitor } from '../console-visitor.ts';
import type { Stand } from '../stand.ts';
import { openContext } from './browser.ts';

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

/** Somebody with a browser at the console of a running platform. */
export interface BrowserVisitor extends Arrived {
  /** The same session without a browser: what it asks is as true as what the pages show. */
  asks: Pick<ConsoleVisitor, 'get' | 'post'>;
  open(path: string, look?: Look): Promise<Opened>;
}

/** Both themes in both languages, at a desk and on a phone. */
export const looks: readonly Required<Look>[] = [false, true].flatMap((isDark) =>
  (['en-US', 'zh-CN'] as const).map((language) => ({
    ...{ isDark, language, width: isDark === (language === 'zh-CN') ? 1440 : 390 },
  })),
);

/** Where a browser keeps the console's cookies: by its name the machine is known to itself. */
export const homeOf = (stand: Pick<Stand, 'url'>) => stand.url.replace('127.0.0.1', 'localhost');

/** The link of an invitation, as its receiver opens it. */
export async function inviteTo(
  stand: Pick<Stand, 'app' | 'url'>,
  role: string,
  accountId: number | null = null,
): Promise<string> {
  const wanted = { accountId, role, invitedBy: 'Lin' };
  const { token } = await createInvitation(byTest(stand.app.pool), wanted);
  return `${homeOf(stand)}/console/welcome#${token}`;
}

/** Signs somebody in all the way, by an invitation and an authenticator app; their pages open at once. */
export async function createBrowserVisitor(
  browser: Browser,
  stand: Pick<Stand, 'app' | 'url'>,
  role = 'owner',
  accountId: number | null = null,
): Promise<BrowserVisitor> {
  const home = homeOf(stand);
  const visitor = createConsoleVisitor(stand.app, home);
  const arrived = await visitor.arrive(role, accountId);
  return {
    ...arrived,
    asks: visitor,
    async open(path, look) {
      const context = await openLook(browser, look);
      await context.addCookies(
        [...visitor.cookies].map(([name, value]) => ({
          ...{ name, value, domain: 'localhost', path: '/', secure: true },
        })),
      );
      const opened = await openConsolePage(context, `${home}/console${path}`);
      await opened.page.locator('h1').waitFor();
      return opened;
    },
  };
}

/** A browser that nobody has signed in with yet. */
export async function openLook(
  browser: Browser,
  { language = 'en-US', isDark = false, width = 1440 }: Look = {},
): Promise<BrowserContext> {
  const context = await openContext(browser, { device: 'desktop', language, isDark });
  // What was chosen in a browser goes before what the person chose elsewhere.
  await context.addInitScript(
    (chosen) => localStorage.setItem('countersign.language', chosen),
    language.slice(0, 2),
  );
  const page = await context.newPage();
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light', reducedMotion: 'reduce' });
  return context;
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
