/**
 * Draws every screen of the console, through both doors, in both languages and themes, at the widths of a
 * desk and of a phone:
 *
 *   npm run console-screenshots -- <folder> <url> <operator's cookie> [<member's cookie> <account>]
 *
 * The cookies are the values of `__Host-countersign` of people who are signed in.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../test/browser/browser.ts';

/** What is used of a screen here; the console's own types are of another package. */
interface Listed {
  path: string;
  doors: readonly string[];
  only?: string;
}

const registry = new URL('../web/console/screens.ts', import.meta.url).href;
const { screens }: { screens: readonly Listed[] } = await import(registry);

const [folder, url, operatorCookie, memberCookie, account] = process.argv.slice(2);
if (!folder || !url || !operatorCookie) {
  process.stderr.write('usage: <folder> <url> <operator’s cookie> [<member’s cookie> <account>]\n');
  process.exit(2);
}

const doors = [
  { door: 'operator', scope: 'platform', cookie: operatorCookie },
  { door: 'customer', scope: account, cookie: memberCookie },
] as const;

const looks = (['en-US', 'zh-CN'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((theme) =>
    [1440, 390].map((width) => ({ language, theme, width })),
  ),
);

async function draw(
  browser: Browser,
  { door, scope, cookie }: { door: 'operator' | 'customer'; scope: string; cookie: string },
  { language, theme, width }: (typeof looks)[number],
): Promise<void> {
  const context = await browser.newContext({
    locale: language,
    colorScheme: theme,
    viewport: { width, height: width === 390 ? 844 : 900 },
  });
  const { hostname } = new URL(url as string);
  await context.addCookies([
    { name: '__Host-countersign', value: cookie, domain: hostname, path: '/', secure: true },
  ]);
  const page = await context.newPage();
  const drawn = screens.filter(({ doors, path }) => doors.includes(door) && !path.includes('$'));
  for (const { path, only } of drawn) {
    const mode = only === 'test' ? 'test' : 'live';
    await page.goto(`${url}/console/${scope}/${path}?mode=${mode}`);
    await page.locator('h1').waitFor();
    await page.waitForLoadState('networkidle');
    const name = [path, door, language, theme, width, 'png'].join('.');
    await page.screenshot({ path: join(folder as string, name), fullPage: true });
  }
  await context.close();
}

mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
for (const { door, scope, cookie } of doors) {
  if (!scope || !cookie) continue;
  for (const look of looks) await draw(browser, { door, scope, cookie }, look);
}
await browser.close();
