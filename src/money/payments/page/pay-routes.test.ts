import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFixture, type Fixture } from '../../../../test/kit/fixture.ts';
import { visitAccount } from '../../../../test/vendors/visit-account.ts';
import { systemClock } from '../../../foundation/clock.ts';
import { quietLog } from '../../../foundation/db/quiet-log.ts';
import { createHttpClient, type HttpClient } from '../../../foundation/outbound/http-client.ts';
import { wechatPay } from '../../../vendors/adapters/wechat-pay/wechat-pay.ts';
import { openPayments } from '../../../vendors/providers/open-provider.ts';
import { readConfig } from '../../../vendors/providers/read-config.ts';
import { type RunningSimulator, runSimulator } from '../../../vendors/simulators/run-simulator.ts';
import { wechatPaySimulator } from '../../../vendors/simulators/wechat-pay.ts';

const people = 'id.people.example';
const platform = 'platform.example';
const agent = 'Mozilla/5.0 (Linux; Android 15) Mobile MicroMessenger/8.0.50';

let fixture: Fixture;
let vendor: RunningSimulator;
let http: HttpClient;
let payUrl: string;
let path: string;
beforeAll(async () => {
  http = createHttpClient({ connections: 4, connectTimeoutMs: 2_000 });
  vendor = await runSimulator(wechatPaySimulator, { callbackUrlOf: () => 'http://127.0.0.1:9/' });
  const { callbackKey: _, ...config } = vendor.config;
  const provider = openPayments(wechatPay, {
    ...{ code: 'wechat', config: readConfig(wechatPay, config) },
    tools: {
      ...{ http, clock: systemClock, log: quietLog },
      callbackUrl: () => `https://${platform}/callbacks/x`,
    },
  });
  fixture = await createFixture({
    settings: { publicUrl: `https://${platform}`, personUrl: `https://${people}/check` },
    extendRegistry: (registry) => ({
      ...registry,
      payment: new Map([...registry.payment, ['wechat', provider]]),
    }),
  });
  const caller = await fixture.newCaller({ balance: '0', mode: 'live', scopes: ['payments'] });
  const { body } = await caller.call('topup_create', {
    ...{ amount: '1', returnUrl: 'https://shop.example/', method: 'jsapi' },
  });
  payUrl = String(body.data.payUrl);
  // The proxy strips the path of the URL.
  path = new URL(payUrl).pathname.replace('/check', '');
});
afterAll(async () => {
  await fixture.close();
  await vendor.close();
  await http.close();
});

const ask = (url: string, { host = people, cookie = '', payload = '' } = {}) =>
  fixture.app.server.inject({
    method: payload ? 'POST' : 'GET',
    ...{ url, ...(payload ? { payload } : {}) },
    headers: {
      ...{ host, cookie, 'user-agent': agent, 'sec-fetch-site': 'same-origin' },
      'content-type': 'application/json',
    },
  });

describe('the page on which a payment inside an app is made', () => {
  test('is on the host of the person’s pages, below their path, with a cookie for it alone', async () => {
    expect(payUrl).toMatch(/^https:\/\/id\.people\.example\/check\/pay\/[0-9A-F]{32}$/);
    const { statusCode, headers } = await ask(path);
    expect(statusCode).toBe(302);
    expect(headers['cache-control']).toBe('no-store');
    const away = new URL(String(headers.location));
    expect(away.searchParams.get('redirect_uri')).toBe(payUrl);
    expect(String(headers['set-cookie'])).toMatch(
      new RegExp(
        `^countersign-payer=[\\w-]{43}; Path=/check${path}; Max-Age=600; HttpOnly; SameSite=Lax; Secure$`,
      ),
    );
    // No state says what the cookie holds.
    const [visit = ''] = /[\w-]{43}/.exec(String(headers['set-cookie'])) ?? [];
    expect(away.toString()).not.toContain(visit);
    const page = await ask(`${path}?code=c&state=s`);
    const [, script = ''] = /src="\/check(\/assets\/pay\/[^"]+\.ts)"/.exec(page.body) ?? [];
    expect((await ask(script)).headers['content-type']).toContain('text/javascript');
    const elsewhere = await ask(path, { host: platform });
    expect([elsewhere.statusCode, elsewhere.headers.location]).toEqual([302, payUrl]);
    const posted = await ask(`${path}/order`, { host: platform, payload: '{}' });
    expect(posted.statusCode).toBe(404);
  });

  test('asks the provider once for payers who ask at the same time', async () => {
    const { headers } = await ask(path);
    const back = await visitAccount(String(headers.location));
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    const order = await ask(`${path}/order`, { cookie, payload: JSON.stringify(back) });
    expect(order.json()).toHaveProperty('handOver');
    expect(String(order.headers['set-cookie'])).toContain('Max-Age=0');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(`${path}/ask`, { payload: '{}' })),
    );
    expect(answers.map((each) => each.json())).toEqual(
      Array.from({ length: 20 }, () => ({ state: 'pending' })),
    );
    const { rows } = await fixture.pool.query(
      `select sum(times)::integer as times from payment_contacts where what = 'open'`,
    );
    expect(rows[0].times).toBeLessThan(20);
  });

  // @mutant src/money/payments/page/pay-routes.ts
  // -     await resting.get(paymentId);
  // @mutant src/money/payments/page/pay-routes.ts
  // -     const leave = orders.take(found.payment.paymentId);
  // +     const leave = () => {};
  test('asks the provider about a payment once a second at most, however often somebody asks', async () => {
    const { headers } = await ask(path);
    const { state } = await visitAccount(String(headers.location));
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    const contacts = async (what: string) => {
      const { rows } = await fixture.pool.query(
        `select times, extract(epoch from last_at)::float8 as "lastAt" from payment_contacts where what = $1`,
        [what],
      );
      return rows[0] ?? { times: 0, lastAt: 0 };
    };
    for (let times = 0; times < 10; times++) {
      const order = await ask(`${path}/order`, {
        cookie,
        payload: JSON.stringify({ code: 'forged', state }),
      });
      expect(order.json()).toEqual({ problem: times === 0 ? 'again' : 'down' });
    }
    expect(await contacts('refused')).toMatchObject({ times: 1 });
    const before = await contacts('open');
    for (let times = 0; times < 3; times++) await ask(`${path}/ask`, { payload: '{}' });
    const after = await contacts('open');
    expect(after.times - before.times).toBe(3);
    expect(after.lastAt - before.lastAt).toBeGreaterThan(1.5);
  });

  test('shows names as text, and says who pays to nobody', async () => {
    await fixture.pool.query('update payments set title = $1', ['<script>alert(1)</script>']);
    const page = await ask(`${path}?code=%22%3E%3Cscript%3E&state=%3C`);
    expect(page.body).toContain('&lt;script&gt;alert(1)');
    expect(page.body).not.toContain('<script>');
    const { rows } = await fixture.pool.query('select p::text as row from payments p');
    const openid = vendor.taken.map(({ said }) => (said.payer as { openid: string }).openid);
    expect(openid).toHaveLength(1);
    for (const { row } of rows) expect(row).not.toContain(openid[0]);
    expect(fixture.logged.join('')).not.toContain(openid[0]);
  });
});
