import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type RunningSimulator,
  runSimulator,
} from '../../../src/vendors/simulators/run-simulator.ts';
import { wechatPaySimulator } from '../../../src/vendors/simulators/wechat-pay.ts';
import { launchBrowser } from '../../browser/browser.ts';
import {
  type BrowserVisitor,
  createBrowserVisitor,
  homeOf,
} from '../../browser/browser-visitor.ts';
import { languages } from '../../browser/expect-usable.ts';
import { violationsOf } from '../../browser/violations-of.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';
import { freePort } from '../../kit/free-port.ts';

type Payer = 'ok' | 'cancel' | 'fail';

const userAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
  'Mobile/15E148 MicroMessenger/8.0.50(0x18003234) NetType/WIFI Language/en';
/** `wechat` knows the AppSecret of its official account, and `plain` does not. */
const codes = ['plain', 'wechat'] as const;

let browser: Browser;
let fixture: Fixture;
let vendor: RunningSimulator;
let accountId: number;
let member: BrowserVisitor;
beforeAll(async () => {
  const port = await freePort();
  const publicUrl = `http://localhost:${port}`;
  [browser, fixture] = await Promise.all([
    launchBrowser(),
    createFixture({ withJobs: true, settings: { port, publicUrl } }),
  ]);
  // Its notices are lost, so that only the pages tell what became of a payment.
  vendor = await runSimulator(wechatPaySimulator, { callbackUrlOf: () => 'http://127.0.0.1:9/' });
  await vendor.misbehave(['no_receipt']);
  const operator = await createBrowserVisitor(browser, fixture);
  for (const code of codes) {
    const { callbackKey: _, appSecret, ...bare } = vendor.config;
    const settings = code === 'wechat' ? { ...bare, appSecret } : bare;
    const added = { code, vendor: 'wechat-pay', isOn: true, settings };
    await operator.asks.post('platform/providers/add', added);
  }
  ({ accountId } = await fixture.newCaller({ balance: '0' }));
  member = await createBrowserVisitor(browser, fixture, 'finance', accountId);
});
afterAll(async () => {
  expect(await fixture.findFaults()).toEqual([]);
  await browser.close();
  await vendor.close();
  await fixture.close();
});

/**
 * WeChat on a phone: the payer is signed in to the console in its browser, and its cashier is the simulator's, which verifies
 * what it is handed. `says` is what it tells the page, if that is not what the payer did.
 */
async function openWechat(language: 'en-US' | 'zh-CN' = 'en-US') {
  const context = await browser.newContext({
    ...{ userAgent, locale: language, isMobile: true, hasTouch: true },
    viewport: { width: 390, height: 800 },
  });
  await context.addCookies(
    [...member.asks.cookies].map(([name, value]) => ({
      ...{ name, value, domain: 'localhost', path: '/', secure: true },
    })),
  );
  const phone = { payer: 'ok' as Payer, says: '', opened: 0 };
  await context.exposeFunction('openCashier', async (argument: object) => {
    phone.opened++;
    const body = JSON.stringify({ argument, payer: phone.payer });
    const answer = await fetch(`${vendor.url}/_app/cashier`, { method: 'POST', body });
    const { err_msg } = JSON.parse(await answer.text());
    return { err_msg: phone.says || err_msg };
  });
  await context.addInitScript(`
    // WeChat adds its bridge some time after the page.
    setTimeout(() => {
      window.WeixinJSBridge = {
        invoke(name, argument, done) {
          if (name === 'getBrandWCPayRequest') void openCashier(argument).then(done);
        },
      };
      document.dispatchEvent(new Event('WeixinJSBridgeReady'));
    }, 300);`);
  return { context, phone };
}

