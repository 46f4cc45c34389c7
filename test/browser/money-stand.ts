import type { Browser, Page } from 'playwright-core';
import { createConsoleStand, type Visitor } from '../console-stand.ts';
import { type OpenOptions, openContext } from './browser.ts';
import { startConsoleStub } from './console-stub.ts';

export interface MoneyOptions extends OpenOptions {
  width?: number;
  /** Through whose door; an operator's, unless an account's member is named. */
  member?: number;
}

/** Pages of the console before the real API, with a session that is made up. */
export async function createMoneyStand(browser: Browser) {
  const stub = await startConsoleStub();
  const stand = await createConsoleStand();
  stub.stage = 'full';
  async function open(path: string, options: MoneyOptions = {}) {
    const context = await openContext(browser, { device: 'desktop', ...options });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (/Content Security Policy|Warning:/.test(message.text())) faults.push(message.text());
    });
    const { member } = options;
    const visitor: Visitor = member ? { members: { [member]: 'owner' } } : { operator: 'owner' };
    await playSession(page, member);
    await answerBy(page, (method, at, body) =>
      method === 'GET' ? stand.get(visitor, at) : stand.post(visitor, at, body),
    );
    await page.setViewportSize({ width: options.width ?? 1440, height: 900 });
    await page.goto(`${stub.url}/console${path}`);
    await page.locator('h1').waitFor();
    return { page, faults };
  }
  return {
    ...stand,
    open,
    async close() {
      await stub.close();
      await stand.close();
    },
  };
}

async function playSession(page: Page, member: number | undefined): Promise<void> {
  if (!member) return;
  await page.route('**/console/api/session', async (route) => {
    const reply = await route.fetch();
    const accounts = [{ accountId: member, name: 'Rowan Bank', role: 'owner' }];
    const json = { ...(await reply.json()), operatorRole: null, accounts };
    await route.fulfill({ json });
  });
}

async function answerBy(
  page: Page,
  ask: (
    method: string,
    path: string,
    body: object,
  ) => Promise<{ status: number; bytes: Buffer; headers: Record<string, unknown> }>,
): Promise<void> {
  await page.route(
    /\/console\/api\/(platform|\d+)\/(keys|wallet|prices|review|inbox(?!\/events)|team)\//,
    async (route) => {
      const request = route.request();
      const { pathname, search } = new URL(request.url());
      const path = pathname.replace('/console/api', '') + search;
      const { status, bytes, headers } = await ask(request.method(), path, request.postDataJSON());
      const contentType = String(headers['content-type']);
      await route.fulfill({ status, body: bytes, contentType });
    },
  );
}
