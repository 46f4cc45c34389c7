import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser, type OpenOptions, openContext } from './browser.ts';
import {
  type ConsoleStub,
  goodCode,
  goodPassword,
  ownerToken,
  startConsoleStub,
} from './console-stub.ts';

let browser: Browser;
let stub: ConsoleStub;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  stub = await startConsoleStub();
});
afterEach(() => stub.close());

/** A page that takes note of every violation of its policy and every error of its script. */
async function open(path: string, options: OpenOptions & { width?: number } = {}) {
  const context = await openContext(browser, { device: 'desktop', ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Warning:/.test(message.text())) faults.push(message.text());
  });
  await page.setViewportSize({ width: options.width ?? 1440, height: 900 });
  await page.goto(stub.url + path);
  return { page, faults };
}

async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    return axe.run();
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

describe('signing in', () => {
  test('takes password, then six digits, and goes where the person wanted to go', async () => {
    const { page, faults } = await open('/console/platform/parts?mode=test');
    await page.getByLabel('E-mail').fill('lin.xiao@harbour.example');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('E-mail or password is wrong.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(goodPassword);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Code', { exact: true }).fill('111111');
    await page.getByText('The code is wrong.').waitFor();
    await page.getByLabel('Code', { exact: true }).fill(goodCode);
    await page.getByRole('heading', { name: 'Parts', level: 1 }).waitFor();
    expect(page.url()).toContain('/console/platform/parts?mode=test');
    expect(faults).toEqual([]);
  });

  test('goes to no other site that an address may name', async () => {
    stub.stage = 'full';
    const { page } = await open('/console/sign-in?next=//elsewhere.example/');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(new URL(page.url()).origin).toBe(stub.url);
  });

  test('ends when the person signs out, and leaves nothing to see', async () => {
    stub.stage = 'full';
    const { page } = await open('/console');
    await page.getByRole('button', { name: 'You: 林晓' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});

test('the first owner comes in by a link: person, app, recovery codes, console', async () => {
  const { page, faults } = await open(`/console/welcome#${ownerToken}`);
  await page.getByLabel('Your name').fill('林晓');
  await page.getByLabel('E-mail').fill('lin.xiao@harbour.example');
  await page.getByLabel('Password, at least 10 characters').fill('aaaaaaaaaaaa');
  await page.getByText('Weak').waitFor();
  await page.getByLabel('Password, at least 10 characters').fill(goodPassword);
  await page.getByText('Strong').waitFor();
  await page.getByRole('button', { name: 'Continue to the second factor' }).click();
  await page.getByRole('button', { name: 'Use an app' }).click();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  await page.getByLabel('Code', { exact: true }).fill(goodCode);
  await page.getByText('k7m2-0xq9-4fzt').waitFor();
  const enter = page.getByRole('button', { name: 'Enter the console' });
  expect(await enter.isDisabled()).toBe(true);
  await page.getByLabel('I have stored them').check();
  await enter.click();
  await page.getByRole('navigation', { name: 'Screens' }).first().waitFor();
  expect(faults).toEqual([]);
});

test('a link that was used says so', async () => {
  const { page } = await open('/console/welcome#used');
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
});

test('the second factor is asked for again, and what was begun goes on', async () => {
  stub.stage = 'full';
  stub.isFresh = false;
  const { page, faults } = await open('/console/platform/security');
  await page.getByRole('button', { name: 'Make new codes' }).click();
  await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
  await page.getByLabel('Code', { exact: true }).fill(goodCode);
  await page.getByText('k7m2-9xq9-4fzt').waitFor();
  // Dialogs, which lock the page behind them by a style of their own, are within the policy too.
  expect(faults).toEqual([]);
});

describe('the frame', () => {
  beforeEach(() => {
    stub.stage = 'full';
  });

  test('cannot be mistaken for live in test mode; T switches and keeps the screen', async () => {
    const { page } = await open('/console/platform/parts?mode=live&state=bad');
    await page.getByRole('heading', { name: 'Parts', level: 1 }).waitFor();
    expect(await page.getByText('Nothing leaves this machine').count()).toBe(0);
    await page.keyboard.press('t');
    await page.getByText('Nothing leaves this machine').waitFor();
    expect(new URL(page.url()).search).toBe('?mode=test');
    await page.keyboard.press('t');
    await expect.poll(() => new URL(page.url()).search).toBe('?mode=live');
  });

  test('leaves letters alone where one types', async () => {
    const { page } = await open('/console/platform/parts');
    await page.getByPlaceholder('Request').pressSequentially('t?j');
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('t?j');
    expect(await page.getByText('Nothing leaves this machine').count()).toBe(0);
  });

  test('opens rows by keys, and leaves Enter to the button that has the focus', async () => {
    const { page } = await open('/console/platform/parts');
    await page.getByRole('heading', { name: 'Parts', level: 1 }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: '青禾科技' }).waitFor();
    await page.getByRole('button', { name: 'Show a key once' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Show a key once' }).waitFor();
  });

  test('says what happened when the platform does not answer, and tries again', async () => {
    const { page } = await open('/console/platform/parts');
    await page.getByRole('heading', { name: 'Parts', level: 1 }).waitFor();
    await page.route('**/console/api/session/devices', (route) => route.abort());
    await page.getByRole('button', { name: 'You: 林晓' }).click();
    await page.getByRole('menuitem', { name: 'Your security' }).click();
    await page.getByText('The platform did not answer.').waitFor();
  });

  test('keeps filters in the address, and back takes them off again', async () => {
    const { page } = await open('/console/platform/parts');
    await page.getByRole('button', { name: 'Add the filter Product' }).click();
    await page.getByRole('button', { name: 'sms_code', exact: true }).click();
    await expect.poll(() => page.url()).toContain('product=sms_code');
    await page.goBack();
    await expect.poll(() => page.url()).not.toContain('product');
  });

  test('lets a member into their own account and nowhere else', async () => {
    stub.person = 'member';
    const { page } = await open('/console/platform/security');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/console/12/overview');
    expect(await page.getByText('All accounts').count()).toBe(0);
    await page.goto(`${stub.url}/console/13/security`);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/console/12/overview');
  });
});

const looks = (['light', 'dark'] as const).flatMap((theme) =>
  (['en-US', 'zh-CN'] as const).flatMap((language) =>
    [1440, 390].map((width) => ({ theme, language, width })),
  ),
);

describe.each(looks)('in $theme, $language, $width pixels wide', ({ theme, language, width }) => {
  test('nothing is out of reach, overflows, or breaks the policy', async () => {
    const { page, faults } = await open('/console', { isDark: theme === 'dark', language, width });
    const screens = [
      { path: '/console/sign-in', stage: 'none' },
      { path: '/console/sign-in', stage: 'password' },
      { path: `/console/welcome#${ownerToken}`, stage: 'none' },
      { path: '/console/sign-in', stage: 'enrol' },
      { path: '/console/platform/security', stage: 'full' },
      { path: '/console/platform/parts?mode=test', stage: 'full' },
    ] as const;
    for (const { path, stage } of screens) {
      stub.stage = stage;
      await page.goto('about:blank');
      await page.goto(stub.url + path);
      await page.locator('h1').waitFor();
      await page.waitForLoadState('networkidle');
      expect(await violationsOf(page), `${path} ${stage}`).toEqual([]);
      const overflow = await page.evaluate<number>(
        'document.documentElement.scrollWidth - innerWidth',
      );
      expect(overflow, `${path} ${stage}`).toBeLessThanOrEqual(0);
    }
    expect(faults).toEqual([]);
  });
});
