import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createHttpClient, type HttpClient } from '../../../src/foundation/outbound/http-client.ts';
import { alibabaFace } from '../../../src/vendors/adapters/alibaba/alibaba-face.ts';
import { openFace } from '../../../src/vendors/providers/open-provider.ts';
import { readConfig } from '../../../src/vendors/providers/read-config.ts';
import { alibabaFaceSimulator } from '../../../src/vendors/simulators/alibaba-face.ts';
import {
  type RunningSimulator,
  runSimulator,
} from '../../../src/vendors/simulators/run-simulator.ts';
import { devices, launchBrowser, openPage, stageOf, waitForStage } from '../../browser/browser.ts';
import { type AskedCheck, type CheckFixture, createCheckFixture } from '../../kit/check-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';

let database: TestDatabase;
let vendor: RunningSimulator;
let http: HttpClient;
let fixture: CheckFixture;
let browser: Browser;

beforeAll(async () => {
  database = await createTestDatabase();
  vendor = await runSimulator(alibabaFaceSimulator, { callbackUrlOf: () => 'http://127.0.0.1:9/' });
  await vendor.misbehave(['no_receipt']);
  http = createHttpClient({ connections: 4, connectTimeoutMs: 5_000 });
  fixture = await createCheckFixture(database.target, {
    withJobs: true,
    extendRegistry: (registry) => ({
      ...registry,
      face: new Map([...registry.face, ['my-alibaba', openAlibaba()]]),
    }),
  });
  browser = await launchBrowser();
});
afterEach(() => vendor.misbehave(['no_receipt']));
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
  await http?.close();
  await vendor?.close();
  await database?.drop();
});

function openAlibaba() {
  const { callbackKey: _, ...config } = vendor.config;
  return openFace(alibabaFace, {
    code: 'my-alibaba',
    config: readConfig(alibabaFace, config),
    tools: {
      http,
      clock: { now: () => new Date(), nowMs: () => Date.now() },
      log: { debug() {}, info() {}, warn() {}, error() {} },
      callbackUrl: () => 'http://127.0.0.1:9/',
    },
  });
}

async function askAlibaba(): Promise<AskedCheck> {
  const check = await fixture.ask();
  await database.pool.query(`update checks set provider_code = 'my-alibaba' where check_id = $1`, [
    check.requestId,
  ]);
  return check;
}

/** The page of a check, and its requests to other hosts. */
async function visit({ authUrl }: AskedCheck): Promise<{ page: Page; strangers: string[] }> {
  const page = await openPage(browser, 'about:blank');
  const strangers: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(fixture.url) && !url.startsWith('data:')) strangers.push(url);
  });
  await page.goto(authUrl);
  return { page, strangers };
}

async function agree(page: Page): Promise<void> {
  await page.check('#agreed');
  await page.click('[data-action=agree]');
  await waitForStage(page, 'ready');
  await page.click('[data-action=start]');
}

async function policyOf({ authUrl }: AskedCheck, part = ''): Promise<string> {
  const headers = { 'user-agent': devices.phone.userAgent };
  const response = await fetch(`${authUrl}${part}`, { headers });
  await response.body?.cancel();
  return response.headers.get('content-security-policy') ?? '';
}

describe('a provider with its own script', () => {
  test('runs it only after the consent, and gets its data', async () => {
    const check = await askAlibaba();
    const { page, strangers } = await visit(check);
    await page.waitForTimeout(500);
    expect(strangers).toEqual([]);
    expect(await page.textContent('main')).toContain('a script of Alibaba Cloud');

    await agree(page);
    await page.waitForURL(`${vendor.url}/verify**`);
    expect(strangers[0]).toBe(`${vendor.url}/jsvm_all.js`);
    const said = JSON.parse(String(vendor.taken.at(-1)?.said.MetaInfo));
    expect(said).toEqual({
      bioMetaInfo: '4.1.0:2916352,0',
      deviceType: 'h5',
      ua: devices.phone.userAgent,
    });

    await page.click('[value=passed]');
    await waitForStage(page, 'passed');
    const { origin, pathname, searchParams } = new URL(page.url());
    expect([origin + pathname, searchParams.has('response')]).toEqual([
      `${check.authUrl}/return`,
      true,
    ]);
    expect(await fixture.recheck(check.authToken)).toMatchObject({
      status: 1,
      taskId: vendor.taken.at(-1)?.id,
      providerCode: 'my-alibaba',
    });
    await page.context().close();
  });

  test('that does not load is reported, and can be retried', async () => {
    const check = await askAlibaba();
    const { page } = await visit(check);
    await vendor.misbehave(['down']);
    const before = vendor.taken.length;
    await agree(page);
    await page.waitForSelector('#script-problem:has-text("could not be loaded")');
    expect(await stageOf(page)).toBe('ready');
    expect(await page.isVisible('#offline')).toBe(false);
    expect(vendor.taken.length).toBe(before);

    await page.waitForSelector('[data-action=start]:not([aria-disabled])');
    await page.click('[data-action=start]');
    await page.waitForSelector('#script-problem:has-text("could not be loaded")');
    await vendor.misbehave(['no_receipt']);
    await page.waitForSelector('[data-action=start]:not([aria-disabled])');
    await page.click('[data-action=start]');
    await page.waitForURL(`${vendor.url}/verify**`);
    await page.click('[value=failed]');
    await waitForStage(page, 'failed');
    await page.context().close();
  });

  test('says without JavaScript that its check needs it, and can be declined', async () => {
    const check = await askAlibaba();
    const page = await openPage(browser, check.authUrl, { isScriptless: true });
    expect(await page.textContent('noscript')).toContain('Alibaba Cloud’s check needs scripts.');
    expect(await page.isVisible('[data-action=agree]')).toBe(false);
    await page.click('[data-action=decline]');
    await waitForStage(page, 'cancelled');
    await page.context().close();
  });

  test('runs in a frame of its own pages, which allow its file nowhere, and none later', async () => {
    const check = await askAlibaba();
    for (const part of ['', '/return']) {
      expect(await policyOf(check, part)).toContain("script-src 'self'; frame-src 'self'; style");
      expect(await policyOf(check, part)).toContain("connect-src 'self';");
      expect(await policyOf(check, part)).not.toContain('http');
    }

    const other = await fixture.ask();
    expect(await policyOf(other)).toContain("script-src 'self'; style");
    const { page, strangers } = await visit(other);
    await agree(page);
    await page.waitForURL('**/sandbox/face/**');
    expect(strangers).toEqual([]);
    await page.context().close();

    await fixture.post(`${check.path}/cancel`);
    expect(await policyOf(check)).toContain("script-src 'self'; style");
  });
});
