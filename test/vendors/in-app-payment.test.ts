import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDue } from '../../src/money/payments/payment-queries.ts';
import { wechatPaySimulator } from '../../src/vendors/simulators/wechat-pay.ts';
import { payerOpenid } from '../../src/vendors/simulators/wechat-pay-app.ts';
import type { Caller } from '../kit/fixture.ts';
import { until } from '../kit/until.ts';
import { createRehearsalFixture, type RehearsalFixture } from './rehearsal-fixture.ts';
import type { Rehearsed } from './rehearse.ts';

const otherOpenid = 'oUpF8uMuAJO_M2pxb1Q9zNjWeS7p';
const wechatAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 MicroMessenger/8.0.50';

let rehearsal: RehearsalFixture;
let vendor: Rehearsed;
let caller: Caller;
beforeAll(async () => {
  rehearsal = await createRehearsalFixture();
  vendor = await rehearsal.addProvider(wechatPaySimulator);
  caller = await rehearsal.fixture.newCaller({ balance: '0', mode: 'live', scopes: ['payments'] });
});
afterAll(async () => {
  expect(await rehearsal.fixture.findFaults()).toEqual([]);
  await rehearsal.close();
});

const taken = (payUrl: string) =>
  vendor.running.taken.filter(({ reference }) => payUrl.endsWith(`/${reference}`));

async function begin(): Promise<{ paymentId: string; payUrl: string }> {
  const { status, body } = await caller.call('topup_create', {
    ...{ amount: '88.80', returnUrl: 'https://shop.example/back?a=1', provider: vendor.code },
    method: 'jsapi',
  });
  expect(status).toBe(201);
  const { paymentId, payUrl } = body.data;
  return { paymentId: String(paymentId), payUrl: String(payUrl) };
}

const stateOf = async (paymentId: string) =>
  (await caller.call('topup_status', { paymentId })).body.data.state;

/** A browser, with the cookies of the platform's pages. */
class Browser {
  readonly #agent: string;
  readonly #openid: string;
  /** By path. */
  readonly #cookies = new Map<string, string>();

  constructor(agent = wechatAgent, openid = payerOpenid) {
    this.#agent = agent;
    this.#openid = openid;
  }

  async ask(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies]
      .filter(([path]) => new URL(url).pathname.startsWith(path))
      .map(([, value]) => value);
    const isOurs = url.startsWith(rehearsal.fixture.url);
    const headers = {
      'user-agent': this.#agent,
      'sec-fetch-site': 'same-origin',
      cookie: isOurs ? cookie.join('; ') : `openid=${this.#openid}`,
      ...init.headers,
    };
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const set of answer.headers.getSetCookie()) {
      const [value = '', ...attributes] = set.split('; ');
      const path = attributes.find((each) => each.startsWith('Path='))?.slice(5) ?? '/';
      if (attributes.includes('Max-Age=0')) this.#cookies.delete(path);
      else this.#cookies.set(path, value);
    }
    return answer;
  }

  /** Opens the page, is sent to where WeChat says who pays, and back. */
  async open(payUrl: string): Promise<{ code: string; state: string }> {
    const away = (await this.ask(payUrl)).headers.get('location') ?? '';
    expect(away).toContain('/connect/oauth2/authorize?');
    expect(new URL(away).searchParams.get('redirect_uri')).toBe(payUrl);
    const back = new URL((await this.ask(away)).headers.get('location') ?? '');
    expect(back.origin + back.pathname).toBe(payUrl);
    const page = await this.ask(back.toString());
    expect(await page.text()).toContain('Pay 88.80 CNY');
    const { code = '', state = '' } = Object.fromEntries(back.searchParams);
    return { code, state };
  }

  async post(payUrl: string, step: 'order' | 'ask', body: object = {}, headers = {}) {
    const answer = await this.ask(`${payUrl}/${step}`, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json', ...headers },
    });
    // biome-ignore lint/suspicious/noExplicitAny: each step answers otherwise
    return (await answer.json()) as any;
  }
}

/** WeChat opens its cashier, where the payer does this; returns what it told the page. */
async function cashier(argument: object, payer: 'ok' | 'cancel' | 'fail'): Promise<string> {
  const body = JSON.stringify({ argument, payer });
  const answer = await fetch(`${vendor.running.url}/_app/cashier`, { method: 'POST', body });
  return JSON.parse(await answer.text()).err_msg;
}

