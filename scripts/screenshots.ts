import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../src/foundation/settings/config.ts';
import { openPlatform } from '../src/installation/data-dir/open-platform.ts';
import { launchBrowser, openContext } from '../test/browser/browser.ts';
import { createPageFixture } from '../test/browser/page-fixture.ts';
import { type PageState, pageStates } from '../test/browser/states.ts';

/**
 * Takes screenshots of the pages that people see, in every language. Without a folder: the ones used in the
 * docs. With a folder: every state at every width, light and dark, for review.
 */

const [folder, only = ''] = process.argv.slice(2);
const directory = folder ?? join(import.meta.dirname, '../docs/screenshots');
const languages = ['en-US', 'zh-CN', 'zh-TW'] as const;
const phone = [360, 640] as const;
const desktop = [1280, 800] as const;
const sizes = [[320, 568], phone, [768, 1024], desktop] as const;
/** The states shown in the docs, and which of them are also shown in dark mode. */
const kept = new Set([
  ...['consent', 'ready', 'handover', 'handover-connected', 'passed', 'failed-face'],
  ...['done-on-phone', 'ways', 'withdraw', 'sandbox-guide'],
]);
const alsoDark = new Set(['consent', 'handover-connected', 'passed']);
const quiet = { debug: () => {}, info: () => {}, warn: console.warn, error: console.error };

const dataDir = await mkdtemp(join(tmpdir(), 'countersign-screenshots-'));
const platform = await openPlatform(loadConfig({ DATA_DIR: dataDir }), {
  role: 'serve',
  log: quiet,
});
const env = { DATA_DIR: await mkdtemp(join(dataDir, 'page-')) };
const { databaseTarget, vault } = platform;
const fixture = await createPageFixture(databaseTarget, { env, vault });
const browser = await launchBrowser();
try {
  await mkdir(directory, { recursive: true });
  // The folder of the docs has pictures of others too.
  const drawn = (await readdir(directory)).filter((file) =>
    languages.some((language) => file.endsWith(`.${language}.png`)),
  );
  if (!folder) await Promise.all(drawn.map((file) => rm(join(directory, file))));
  const states = pageStates.filter(({ name }) => (folder ? name.includes(only) : kept.has(name)));
  for (const language of languages) for (const state of states) await shoot(state, language);
} finally {
  await browser.close();
  await fixture.close();
  await platform.close();
  await rm(dataDir, { recursive: true, force: true });
}

/** Reuses one page for all widths and both colour schemes. */
async function shoot(state: PageState, language: (typeof languages)[number]): Promise<void> {
  const device = state.isDesktop ? 'desktop' : 'phone';
  const context = await openContext(browser, { device, language });
  const page = await context.newPage();
  await page.goto(new URL(await state.prepare(fixture), fixture.url).href);
  await state.act?.(page);
  for (const [width, height] of folder ? sizes : [state.isDesktop ? desktop : phone]) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      if (colorScheme === 'dark' && !folder && !alsoDark.has(state.name)) continue;
      await page.emulateMedia({ colorScheme });
      const parts = [state.name, folder && width, colorScheme === 'dark' && 'dark', language];
      const path = join(directory, `${parts.filter((part) => part).join('.')}.png`);
      // A bar fixed to the bottom of the screen would appear in the middle of a full-page screenshot.
      const fullPage = width > 640 || (await page.locator('.sticky').count()) === 0;
      await page.screenshot({ path, fullPage });
    }
  }
  await context.close();
}
