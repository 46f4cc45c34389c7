import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDeliveryId } from '../../../src/foundation/events/delivery-id.ts';
import { launchBrowser } from '../../browser/browser.ts';
import {
  type BrowserVisitor,
  createBrowserVisitor,
  homeOf,
} from '../../browser/browser-visitor.ts';
import { overflowOf } from '../../browser/console-appearance.ts';
import { settle } from '../../browser/settle.ts';
import { byTest } from '../../kit/by-test.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { readPdf } from '../../kit/read-pdf.ts';
import { project } from '../../kit/search-recount.ts';
import { thisMonth } from '../../kit/this-month.ts';

/** Would be an element, and would open a dialog, wherever a text is taken for HTML. */
const mark = '<xss-mark></xss-mark><img src=x onerror=alert(1)>';

/** As long as names may be and longer than a line: no space, other directions, joined emoji, no width. */
const wide = (length: number) =>
  [...`${mark}\u202e\u05d0\u05d1\u200b\u{1f468}\u200d\u{1f469}\u200d\u{1f467}${'W'.repeat(length)}`]
    .slice(0, length)
    .join('');

let browser: Browser;
let fixture: Fixture;
let owner: BrowserVisitor;
let member: BrowserVisitor;
let accountId: number;
let requestId: string;
let unknownId: string;
let deliveryId: string;

beforeAll(async () => {
  [browser, fixture] = await Promise.all([launchBrowser(), createFixture()]);
  owner = await createBrowserVisitor(browser, fixture);
  await fillWithHostileTexts();
  member = await createBrowserVisitor(browser, fixture, 'owner', accountId);
  await answerWithHostileTexts();
  await project(fixture.pool);
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});

/** Sets every text that the console's API takes, as an operator or a member could. */
async function fillWithHostileTexts(): Promise<void> {
  const post = async (path: string, body: object) => {
    const reply = await owner.asks.post(path, body);
    expect(reply.status, `${path} ${JSON.stringify(reply.body)}`).toBe(200);
    return reply.body;
  };
  ({ accountId } = await post('platform/accounts/create', { name: mark, testBalance: '100' }));
  await post(`${accountId}/wallet/top-up?mode=live`, {
    ...{ mode: 'live', amount: '5', reference: mark, reason: mark },
  });
  const { apiKey } = await post(`${accountId}/keys/create`, { mode: 'test', name: mark });
  for (const mode of ['test', 'live']) {
    await post(`${accountId}/webhooks/create`, {
      ...{ mode, url: 'https://hooks.example/%3Cxss-mark%3E', description: mark },
    });
  }
  await post(`${accountId}/prices/set`, { product: 'sms_notice', amount: '0.01' });
  await post('platform/templates/create', {
    ...{ templateId: 'XSS', product: 'sms_notice', text: `${mark} {content}` },
  });
  await post('platform/settings/set-operator', {
    ...{ nameEn: mark, nameZh: mark, contact: 'a@b.example', privacyUrl: 'https://b.example' },
  });
  await post('platform/providers/add', {
    ...{ code: 'xss', vendor: 'stripe-face', isOn: true },
    settings: { apiKey: 'rk_live_x', webhookSecret: 'whsec_x' },
    particulars: {
      ...{ legalName: { en: mark, zh: mark }, contact: 'a@b.example' },
      ...{ privacyUrl: 'https://b.example', keepDays: 1, isAbroad: false },
    },
  });
  const stops = [{ code: 'xss' }];
  await post('platform/providers/set-route', {
    ...{ product: 'face_verify', accountId, region: null, stops },
  });
  await post('platform/templates/assign', {
    ...{ templateId: 'XSS', product: 'sms_notice', accountId, language: null },
  });
  const headers = { 'x-api-key': apiKey };
  await fixture.call('sms_notice', { mobile: '13912345678', content: mark }, headers);
  await fixture.call('face_verify', { name: mark.slice(0, 64), cardNo: '1101<b>x</b>' }, headers);
  const { body } = await fixture.call(
    'sms_notice',
    { mobile: '13912345679', content: mark },
    { ...headers, 'idempotency-key': 'xss-mark' },
  );
  ({ requestId } = body);
  const unknown = await fixture.call('sms_code', { mobile: '13800000007', code: '1' }, headers);
  ({ requestId: unknownId } = unknown.body);
}

