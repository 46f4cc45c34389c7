/**
 * Takes a screenshot of every console screen: as operator and as customer, in both languages and themes, at
 * desktop and phone width. A customer's screens are drawn in test mode, and again in live mode where they differ.
 * It starts and fills a platform for this:
 *
 *   npm run console-screenshots [-- <folder> [<words of the file name>]]
 *
 * The default folder is `.cache/console-screenshots`.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { runSimulator } from '../src/vendors/simulators/run-simulator.ts';
import { twilioSimulator } from '../src/vendors/simulators/twilio.ts';
import { launchBrowser } from '../test/browser/browser.ts';
import { comeIn } from '../test/browser/come-in.ts';
import { openAppearance, openConsolePage } from '../test/browser/console-appearance.ts';
import { fillConsole, type Shown } from '../test/browser/fill-console.ts';
import { settle } from '../test/browser/settle.ts';
import { startServer } from '../test/kit/server-process.ts';

/** The fields of a screen that this script uses; the console's own types are in another package. */
interface Listed {
  path: string;
  only?: string;
  sidebar?: { group: Record<string, string> };
}

interface Area {
  /** The part of the file's name. */
  name: 'operator' | 'customer' | 'customer-live';
  area: 'operator' | 'customer';
  scope: string;
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
  shown: Shown;
}

/** What a customer sees in test mode and in live mode alike. */
const alike = new Set(['audit', 'persons', 'prices', 'security', 'tasks', 'team', 'parts']);

const source = join(import.meta.dirname, '../web/console/screens');
const screens: Listed[] = [];
for (const file of globSync('*/screen.ts', { cwd: source }).sort()) {
  screens.push(...(await import(join(source, file))).screens);
}

const usual = join(import.meta.dirname, '../.cache/console-screenshots');
const [folder = usual, ...words] = process.argv.slice(2);

const appearances = (['en-US', 'zh-CN'] as const).flatMap((language) =>
  [false, true].flatMap((isDark) => [1440, 390].map((width) => ({ language, isDark, width }))),
);

/** Signs someone in by an invitation link; their cookies open the other windows. */
async function enter(browser: Browser, link: string, name: string, email: string) {
  const context = await openAppearance(browser);
  const { page } = await openConsolePage(context, link);
  await comeIn(page, { name, email });
  return { page, cookies: await context.cookies() };
}

/** The addresses of a screen, by the file name; a screen of one thing has one for each that is shown. */
function addressesOf(path: string, shown: Shown): [file: string, address: string][] {
  const [hole, name = ''] = /\$(\w+)/.exec(path) ?? [];
  if (!hole) return [[path, path]];
  const file = path.replace('/$', '-');
  const ids = shown[name] ?? {};
  if (typeof ids === 'string') return [[file, path.replace(hole, ids)]];
  return Object.entries(ids).map(([word, id]) => [`${file}-${word}`, path.replace(hole, id)]);
}

async function draw(
  browser: Browser,
  url: string,
  { name, area, scope, cookies, shown }: Area,
  appearance: (typeof appearances)[number],
  accountId: number,
): Promise<void> {
  const { language, isDark, width } = appearance;
  const isLive = name === 'customer-live';
  const drawn = screens
    .filter(({ only, sidebar }) =>
      sidebar ? area in sidebar.group : only !== 'platform' || area === 'operator',
    )
    .filter(({ path, only }) => !isLive || (only !== 'test' && !alike.has(path)))
    .flatMap(({ path, only }) =>
      addressesOf(path, shown).map(([file, address]) => ({
        file: [file, name, language, isDark ? 'dark' : 'light', width, 'png'].join('.'),
        place: only === 'account' ? accountId : scope,
        address,
        isTest: !isLive && (only === 'test' || area === 'customer' || path.includes('$')),
      })),
    )
    .filter(({ file }) => words.every((word) => file.includes(word)));
  if (drawn.length === 0) return;
  const context = await openAppearance(browser, appearance);
  await context.addCookies(cookies);
  const { page } = await openConsolePage(context, `${url}/console`);
  for (const { file, place, address, isTest } of drawn) {
    await page.goto(`${url}/console/${place}/${address}?mode=${isTest ? 'test' : 'live'}`);
    await page.locator('h1').waitFor();
    await settle(page);
    await page.screenshot({ path: join(folder, file), fullPage: true });
  }
  await context.close();
}

const build = join(import.meta.dirname, 'build-console.mjs');
execFileSync(process.execPath, [build], { stdio: 'inherit' });
const root = mkdtempSync(join(tmpdir(), 'countersign-console-'));
const [browser, server] = await Promise.all([
  launchBrowser(),
  startServer({ DATA_DIR: join(root, 'data') }, root),
]);
const vendor = await runSimulator(twilioSimulator, {
  callbackUrlOf: (key) => `${server.url}/callbacks/${key}`,
});
try {
  const link = /Owner\s+(\S+)/.exec(server.output())?.[1] as string;
  const owner = await enter(browser, link, '林晓', 'lin.xiao@harbour.example');
  const filled = await fillConsole(owner.page, server, vendor);
  const member = await enter(browser, filled.invitation, 'Ada Lin', 'ada@rowan.example');
  mkdirSync(folder, { recursive: true });
  const { accountId, test, live } = filled;
  const customer = { area: 'customer', scope: String(accountId), cookies: member.cookies } as const;
  const areas: Area[] = [
    { name: 'customer-live', ...customer, shown: live },
    { name: 'customer', ...customer, shown: test },
    {
      ...{ name: 'operator', area: 'operator', scope: 'platform', cookies: owner.cookies },
      shown: { ...test, code: 'twilio-main' },
    },
  ];
  for (const area of areas) {
    for (const appearance of appearances) {
      await draw(browser, server.url, area, appearance, accountId);
    }
  }
} finally {
  await browser.close();
  await vendor.close();
  await server.end('SIGTERM');
  rmSync(root, { recursive: true, force: true });
}
