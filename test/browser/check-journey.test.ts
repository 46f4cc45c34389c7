import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../kit/database.ts';
import { longTimeoutMs } from '../kit/long-timeout.ts';
import {
  isFocused,
  launchBrowser,
  openContext,
  openPage,
  playShop,
  waitForStage,
} from './browser.ts';
import { createPageFixture, type PageFixture } from './page-fixture.ts';

const redirectUrl = 'https://rowan.example/welcome?order=7#top';
const passes = '999999199001010016';
const expires = '999999199001010040';
let database: TestDatabase;
let fixture: PageFixture;
let browser: Browser;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await createPageFixture(database.target, { withJobs: true });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await fixture?.close();
  await database?.drop();
});

async function agree(page: Page): Promise<void> {
  await page.check('#agreed');
  await page.click('[data-action=agree]');
  await waitForStage(page, 'ready');
  await page.click('[data-action=start]');
  await page.waitForURL('**/sandbox/face/**');
}

async function choose(page: Page, outcome: string): Promise<void> {
  await page.click('[data-action=start]');
  await page.click(`#choice [data-outcome=${outcome}]`);
}

async function sessionsOf(requestId: string) {
  const { rows } = await database.pool.query<{ device: string; state: string }>(
    'select device, state from check_sessions where check_id = $1 order by session_no',
    [requestId],
  );
  return rows;
}