/** From Add funds to the page on which WeChat asks for the payment. */
async function beginIn(context: BrowserContext, amount: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${homeOf(fixture)}/console/${accountId}/funds?mode=live`);
  await page.getByLabel('Amount', { exact: true }).fill(amount);
  await page.getByRole('radio', { name: /Opens the payment page/ }).check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('button', { name: `Pay ${amount}` }).waitFor();
  await page.getByText('WeChat asks you to confirm the payment.').waitFor();
  return page;
}

const pay = (page: Page) => page.getByRole('button', { name: /^Pay / }).click();
const paid = (page: Page) => page.getByRole('heading', { name: 'Paid' }).waitFor();

async function available(): Promise<string> {
  const { body } = await member.asks.get(`${accountId}/wallet/show?mode=live`);
  return body.available;
}

describe('inside WeChat', () => {
  test('a customer pays on the page that the official account sends him back to', async () => {
    const { context } = await openWechat();
    const page = await beginIn(context, '25.50');
    expect(new URL(page.url()).search).toBe('');
    const [cookie] = (await context.cookies()).filter(({ name }) => name.endsWith('payer'));
    expect(cookie).toBeUndefined();
    await pay(page);
    await paid(page);
    await page.getByText('25.50 CNY added to the wallet').waitFor();
    expect(await available()).toBe('25.5000');
    await page.reload();
    await paid(page);
    expect(await available()).toBe('25.5000');
    expect(vendor.taken.map(({ said }) => said.tradeType)).toEqual(['JSAPI']);
    await context.close();
  });

  test('who cancels can pay all the same, and pays once', async () => {
    const { context, phone } = await openWechat();
    const page = await beginIn(context, '1.00');
    phone.payer = 'cancel';
    await pay(page);
    await page.getByText('has not confirmed a payment yet').waitFor();
    phone.payer = 'ok';
    await pay(page);
    await paid(page);
    expect(phone.opened).toBe(2);
    expect(await available()).toBe('26.5000');
    await context.close();
  });

  test('the page believes the books, whatever WeChat tells it', async () => {
    const { context, phone } = await openWechat();
    const page = await beginIn(context, '2.00');
    Object.assign(phone, { payer: 'cancel', says: 'get_brand_wcpay_request:ok' });
    await pay(page);
    await page.getByText('has not confirmed a payment yet').waitFor();
    expect(await available()).toBe('26.5000');
    Object.assign(phone, { payer: 'ok', says: 'get_brand_wcpay_request:fail' });
    await pay(page);
    await paid(page);
    expect(await available()).toBe('28.5000');
    await context.close();
  });

  test('a reload, a second tab and an old link ask WeChat again who pays', async () => {
    const { context } = await openWechat();
    const page = await beginIn(context, '3.00');
    const url = page.url();
    await page.reload();
    await page.getByText('WeChat asks you to confirm the payment.').waitFor();
    const second = await context.newPage();
    await second.goto(`${url}?code=${'0'.repeat(32)}&state=${'a'.repeat(64)}`);
    await second.getByText('Start again to pay.').waitFor();
    expect(await second.getByRole('button', { name: /^Pay / }).count()).toBe(0);
    await second.getByRole('link', { name: 'Start again' }).click();
    await second.getByText('WeChat asks you to confirm the payment.').waitFor();
    await pay(second);
    await paid(second);
    // A third one that comes too late is told the same.
    const third = await context.newPage();
    await third.goto(`${url}?code=${'0'.repeat(32)}&state=${'a'.repeat(64)}`);
    await third.getByText('This payment is finished').waitFor();
    // The first tab still has a prepay_id of the same order.
    await pay(page);
    await paid(page);
    expect(await available()).toBe('31.5000');
    await context.close();
  });

  test('no QR code is offered by a provider that can be paid there, and what to do with one is said', async () => {
    const { context } = await openWechat();
    const page = await context.newPage();
    await page.goto(`${homeOf(fixture)}/console/${accountId}/funds?mode=live`);
    await page.getByRole('radio', { name: /QR code/ }).check();
    expect(await page.getByRole('radio').count()).toBe(2);
    await page.getByLabel('Amount', { exact: true }).fill('4');
    await page.getByRole('button', { name: 'Show QR code' }).click();
    await page.getByText('Open this payment on a computer').waitFor();
    const wide = await member.open(`/${accountId}/funds?mode=live`);
    await wide.page.getByRole('radio').first().waitFor();
    expect(await wide.page.getByRole('radio', { name: /QR code/ }).count()).toBe(2);
    expect(await wide.page.getByRole('radio').count()).toBe(2);
    await context.close();
  });
});

test.each(languages)(
  'the page is accessible in %s, at every width and in both themes',
  async (language) => {
    const { context } = await openWechat(language);
    const { body } = await member.asks.post(
      `${accountId}/funds/begin`,
      {
        ...{ mode: 'live', amount: '5', provider: 'wechat', method: 'jsapi', saves: false },
        ...{ charged: '5.0000', chargedCurrency: 'CNY', attempt: crypto.randomUUID() },
      },
      { 'accept-language': language },
    );
    const page = await context.newPage();
    await page.goto(body.payUrl);
    await page.locator('#go:enabled').waitFor();
    const outside = await (await browser.newContext({ locale: language })).newPage();
    await outside.goto(body.payUrl);
    for (const [name, each] of Object.entries({ page, outside })) {
      for (const width of [320, 390, 1280]) {
        for (const colorScheme of ['light', 'dark'] as const) {
          await each.setViewportSize({ width, height: 800 });
          await each.emulateMedia({ colorScheme });
          expect(await violationsOf(each), `${name} ${width} ${colorScheme}`).toEqual([]);
          const isWide =
            'document.documentElement.scrollWidth > document.documentElement.clientWidth';
          expect(await each.evaluate(isWide)).toBe(false);
          const folder = process.env.PICTURES;
          if (folder)
            await each.screenshot({
              path: `${folder}/${name}-${language}-${width}-${colorScheme}.png`,
            });
        }
      }
    }
    await outside.context().close();
    await context.close();
  },
);