/** Writes hostile texts where vendors, receivers of webhooks and browsers can put some. */
async function answerWithHostileTexts(): Promise<void> {
  const query = (text: string, values: unknown[] = []) => byTest(fixture.pool).query(text, values);
  const hostile = [wide(300)];
  await widenNames();
  await query('update people set name = $1', hostile);
  await query('update console_sessions set agent = $1, address = $1', hostile);
  await query(
    `insert into passkeys (credential_id, person_id, name, public_key, counter, transports)
     select 'xss-' || person_id, person_id, $1, '', 0, '{}' from people`,
    hostile,
  );
  await query(
    `insert into job_runs (job, started_at, failed_at, failure) values ('close days', now(), now(), $1)
     on conflict (job) do update set failed_at = now(), failure = excluded.failure`,
    hostile,
  );
  await query('update attempts set words = $1, vendor_code = $1, reason = $1', hostile);
  await query(`update calls set evidence = $1, provider_ref = $1 where call_id = $2`, [
    mark,
    unknownId,
  ]);
  await query(
    `update calls set message_state = 'undelivered', finished_at = now() where call_id = $1`,
    [requestId],
  );
  await query(
    `insert into receipts (
       account_id, call_id, provider_code, part, state, vendor_code, reason, words, said_at
     )
     values ($2, $3, 'sandbox', 1, 'undelivered', $1, $1, $1, now())`,
    [mark, accountId, requestId],
  );
  await query(`update checks set status = 2, reason = $1, ended_at = now()`, hostile);
  await query('select events_note_change(account_id, call_id) from calls');
  await query('update unresolved_calls set review_since = now() where call_id = $1', [unknownId]);
  await query(
    `update endpoints set is_on = false, disabled_because = 'failing', disabled_at = now()
     where mode = 'live'`,
  );
  await answerDelivery();
}

/** Names that the console's API took, as long as it takes them. */
async function widenNames(): Promise<void> {
  const query = (text: string) => byTest(fixture.pool).query(text, [wide(200)]);
  await query('update accounts set name = $1 where account_id > 1');
  await query('update keys set name = $1');
  await query('update endpoints set description = $1');
  await query(`update manual_entries set reason = $1 where kind = 'top_up'`);
  await query('update operator_particulars set legal_name_en = $1, legal_name_zh = $1');
}

/** A delivery of a test event, answered with a hostile body. */
async function answerDelivery(): Promise<void> {
  const { rows } = await fixture.pool.query(
    `select endpoint_id as "endpointId" from endpoints where mode = 'test' and url is not null`,
  );
  const sent = await owner.asks.post(`${accountId}/webhooks/test`, rows[0]);
  ({ deliveryId } = sent.body);
  const { eventId, endpointId } = readDeliveryId(deliveryId) ?? expect.fail(deliveryId);
  await fixture.pool.query(
    `insert into delivery_attempts (
       account_id, event_id, endpoint_id, tried_at, status, problem, reply, took_ms
     )
     values ($2, $3, $4, now(), 500, $1, $1, 1)`,
    [mark, accountId, eventId, endpointId],
  );
}

/** The screens of an operator and of a member. A hostile text must stand on each. */
const screens = (): [who: BrowserVisitor, path: string][] => [
  [owner, '/platform/overview'],
  [owner, '/platform/accounts'],
  [owner, `/platform/accounts?search=${encodeURIComponent(mark)}`],
  [owner, '/platform/calls?mode=test'],
  [owner, `/platform/calls/${unknownId}`],
  [owner, '/platform/audit'],
  [owner, '/platform/prices'],
  [owner, `/platform/providers?product=face_verify&route=${accountId}.`],
  [owner, '/platform/providers/xss'],
  [owner, '/platform/templates?template=XSS'],
  [owner, '/platform/review?mode=test'],
  [owner, `/platform/review?mode=test&call=${unknownId}`],
  [owner, '/platform/team'],
  [owner, '/platform/health'],
  [owner, '/platform/keys?mode=test'],
  [owner, '/platform/wallet?mode=live'],
  [owner, '/platform/settings'],
  [owner, `/${accountId}/account`],
  [owner, `/${accountId}/account?tab=page`],
  [member, `/${accountId}/overview?mode=test`],
  [member, `/${accountId}/calls?mode=test`],
  [member, `/${accountId}/calls/${requestId}`],
  [member, `/${accountId}/checks?mode=test`],
  [member, `/${accountId}/inbox`],
  [member, `/${accountId}/keys?mode=test`],
  [member, `/${accountId}/wallet`],
  [member, `/${accountId}/wallet?mode=live`],
  [member, `/${accountId}/webhooks?mode=test`],
  [member, `/${accountId}/webhooks?mode=test&delivery=${deliveryId}`],
  [member, `/${accountId}/team`],
  [member, `/${accountId}/audit`],
  [member, `/${accountId}/account`],
  [member, '/security'],
];