// Journeys that run together share the cores, so each may take as long as all of them.
describe.concurrent('on a phone', { timeout: longTimeoutMs }, () => {
  test('consent, camera, result, and return to an unchanged URL', async ({ expect }) => {
    const check = await fixture.ask(undefined, redirectUrl);
    const page = await openPage(browser, check.authUrl);
    const visits = await playShop(page);
    expect(await page.textContent('h1')).toContain('Rowan Bank');
    expect(await page.textContent('main')).toContain('张 ••');
    expect(await page.content()).not.toContain('11010519491231002X');

    await agree(page);
    await page.click('[data-action=start]');
    // The page's policy forbids eval, except for code that a debugger runs directly.
    const isFilming = 'document.querySelector("video:not([hidden])")?.videoWidth > 0';
    await expect.poll(() => page.evaluate(isFilming)).toBe(true);
    await page.click('#choice [data-outcome=passed]');
    await waitForStage(page, 'passed');
    expect(await fixture.recheck(check.authToken)).toMatchObject({ status: 1 });

    await page.click('#back');
    await page.waitForURL(redirectUrl);
    expect(visits).toEqual([{ url: redirectUrl.replace('#top', ''), referer: undefined }]);
    await page.context().close();
  });

  test('works with the keyboard alone', async ({ expect }) => {
    const check = await fixture.ask(passes);
    const page = await openPage(browser, check.authUrl);
    const tabTo = async (selector: string) => {
      for (let turn = 0; turn < 20; turn++) {
        await page.keyboard.press('Tab');
        if (await isFocused(page, selector)) return;
      }
      throw new Error(`${selector} is out of reach`);
    };
    expect(await page.isVisible('#withdraw')).toBe(false);
    await tabTo('[data-action=agree]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#agreed-problem:has-text("Tick the box")');
    await expect.poll(() => isFocused(page, '#agreed')).toBe(true);
    await page.keyboard.press('Space');
    await tabTo('[data-action=agree]');
    await page.keyboard.press('Enter');
    await waitForStage(page, 'ready');
    await expect.poll(() => isFocused(page, 'h1')).toBe(true);
    await expect.poll(() => page.textContent('#status')).toBe('Consent saved.');
    await page.waitForSelector('#withdraw');
    await tabTo('[data-action=start]');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/sandbox/face/**');
    await tabTo('[data-action=start]');
    await page.keyboard.press('Enter');
    await waitForStage(page, 'passed');
    expect(await page.textContent('main')).toContain('You can close this page');
    await page.context().close();
  });

  test('declining is one tap and ends as cancelled', async () => {
    const check = await fixture.ask();
    const page = await openPage(browser, check.authUrl);
    await page.click('[data-action=decline]');
    await waitForStage(page, 'cancelled');
    expect(await fixture.recheck(check.authToken)).toMatchObject({ status: 4 });
    await page.context().close();
  });

  test('without a camera the sandbox continues, and says so', async () => {
    const check = await fixture.ask();
    const context = await openContext(browser, { language: 'zh-CN' });
    await context.addInitScript(
      'navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error("none"))',
    );
    const page = await context.newPage();
    await page.goto(check.authUrl);
    await agree(page);
    await page.click('[data-action=start]');
    await page.waitForSelector('#camera-note:has-text("没有可用的摄像头")');
    await page.click('[data-outcome=cancelled]');
    await waitForStage(page, 'cancelled');
    await context.close();
  });

  test('inside WeChat it continues in place, and the server knows', async () => {
    const check = await fixture.ask(passes);
    const page = await openPage(browser, check.authUrl, { device: 'wechat' });
    await agree(page);
    expect(await sessionsOf(check.requestId)).toEqual([{ device: 'wechat', state: 'open' }]);
    await page.context().close();
  });

  test('the chosen language is kept on the way back', async () => {
    const check = await fixture.ask(passes);
    const page = await openPage(browser, check.authUrl);
    await page.click('nav [lang=zh-TW]');
    await page.waitForSelector('html[lang=zh-TW]');
    await agree(page);
    // The sandbox's page uses the chosen language, and not the browser's.
    expect(await page.getAttribute('html', 'lang')).toBe('zh-TW');
    expect(await page.textContent('.asker')).toBe('沙盒');
    await page.click('[data-action=start]');
    await waitForStage(page, 'passed');
    expect(await page.textContent('h1')).toBe('身分驗證通過');
    await page.context().close();
  });

  test('back button, reload and a second tab continue the same session', async () => {
    const check = await fixture.ask();
    const page = await openPage(browser, check.authUrl);
    await agree(page);
    const vendorUrl = page.url();
    await page.goBack();
    await waitForStage(page, 'waiting');
    await page.reload();
    await waitForStage(page, 'waiting');

    const tab = await page.context().newPage();
    await tab.goto(check.authUrl);
    await tab.click('[data-action=start]');
    await tab.waitForURL('**/sandbox/face/**');
    expect(tab.url()).toBe(vendorUrl);
    await choose(tab, 'failed');
    await waitForStage(tab, 'failed');
    await waitForStage(page, 'failed');
    expect(await sessionsOf(check.requestId)).toHaveLength(1);
    await page.context().close();
  });

  test('a timed-out session is replaced, and an abandoned one can be', async () => {
    const check = await fixture.ask(expires);
    const page = await openPage(browser, check.authUrl);
    await agree(page);
    await page.click('a.button.main');
    await waitForStage(page, 'retry');
    await page.click('[data-action=start]');
    await page.waitForURL('**/sandbox/face/**');
    expect(await sessionsOf(check.requestId)).toHaveLength(2);

    const other = await fixture.ask();
    await page.goto(other.authUrl);
    await agree(page);
    await page.goto(`${other.authUrl}/return`);
    await waitForStage(page, 'waiting');
    await page.click('[data-action=start-over]');
    await page.waitForURL('**/sandbox/face/**');
    expect(await sessionsOf(other.requestId)).toHaveLength(2);
    await page.context().close();
  });

  test('the page switches to expired by itself', async ({ expect }) => {
    const check = await fixture.ask();
    const page = await openPage(browser, check.authUrl);
    await database.pool.query(
      `update checks set expires_at = now() + interval '1 second' where check_id = $1`,
      [check.requestId],
    );
    await waitForStage(page, 'expired');
    // The page follows the clock; the job that ends the check may run a moment later.
    const events = async () => {
      const subject = [check.requestId];
      const { rows } = await database.pool.query(
        'select type from events where subject_id = $1',
        subject,
      );
      return rows;
    };
    await expect.poll(events).toEqual([{ type: 'face.finished' }]);
    await page.context().close();
  });
});

describe.concurrent('on a desktop', { timeout: longTimeoutMs }, () => {
  test('the computer’s camera can be used instead', async () => {
    const check = await fixture.ask(passes);
    const page = await openPage(browser, check.authUrl, { device: 'desktop' });
    await page.click('text=Use this computer’s camera');
    await waitForStage(page, 'consent');
    await agree(page);
    await page.click('[data-action=start]');
    await waitForStage(page, 'passed');
    expect(await sessionsOf(check.requestId)).toEqual([{ device: 'desktop', state: 'passed' }]);
    await page.context().close();
  });
});