describe('a payer inside WeChat', () => {
  test('pays once, and the wallet gets the money once', async () => {
    const { paymentId, payUrl } = await begin();
    expect(payUrl).toMatch(/\/pay\/[0-9A-F]{32}$/);
    const phone = new Browser();
    const { handOver } = await phone.post(payUrl, 'order', await phone.open(payUrl));
    expect(await phone.post(payUrl, 'ask')).toEqual({ state: 'pending' });
    expect(await cashier(handOver, 'ok')).toBe('get_brand_wcpay_request:ok');
    expect(await phone.post(payUrl, 'ask')).toEqual({ state: 'paid' });
    expect(await stateOf(paymentId)).toBe('paid');
    expect(await caller.wallet()).toMatchObject({ available: '88.8000' });
    await phone.post(payUrl, 'ask');
    expect(await caller.wallet()).toMatchObject({ available: '88.8000' });
    expect(taken(payUrl)).toHaveLength(1);
    const over = await (await phone.ask(payUrl)).text();
    expect(over).toContain('This payment is finished');
    expect(over).toContain('https://shop.example/back?a=1');
  });

  test('may come back, on the same phone or another, before he pays', async () => {
    const { payUrl } = await begin();
    for (let visits = 0; visits < 2; visits++) {
      const phone = new Browser();
      const { handOver } = await phone.post(payUrl, 'order', await phone.open(payUrl));
      expect(await cashier(handOver, 'cancel')).toBe('get_brand_wcpay_request:cancel');
    }
    expect(taken(payUrl)).toHaveLength(1);
  });

  test('who is another than the first one is refused', async () => {
    const { payUrl } = await begin();
    const [first, second] = [new Browser(), new Browser(wechatAgent, otherOpenid)];
    await first.post(payUrl, 'order', await first.open(payUrl));
    const answer = await second.post(payUrl, 'order', await second.open(payUrl));
    expect(answer).toEqual({ problem: 'other' });
  });

  test('pays what the books say, whatever WeChat told the page', async () => {
    const before = await caller.wallet();
    const { payUrl, paymentId } = await begin();
    const phone = new Browser();
    const { handOver } = await phone.post(payUrl, 'order', await phone.open(payUrl));
    // It said `ok`, and nobody paid.
    expect(await phone.post(payUrl, 'ask', { err_msg: 'get_brand_wcpay_request:ok' })).toEqual({
      state: 'pending',
    });
    expect(await caller.wallet()).toEqual(before);
    // It said `fail`, and the money is there.
    await cashier(handOver, 'ok');
    await phone.post(payUrl, 'ask', { err_msg: 'get_brand_wcpay_request:fail' });
    expect(await stateOf(paymentId)).toBe('paid');
  });

  test('is credited by the notice if he never comes back to the page', async () => {
    const { payUrl, paymentId } = await begin();
    const phone = new Browser();
    const { handOver } = await phone.post(payUrl, 'order', await phone.open(payUrl));
    await cashier(handOver, 'ok');
    await until(async () => (await stateOf(paymentId)) === 'paid', 20_000);
  });

  test('cannot pay with a prepay_id of more than two hours ago', async () => {
    const { payUrl } = await begin();
    const phone = new Browser();
    const { handOver } = await phone.post(payUrl, 'order', await phone.open(payUrl));
    const [order] = taken(payUrl);
    if (order) order.at = new Date(Date.now() - 2 * 3_600_000);
    expect(await cashier(handOver, 'ok')).toBe('get_brand_wcpay_request:fail');
    expect(await phone.post(payUrl, 'ask')).toEqual({ state: 'pending' });
  });
});

