import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../../browser/browser.ts';
import { type BrowserVisitor, createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { settle } from '../../browser/settle.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';
import { project } from '../../kit/search-recount.ts';

/** Would be an element, and would open a dialog, wherever a text is taken for HTML. */
const mark = '<xss-mark></xss-mark><img src=x onerror=alert(1)>';

let browser: Browser;
let fixture: Fixture;
let owner: BrowserVisitor;
let member: BrowserVisitor;
let accountId: number;
let requestId: string;

beforeAll(async () => {
  [browser, fixture] = await Promise.all([launchBrowser(), createFixture()]);
  owner = await createBrowserVisitor(browser, fixture);
  await fillWithHostileTexts();
  member = await createBrowserVisitor(browser, fixture, 'owner', accountId);
  await fixture.pool.query('update people set name = $1', [mark]);
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
  await post(`${accountId}/webhooks/create`, {
    ...{ mode: 'test', url: 'https://hooks.example/%3Cxss-mark%3E', description: mark },
  });
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
  const headers = { 'x-api-key': apiKey };
  await fixture.call('sms_notice', { mobile: '13912345678', content: mark }, headers);
  await fixture.call('face_verify', { name: mark.slice(0, 64), cardNo: '1101<b>x</b>' }, headers);
  const { body } = await fixture.call(
    'sms_notice',
    { mobile: '13912345679', content: mark },
    { ...headers, 'idempotency-key': 'xss-mark' },
  );
  ({ requestId } = body);
}

/**
 * The screens of an operator and of a member, and whether a hostile text must stand in their main part. The others
 * show only names that the program gives, or masked ones.
 */
const screens = (): [who: BrowserVisitor, path: string, isShown: boolean][] => [
  [owner, '/platform/overview', false],
  [owner, '/platform/accounts', true],
  [owner, `/platform/accounts?search=${encodeURIComponent(mark)}`, true],
  [owner, '/platform/calls?mode=test', true],
  [owner, '/platform/audit', true],
  [owner, '/platform/prices', false],
  [owner, '/platform/providers', false],
  [owner, '/platform/providers?edit=xss', true],
  [owner, '/platform/templates', false],
  [owner, '/platform/templates?template=XSS', true],
  [owner, '/platform/review', false],
  [owner, '/platform/team', true],
  [owner, '/platform/settings', true],
  [owner, `/${accountId}/account`, true],
  [owner, `/${accountId}/account?tab=page`, true],
  [member, `/${accountId}/overview?mode=test`, false],
  [member, `/${accountId}/calls?mode=test`, false],
  [member, `/${accountId}/calls/${requestId}`, true],
  [member, `/${accountId}/checks?mode=test`, false],
  [member, `/${accountId}/inbox`, true],
  [member, `/${accountId}/keys?mode=test`, true],
  [member, `/${accountId}/wallet`, true],
  [member, `/${accountId}/wallet?mode=live`, true],
  [member, `/${accountId}/webhooks?mode=test`, true],
  [member, `/${accountId}/team`, true],
  [member, `/${accountId}/audit`, true],
  [member, `/${accountId}/account`, true],
  [member, '/security', false],
];

test('every screen of the console shows hostile texts as text', async () => {
  const wrong: string[] = [];
  for (const [who, path, isShown] of screens()) {
    const { page, faults } = await who.open(path);
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => dialogs.push(path)));
    await settle(page);
    const found = await page.evaluate<{ isShown: boolean; elements: number }>(`({
      isShown: (document.querySelector('main').innerText + [...document.querySelectorAll('input, textarea')]
        .map(({ value }) => value).join()).includes('xss-mark'),
      elements: document.querySelectorAll('xss-mark, img[src=x], [onerror]').length,
    })`);
    if (isShown && !found.isShown) wrong.push(`${path} shows none`);
    if (found.elements > 0) wrong.push(`${path} has an element`);
    if (dialogs.length > 0) wrong.push(`${path} opens a dialog`);
    wrong.push(...faults.map((fault) => `${path} ${fault}`));
  }
  expect(wrong).toEqual([]);
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
