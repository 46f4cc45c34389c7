import type { Browser, Page } from 'playwright-core';
import { renderSVG } from 'uqr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CheckStand, createCheckStand } from '../check-stand.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import {
  isFocused,
  launchBrowser,
  openContext,
  openPage,
  stageOf,
  waitForStage,
} from './browser.ts';

const redirectUrl = 'https://shop.example/welcome?order=7#top';
const passes = '999999199001010016';
const expires = '999999199001010040';
const isDown = '999999199001010059';
let database: TestDatabase;
let stand: CheckStand;
let browser: Browser;

beforeAll(async () => {
  database = await createTestDatabase();
  stand = await createCheckStand(database.target, { withJobs: true });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await stand?.close();
  await database?.drop();
});

async function agree(page: Page): Promise<void> {
  await page.check('#agreed');
  await page.click('[data-action=agree]');
  await page.waitForURL('**/sandbox/face/**');
}

async function choose(page: Page, outcome: string): Promise<void> {
  await page.click('[data-action=start]');
  await page.click(`#choice [data-outcome=${outcome}]`);
}

/** Answers for the customer's own site, and says what reached it. */
async function playShop(page: Page): Promise<{ url: string; referer: string | undefined }[]> {
  const visits: { url: string; referer: string | undefined }[] = [];
  await page.context().route('https://shop.example/**', async (route) => {
    const request = route.request();
    visits.push({ url: request.url(), referer: (await request.allHeaders()).referer });
    await route.fulfill({ contentType: 'text/html', body: '<h1>Welcome</h1>' });
  });
  return visits;
}

async function sessionsOf(requestId: string) {
  const { rows } = await database.pool.query<{ device: string; state: string }>(
    'select device, state from check_sessions where check_id = $1 order by session_no',
    [requestId],
  );
  return rows;
}