describe('the visit of a payer', () => {
  const again = { problem: 'again' };

  // @mutant src/money/payments/page/pay-routes.ts
  // - if (typeof code !== 'string' || !isOfVisit(state, orderNo, visit)) {
  // + if (typeof code !== 'string') {
  test('is of one browser and one payment, and asks for one order', async () => {
    const [{ payUrl }, other] = [await begin(), await begin()];
    const [phone, stranger] = [new Browser(), new Browser()];
    const back = await phone.open(payUrl);
    expect(await stranger.post(payUrl, 'order', back)).toEqual(again);
    await stranger.open(payUrl);
    expect(await stranger.post(payUrl, 'order', back)).toEqual(again);
    expect(await phone.post(other.payUrl, 'order', back)).toEqual(again);
    const otherBack = await phone.open(other.payUrl);
    expect(await phone.post(other.payUrl, 'order', { ...otherBack, state: back.state })).toEqual(
      again,
    );
    expect([taken(payUrl), taken(other.payUrl)]).toEqual([[], []]);
    expect(await phone.post(payUrl, 'order', back)).toHaveProperty('handOver');
    expect(await phone.post(payUrl, 'order', back)).toEqual(again);
  });

  test.each([
    ['no state', {}],
    ['an empty state', { state: '' }],
    ['a state that is no text', { state: 7 }],
    ['a forged state', { state: 'a'.repeat(64) }],
  ])('with %s orders nothing', async (_, changes) => {
    const { payUrl } = await begin();
    const phone = new Browser();
    const { code } = await phone.open(payUrl);
    expect(await phone.post(payUrl, 'order', { code, ...changes })).toEqual(again);
    expect(taken(payUrl)).toEqual([]);
  });

  test('with a code of WeChat’s that was used before orders nothing', async () => {
    const [{ payUrl }, other] = [await begin(), await begin()];
    const phone = new Browser();
    const { code } = await phone.open(payUrl);
    const second = await phone.open(payUrl);
    expect(await phone.post(payUrl, 'order', { ...second, code })).toHaveProperty('handOver');
    const { state } = await phone.open(other.payUrl);
    expect(await phone.post(other.payUrl, 'order', { code, state })).toEqual(again);
    expect(taken(other.payUrl)).toEqual([]);
  });

  test('in a second tab takes the place of the first', async () => {
    const { payUrl } = await begin();
    const phone = new Browser();
    const [first, second] = [await phone.open(payUrl), await phone.open(payUrl)];
    expect(await phone.post(payUrl, 'order', first)).toEqual(again);
    expect(await phone.post(payUrl, 'order', second)).toHaveProperty('handOver');
    const third = await phone.open(payUrl);
    expect(await phone.post(payUrl, 'order', third)).toHaveProperty('handOver');
    expect(taken(payUrl)).toHaveLength(1);
  });

  test('is refused from a page of another site', async () => {
    const { payUrl } = await begin();
    const phone = new Browser();
    const back = await phone.open(payUrl);
    const foreign = { 'sec-fetch-site': 'cross-site' };
    expect(await phone.post(payUrl, 'order', back, foreign)).toMatchObject({
      reason: 'invalid_request',
    });
    expect(await phone.post(payUrl, 'ask', {}, foreign)).toMatchObject({
      reason: 'invalid_request',
    });
    expect(taken(payUrl)).toEqual([]);
  });
});

describe('a payment that waits for its payer', () => {
  test('is not for browsers outside WeChat', async () => {
    const { payUrl } = await begin();
    for (const agent of ['Mozilla/5.0 Chrome/140', 'MicroMessenger/6.8 WindowsWechat']) {
      const browser = new Browser(agent);
      const answer = await browser.ask(payUrl);
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
      expect(await answer.text()).toContain('Open this page in WeChat');
    }
  });

  test('has a page for its number alone', async () => {
    const { payUrl } = await begin();
    const sample = await rehearsal.fixture.newCaller({ balance: '0' });
    const { body } = await sample.call('topup_create', {
      ...{ amount: '1', returnUrl: 'https://shop.example/' },
    });
    const other = String(body.data.paymentId).replaceAll('-', '').toUpperCase();
    const number = payUrl.slice(-32);
    for (const wrong of ['0'.repeat(32), other, number.toLowerCase(), `${number}0`]) {
      const answer = await new Browser().ask(payUrl.replace(number, wrong));
      expect(answer.status, wrong).toBe(404);
    }
  });

  // @mutant src/money/payments/ask-payment.ts
  // - return isAwaited && report.state === 'absent' ? awaitedReport(payment) : report;
  // + return report;
  test('is open as long as he can come, and expires then', async () => {
    const { payUrl, paymentId } = await begin();
    const { pool } = rehearsal.fixture;
    const named = { accountId: caller.accountId, paymentId };
    await pool.query(
      `update payments set begun_at = begun_at - interval '10 minutes' where payment_id = $1`,
      [paymentId],
    );
    const asked = async (state: string) => {
      const { rows } = await pool.query(
        'select from payment_contacts where payment_id = $1 and what = $2',
        [paymentId, state],
      );
      return rows.length > 0;
    };
    await makeDue(pool, named, null);
    await until(() => asked('open'), 20_000);
    expect(await stateOf(paymentId)).toBe('pending');
    await pool.query('update payments set expires_at = now() where payment_id = $1', [paymentId]);
    expect(await (await new Browser().ask(payUrl)).text()).toContain('This payment is finished');
    await makeDue(pool, named, null);
    await until(async () => (await stateOf(paymentId)) === 'expired', 20_000);
  });

  test('is listed with its app, and not begun for a provider without the AppSecret', async () => {
    const bare = await rehearsal.addProvider(wechatPaySimulator, ({ appSecret, ...rest }) => rest);
    const { body } = await caller.call('topup_methods', {});
    const methods = body.data.methods as { providerCode: string; method: string; app?: string }[];
    const of = (code: string) =>
      methods
        .filter(({ providerCode }) => providerCode === code)
        .map(({ method, app = '' }) => `${method} ${app}`);
    expect(of(vendor.code)).toEqual(['qr ', 'jsapi wechat']);
    expect(of(bare.code)).toEqual(['qr ']);
    const { status } = await caller.call('topup_create', {
      ...{ amount: '1', returnUrl: 'https://shop.example/', provider: bare.code, method: 'jsapi' },
    });
    expect(status).toBe(422);
  });
});
