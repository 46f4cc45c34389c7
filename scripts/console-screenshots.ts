/**
 * Takes a screenshot of every console screen: as operator and as customer, in both languages and themes, at
 * desktop and phone width. It starts and fills a platform for this:
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
import { fillConsole } from '../test/browser/fill-console.ts';
import { settle } from '../test/browser/settle.ts';
import { startServer } from '../test/kit/server-process.ts';

/** The fields of a screen that this script uses; the console's own types are in another package. */
interface Listed {
  path: string;
  only?: string;
  sidebar?: { group: Record<string, string> };
}

interface Area {
  area: 'operator' | 'customer';
  scope: string;
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
}

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

async function draw(
  browser: Browser,
  url: string,
  { area, scope, cookies }: Area,
  appearance: (typeof appearances)[number],
  { accountId, requestId, verificationId, paymentId }: Awaited<ReturnType<typeof fillConsole>>,
): Promise<void> {
  const { language, isDark, width } = appearance;
  const nameOf = (path: string) =>
    [path.replace('/$', '-'), area, language, isDark ? 'dark' : 'light', width, 'png'].join('.');
  const drawn = screens.filter(
    ({ path, only, sidebar }) =>
      (sidebar ? area in sidebar.group : only !== 'platform' || area === 'operator') &&
      words.every((word) => nameOf(path).includes(word)),
  );
  if (drawn.length === 0) return;
  const context = await openAppearance(browser, appearance);
  await context.addCookies(cookies);
  const { page } = await openConsolePage(context, `${url}/console`);
  for (const { path, only } of drawn) {
    const place = only === 'account' ? accountId : scope;
    const isTest = only === 'test' || area === 'customer' || path.includes('$');
    const address = path
      .replace('$requestId', requestId)
      .replace('$verificationId', verificationId)
      .replace('$paymentId', paymentId)
      .replace('$code', 'twilio-main');
    await page.goto(`${url}/console/${place}/${address}?mode=${isTest ? 'test' : 'live'}`);
    await page.locator('h1').waitFor();
    await settle(page);
    await page.screenshot({ path: join(folder, nameOf(path)), fullPage: true });
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
  const filled = await fillConsole(owner.page, server, vendor.config);
  const member = await enter(browser, filled.invitation, 'Ada Lin', 'ada@rowan.example');
  mkdirSync(folder, { recursive: true });
  const areas: Area[] = [
    { area: 'operator', scope: 'platform', cookies: owner.cookies },
    { area: 'customer', scope: String(filled.accountId), cookies: member.cookies },
  ];
  for (const area of areas) {
    for (const appearance of appearances) await draw(browser, server.url, area, appearance, filled);
  }
} finally {
  await browser.close();
  await vendor.close();
  await server.end('SIGTERM');
  rmSync(root, { recursive: true, force: true });
}
