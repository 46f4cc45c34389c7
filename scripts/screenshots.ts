import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setPageSettings } from '../src/accounts/page-queries.ts';
import { loadConfig } from '../src/config.ts';
import { openPlatform } from '../src/installation/open-platform.ts';
import { launchBrowser, openPage } from '../test/browser/browser.ts';
import { pageStates } from '../test/browser/states.ts';
import { createCheckStand } from '../test/check-stand.ts';

/** Writes a picture of every state of the pages that persons see, in both languages. */

const directory = join(import.meta.dirname, '../docs/screenshots');
const alsoDark = new Set(['consent', 'passed', 'waiting', 'handover']);
const quiet = { debug: () => {}, info: () => {}, warn: console.warn, error: console.error };

const dataDir = await mkdtemp(join(tmpdir(), 'countersign-screenshots-'));
const platform = await openPlatform(loadConfig({ DATA_DIR: dataDir }), {
  role: 'serve',
  log: quiet,
});
const stand = await createCheckStand(platform.databaseTarget);
const browser = await launchBrowser();
try {
  await setPageSettings(stand.app.pool, stand.accountId, {
    displayName: 'Rowan Bank',
    colour: '#0B6B4F',
  });
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  for (const language of ['en-US', 'zh-CN'] as const) {
    for (const state of pageStates) {
      const themes = alsoDark.has(state.name) ? [false, true] : [false];
      for (const isDark of themes) await shoot(state, language, isDark);
    }
  }
} finally {
  await browser.close();
  await stand.close();
  await platform.close();
  await rm(dataDir, { recursive: true, force: true });
}

async function shoot(
  state: (typeof pageStates)[number],
  language: 'en-US' | 'zh-CN',
  isDark: boolean,
) {
  const { device = 'phone' } = state;
  const url = new URL(await state.prepare(stand), stand.url).href;
  const page = await openPage(browser, url, { device, language, isDark });
  await state.act?.(page);
  const name = [state.name, ...(isDark ? ['dark'] : []), language].join('.');
  await page.screenshot({ path: join(directory, `${name}.png`), fullPage: true });
  await page.context().close();
}