describe.concurrent('on a phone', () => {
  test('consent, camera, result, and back to an address with nothing added', async ({ expect }) => {
    const check = await stand.ask(undefined, redirectUrl);
    const page = await openPage(browser, check.authUrl);
    const visits = await playShop(page);
    expect(await page.textContent('h1')).toContain('Rowan Bank');
    expect(await page.textContent('main')).toContain('张**');
    expect(await page.content()).not.toContain('11010519491231002X');

    await agree(page);
    await page.click('[data-action=start]');
    // The page forbids a text to be run as a script, save for one that a debugger runs at once.
    const isFilming = 'document.querySelector("video:not([hidden])")?.videoWidth > 0';
    await expect.poll(() => page.evaluate(isFilming)).toBe(true);
    await page.click('#choice [data-outcome=passed]');
    await waitForStage(page, 'passed');
    expect(await stand.recheck(check.authToken)).toMatchObject({ status: 1 });

    await page.waitForURL('https://shop.example/**');
    expect(page.url()).toBe(redirectUrl);
    expect(visits).toEqual([{ url: redirectUrl.replace('#top', ''), referer: undefined }]);

    // The back button shows the result, and does not throw the person forward again.
    await page.goBack();
    await waitForStage(page, 'passed');
    expect(await page.isVisible('#leaving')).toBe(false);
    expect(await page.getAttribute('#back', 'href')).toBe(redirectUrl);
    await page.context().close();
  });

  test('with the keyboard alone', async () => {
    const check = await stand.ask(passes);
    const page = await openPage(browser, check.authUrl);
    const tabTo = async (selector: string) => {
      for (let turn = 0; turn < 12; turn++) {
        await page.keyboard.press('Tab');
        if (await isFocused(page, selector)) return;
      }
      throw new Error(`${selector} is out of reach`);
    };
    await tabTo('[data-action=agree]');
    await page.keyboard.press('Enter');
    expect(await page.textContent('#agreed-problem')).toContain('tick the box');
    expect(await isFocused(page, '#agreed')).toBe(true);
    await page.keyboard.press('Space');
    await tabTo('[data-action=agree]');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/sandbox/face/**');
    await tabTo('[data-action=start]');
    await page.keyboard.press('Enter');
    await waitForStage(page, 'passed');
    expect(await page.textContent('main')).toContain('You can close this page');
    await page.context().close();
  });

  test('declining is one tap and ends as cancelled', async () => {
    const check = await stand.ask();
    const page = await openPage(browser, check.authUrl);
    await page.click('[data-action=decline]');
    await waitForStage(page, 'cancelled');
    expect(await stand.recheck(check.authToken)).toMatchObject({ status: 4 });
    await page.context().close();
  });

  test('without a camera the sandbox goes on, and says so', async () => {
    const check = await stand.ask();
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

  test('inside WeChat it goes on in place, and the server knows', async () => {
    const check = await stand.ask(passes);
    const page = await openPage(browser, check.authUrl, { device: 'wechat' });
    await agree(page);
    expect(await sessionsOf(check.requestId)).toEqual([{ device: 'wechat', state: 'open' }]);
    await page.context().close();
  });

  test('a language that the person chose stays chosen on the way back', async () => {
    const check = await stand.ask(passes);
    const page = await openPage(browser, check.authUrl);
    await page.click('nav a');
    await page.waitForSelector('html[lang=zh-CN]');
    await agree(page);
    await page.click('[data-action=start]');
    await waitForStage(page, 'passed');
    expect(await page.textContent('h1')).toBe('身份核验通过');
    await page.context().close();
  });

  test('back button, reload and a second tab go on with the same session', async () => {
    const check = await stand.ask();
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

  test('a session that timed out is replaced, and one that is given up can be', async () => {
    const check = await stand.ask(expires);
    const page = await openPage(browser, check.authUrl);
    await agree(page);
    await page.click('a.button');
    await waitForStage(page, 'retry');
    await page.click('[data-action=start]');
    await page.waitForURL('**/sandbox/face/**');
    expect(await sessionsOf(check.requestId)).toHaveLength(2);

    const other = await stand.ask();
    await page.goto(other.authUrl);
    await agree(page);
    await page.goto(`${other.authUrl}/return`);
    await waitForStage(page, 'waiting');
    await page.click('[data-action=start-over]');
    await page.waitForURL('**/sandbox/face/**');
    expect(await sessionsOf(other.requestId)).toHaveLength(2);
    await page.context().close();
  });

  test('a provider that is down is said to be, and trying again costs nothing', async () => {
    const check = await stand.ask(isDown);
    const transfers = async () => {
      const subject = [check.requestId];
      return database.pool.query('select 1 from transfers where subject_id = $1', subject);
    };
    expect((await transfers()).rowCount).toBe(2);
    const page = await openPage(browser, check.authUrl);
    await page.check('#agreed');
    await page.click('[data-action=agree]');
    await waitForStage(page, 'down');
    await page.click('[data-action=start]');
    await page.waitForSelector('[data-action=start]:not([aria-disabled])');
    expect(await stageOf(page)).toBe('down');
    expect((await transfers()).rowCount).toBe(2);
    await page.context().close();
  });

  test('the page turns to expired by itself when the time is over', async ({ expect }) => {
    const check = await stand.ask();
    const page = await openPage(browser, check.authUrl);
    await database.pool.query(
      `update checks set expires_at = now() + interval '1 second' where check_id = $1`,
      [check.requestId],
    );
    await waitForStage(page, 'expired');
    // The page goes by the time; the job that ends the check may come a moment later.
    const events = async () => {
      const subject = [check.requestId];
      const { rows } = await database.pool.query(
        'select type from events where subject_id = $1',
        subject,
      );
      return rows;
    };
    await expect.poll(events).toEqual([{ type: 'check.expired' }]);
    await page.context().close();
  });

  test('a finished link shows the result and does not send anybody away', async () => {
    const check = await stand.ask(passes, 'shop-app://done');
    await stand.post(`${await stand.begin(check)}/outcome`, { outcome: 'passed' });
    await stand.get(`${check.path}/return`);
    const page = await openPage(browser, check.authUrl);
    expect(await stageOf(page)).toBe('passed');
    expect(await page.getAttribute('#back', 'href')).toBe('shop-app://done');
    expect(await page.isVisible('#leaving')).toBe(false);
    await page.context().close();
  });

  test('whoever wants to stay on the result stays', async () => {
    const check = await stand.ask(passes, redirectUrl);
    await stand.post(`${await stand.begin(check)}/outcome`, { outcome: 'passed' });
    const context = await openContext(browser);
    // The page's own clock stands while the button is looked for, and then runs ahead.
    await context.clock.install({ time: 0 });
    await context.clock.pauseAt(3_600_000);
    const page = await context.newPage();
    const visits = await playShop(page);
    await page.goto(`${check.authUrl}/return`);
    await page.click('[data-action=stay]');
    await context.clock.runFor(60_000);
    // Long enough for a page that left to be seen at the shop.
    await page.waitForTimeout(1_000);
    expect(visits).toEqual([]);
    expect(await page.textContent('#leaving')).toContain('You stay on this page');
    await page.context().close();
  });

  test('without JavaScript the page explains itself and shows no dead buttons', async () => {
    const check = await stand.ask();
    const page = await openPage(browser, check.authUrl, { isScriptless: true });
    expect(await page.textContent('.no-script')).toContain('needs JavaScript');
    expect(await page.isVisible('[data-action=agree]')).toBe(false);
    expect(await page.isVisible('h1')).toBe(true);
    await page.context().close();
  });
});

describe.concurrent('on a desktop', () => {
  test('the phone takes over by the QR code, and the desktop follows', async () => {
    const check = await stand.ask(undefined, redirectUrl);
    const desktop = await openPage(browser, check.authUrl, { device: 'desktop' });
    const visits = await playShop(desktop);
    expect(await stageOf(desktop)).toBe('handover');
    const drawn = await desktop.locator('.code path').getAttribute('d');
    expect(renderSVG(check.authUrl, { border: 3, ecc: 'M', pixelSize: 4 })).toContain(drawn);
    expect(await desktop.textContent('.live')).toContain('Waiting for your phone');

    const phone = await openPage(browser, check.authUrl);
    await agree(phone);
    await desktop.waitForSelector('.live:has-text("Your phone has taken over")');
    // The desktop shows the result for a few seconds only, so it is looked at from before.
    const followed = waitForStage(desktop, 'passed');
    await Promise.all([followed, choose(phone, 'passed')]);
    await waitForStage(phone, 'passed');
    await desktop.waitForURL('https://shop.example/**');
    expect(visits).toHaveLength(1);
    await desktop.context().close();
    await phone.context().close();
  });

  test('it follows by asking where live events do not get through', async () => {
    const check = await stand.ask(passes);
    const context = await openContext(browser, { device: 'desktop' });
    await context.route('**/events*', (route) => route.abort());
    const desktop = await context.newPage();
    await desktop.goto(check.authUrl);
    await stand.post(`${await stand.begin(check)}/outcome`, { outcome: 'passed' });
    await waitForStage(desktop, 'passed');
    await context.close();
  });

  test('the camera of the computer can be used instead', async () => {
    const check = await stand.ask(passes);
    const page = await openPage(browser, check.authUrl, { device: 'desktop' });
    await page.click('text=Use the camera of this computer');
    await waitForStage(page, 'consent');
    await agree(page);
    await page.click('[data-action=start]');
    await waitForStage(page, 'passed');
    expect(await sessionsOf(check.requestId)).toEqual([{ device: 'desktop', state: 'passed' }]);
    await page.context().close();
  });
});