test.each(['en-US', 'zh-CN'] as const)(
  'every screen of the console shows hostile texts as text (%s)',
  { timeout: longTimeoutMs },
  async (language) => {
    const wrong: string[] = [];
    for (const [who, path] of screens()) {
      const { page, faults } = await who.open(path, { language });
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => void dialog.dismiss().then(() => dialogs.push(path)));
      await settle(page);
      const found = await page.evaluate<{ isShown: boolean; elements: number }>(`({
        isShown: (([...document.querySelectorAll('[role=dialog]')].find((one) => one.innerText)
          ?? document.querySelector('main')).innerText
          + [...document.querySelectorAll('input, textarea')].map(({ value }) => value).join())
          .includes('xss-mark'),
        elements: document.querySelectorAll('xss-mark, img[src=x], [onerror]').length,
      })`);
      if (!found.isShown) wrong.push(`${path} shows none`);
      if (found.elements > 0) wrong.push(`${path} has an element`);
      if (dialogs.length > 0) wrong.push(`${path} opens a dialog`);
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await settle(page);
        const over = await overflowOf(page);
        if (over > 0) wrong.push(`${path} is ${over} px wider than ${width}`);
      }
      wrong.push(...faults.map((fault) => `${path} ${fault}`));
    }
    expect(wrong).toEqual([]);
  },
);

test.each(['en', 'zh'] as const)('statements hold hostile texts as text (%s)', async (language) => {
  const month = thisMonth();
  const path = (kind: string) =>
    `/console/api/${accountId}/wallet/statement/${kind}?mode=live&month=${month}&language=${language}`;
  const fetched = async (kind: string) => {
    const cookie = [...owner.asks.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(homeOf(fixture) + path(kind), { headers: { cookie } });
    expect(reply.status).toBe(200);
    // A browser stores it as a file, and never takes it for a page.
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(reply.headers.get('content-type')).toMatch(
      kind === 'pdf' ? 'application/pdf' : 'text/csv',
    );
    return new Uint8Array(await reply.arrayBuffer());
  };
  expect(Buffer.from(await fetched('csv')).toString()).toContain(mark);
  const pdf = await fetched('pdf');
  expect((await readPdf(pdf)).join('').replaceAll(/\s/g, '')).toContain(mark.replaceAll(/\s/g, ''));
  // The streams are compressed and have any bytes; what a reader may run is named outside of them.
  const named = Buffer.from(pdf)
    .toString('latin1')
    .replaceAll(/stream\r?\n.*?endstream/gs, '');
  expect(named).toContain('/Catalog');
  expect(named).not.toMatch(/\/(JavaScript|JS|OpenAction|Launch)\b/);
});

test('the home page and the docs take no part of their address for HTML', async () => {
  const page = await browser.newPage();
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => dialogs.push(page.url())));
  const asked = encodeURIComponent(mark);
  const paths = ['/', '/docs', '/docs/reference', `/docs/${asked}`, `/v/${asked}`];
  for (const path of paths.flatMap((each) => [each, `${each}?q=${asked}&lang=${asked}#${asked}`])) {
    await page.goto(fixture.url + path);
    expect(await page.locator('xss-mark, img[src=x], [onerror]').count(), path).toBe(0);
  }
  expect(dialogs).toEqual([]);
  await page.close();
});
