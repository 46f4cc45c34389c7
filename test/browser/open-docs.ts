import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Fixture } from '../kit/fixture.ts';
import { homeOf } from './browser-visitor.ts';
import { type Appearance, openAppearance } from './console-appearance.ts';

export interface OpenedDocs {
  page: Page;
  context: BrowserContext;
  /** The browser's requests, and what went wrong. */
  asked: string[];
  faults: string[];
}

/** Opens a docs page in its own browser context. */
export async function openDocs(
  fixture: Fixture,
  browser: Browser,
  path: string,
  appearance: Appearance = {},
): Promise<OpenedDocs> {
  const context = await openAppearance(browser, appearance);
  const page = context.pages()[0] as Page;
  const opened: OpenedDocs = { page, context, asked: [], faults: [] };
  page.on('request', (request) => opened.asked.push(request.url()));
  page.on('console', (line) => line.type() === 'error' && opened.faults.push(line.text()));
  page.on('pageerror', (error) => opened.faults.push(error.message));
  await page.goto(`${homeOf(fixture)}/docs${path}`);
  return opened;
}
