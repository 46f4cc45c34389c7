import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setPageSettings } from '../../../src/people/accounts/page-queries.ts';
import { devices, launchBrowser, openPage, waitForStage } from '../../browser/browser.ts';
import { byTest } from '../../kit/by-test.ts';
import { agreement, type CheckFixture, createCheckFixture } from '../../kit/check-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { type StrippingProxy, startStrippingProxy } from '../../kit/stripping-proxy.ts';

const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let database: TestDatabase;
let proxy: StrippingProxy;
let fixture: CheckFixture;
let browser: Browser;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startStrippingProxy('/pay');
  fixture = await createCheckFixture(database.target, {
    withJobs: true,
    env: { PUBLIC_URL: `${proxy.url}/` },
  });
  const { port } = fixture.app.server.server.address() as AddressInfo;
  proxy.serve(`http://127.0.0.1:${port}`);
  await setPageSettings(byTest(fixture.app.pool), fixture.accountId, { colour: '#1f4fbf', logo });
  browser = await launchBrowser();
});
afterAll(async () => {
  expect(proxy.strays).toEqual([]);
  await browser?.close();
  await fixture?.close();
  proxy?.close();
  await database?.drop();
});

describe('behind a proxy that serves the platform under a path', () => {
  test('a person gets from the link to the result', async () => {
    const check = await fixture.ask();
    expect(check.authUrl.startsWith(`${proxy.url}/v/`)).toBe(true);
    const page = await openPage(browser, check.authUrl);
    const width = '(() => document.querySelector(".asker img").naturalWidth)()';
    expect(await page.evaluate(width)).toBe(1);
    await page.check('#agreed');
    await page.click('[data-action=agree]');
    await page.click('[data-action=start]');
    await page.waitForURL(`${proxy.url}/sandbox/face/**`);
    await page.click('[data-action=start]');
    await page.click('#choice [data-outcome=passed]');
    await waitForStage(page, 'passed');
    expect(page.url().startsWith(`${check.authUrl}/return`)).toBe(true);
    expect(await fixture.recheck(check.authToken)).toMatchObject({ status: 1 });
    await page.context().close();
  });

  test('a person at a desktop can continue there', async () => {
    const check = await fixture.ask();
    const page = await openPage(browser, check.authUrl, { device: 'desktop' });
    await waitForStage(page, 'handover');
    await page.click('a[href*="here=1"]');
    await page.waitForSelector('#agreed');
    await page.context().close();
  });

  test('the reference renders', async () => {
    const page = await openPage(browser, `${proxy.url}/docs/reference`, { device: 'desktop' });
    await page.getByText('Send a verification code').first().waitFor();
    await page.context().close();
    const document = await (await fetch(`${proxy.url}/openapi.json`)).json();
    expect(document).toMatchObject({ servers: [{ url: proxy.url }] });
  });

  test('every link on every page leads to a page under that path', async () => {
    const check = await fixture.ask();
    const session = await fixture.begin(await fixture.ask());
    const pages: [string, number][] = [
      [`${proxy.url}/`, 200],
      [proxy.url, 200],
      [`${proxy.url}/docs`, 200],
      [`${proxy.url}/docs/`, 200],
      [`${proxy.url}/docs/reference`, 200],
      [`${proxy.url}/docs/errors`, 200],
      [`${proxy.url}/docs/errors/40001/`, 200],
      [check.authUrl, 200],
      [`${check.authUrl}/`, 200],
      [`${proxy.url}/v/0123456789abcdef`, 404],
      [new URL(session, proxy.url).href, 200],
    ];
    for (const [url, status] of pages) {
      // A desktop shows links that a phone does not.
      const headers = { 'user-agent': 'desk' };
      const response = await fetch(url, { headers });
      expect([response.status, url]).toEqual([status, url]);
      const html = await response.text();
      const addresses = [...html.matchAll(/(?<![-\w])(?:href|src|action)="([^"]+)"/g)]
        .map(([, address = '']) => new URL(address.replaceAll('&amp;', '&'), response.url))
        .filter(({ protocol }) => protocol !== 'data:');
      expect(addresses.length, url).toBeGreaterThan(0);
      for (const address of new Set(addresses.map(({ href }) => href))) {
        expect(address.startsWith(proxy.url), `${url}: ${address}`).toBe(true);
        const found = await fetch(address, { headers });
        await found.body?.cancel();
        const isNowhere = address.includes('/v/0123456789abcdef');
        expect([address, found.status]).toEqual([address, isNowhere ? 404 : 200]);
      }
    }
  });

  test('an error links to its page', async () => {
    const reply = await fetch(`${proxy.url}/api/v1/sms_code`, { method: 'POST' });
    const { docUrl } = (await reply.json()) as { docUrl: string };
    expect(docUrl).toBe(`${proxy.url}/docs/errors/40301`);
    expect((await fetch(docUrl)).status).toBe(200);
  });

  test('an older browser, which sends only its origin, can consent and end a session', async () => {
    const check = await fixture.ask();
    const { origin } = new URL(proxy.url);
    const post = (url: string, body: object) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin, ...phone },
        body: JSON.stringify(body),
      });
    const phone = { 'user-agent': devices.phone.userAgent };
    const consent = await post(`${check.authUrl}/consent`, agreement);
    expect(consent.status).toBe(200);
    const started = await post(`${check.authUrl}/session?device=mobile`, {});
    const { url } = (await started.json()) as { url: string };
    expect(url.startsWith(`${proxy.url}/sandbox/face/`)).toBe(true);
    const session = url.replace(/\?.*/, '');
    expect((await post(`${session}/outcome`, { outcome: 'passed' })).status).toBe(200);
  });
});
