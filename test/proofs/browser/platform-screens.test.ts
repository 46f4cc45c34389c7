import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chuanglanSimulator } from '../../../src/vendors/simulators/chuanglan.ts';
import {
  type RunningSimulator,
  runSimulator,
} from '../../../src/vendors/simulators/run-simulator.ts';
import { simulators } from '../../../src/vendors/vendor-simulators.ts';
import { launchBrowser } from '../../browser/browser.ts';
import { type BrowserVisitor, createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { overflowOf } from '../../browser/console-appearance.ts';
import { expectScreensUsable, languages } from '../../browser/expect-usable.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';
import { addPastCalls } from '../../kit/past-calls.ts';

let browser: Browser;
let fixture: Fixture;
let owner: BrowserVisitor;
let vendor: RunningSimulator;

beforeAll(async () => {
  [browser, fixture] = await Promise.all([launchBrowser(), createFixture()]);
  owner = await createBrowserVisitor(browser, fixture);
  const simulator = simulators.find((each) => each.vendor === 'yunxin');
  if (!simulator) throw new Error('nobody plays yunxin');
  vendor = await runSimulator(simulator, { callbackUrlOf: () => 'http://127.0.0.1:9/' });
  const { callbackKey: _, ...settings } = vendor.config as Record<string, unknown>;
  for (const code of ['tx-sms-main', 'ali-sms', 'yunpian-2']) {
    await owner.asks.post('platform/providers/add', {
      ...{ code, vendor: 'yunxin', isOn: true, settings, costs: { each: '0.0320' } },
    });
  }
  await owner.asks.post('platform/providers/set-route', {
    ...{ product: 'sms_code', accountId: null, region: null },
    stops: [{ code: 'ali-sms' }, { code: 'tx-sms-main' }],
  });
  const { accountId, pool } = fixture;
  await addPastCalls(pool, { accountId, providerCode: 'ali-sms', count: 761 });
  await addPastCalls(pool, { accountId, providerCode: 'tx-sms-main', count: 239 });
});
afterAll(async () => {
  await Promise.all([browser.close(), vendor.close()]);
  await fixture.close();
});

const screens = () => {
  const own = `/${fixture.accountId}`;
  return {
    accounts: '/platform/accounts',
    account: `${own}/account`,
    page: `${own}/account?tab=page`,
    limits: `${own}/account?tab=limits`,
    providers: '/platform/providers',
    vendors: '/platform/providers/+',
    newProvider: '/platform/providers/+?vendor=baidu-face',
    provider: '/platform/providers/ali-sms',
    templates: '/platform/templates?template=CODE_DEFAULT',
    audit: '/platform/audit',
    settings: '/platform/settings',
  };
};

test.each(languages)('every screen is accessible in %s', async (language) => {
  await expectScreensUsable(owner, language, screens());
});

test('a setting is found by its words, its name or its value, and the editable one as well', async () => {
  const { page } = await owner.open('/platform/settings');
  const cards = page.locator('.settings h2');
  const find = page.getByRole('textbox', { name: 'Find a setting' });
  await find.fill('backup daily');
  await page.getByRole('heading', { name: 'Platform operator' }).waitFor({ state: 'detached' });
  expect(await cards.allInnerTexts()).toEqual(['Backups']);
  await find.fill('idempotency_days');
  await expect.poll(() => cards.allInnerTexts()).toEqual(['Data retention']);
  await find.fill('privacy');
  await page.getByLabel('Privacy notice URL').waitFor();
  await find.fill('quagga');
  await page.getByText('No setting matches “quagga”.').waitFor();
  expect(page.url()).toContain('q=quagga');
});

test('a setting has buttons only while it has unsaved changes, and Enter saves it', async () => {
  const { page, faults } = await owner.open('/platform/settings');
  const name = page.getByLabel('Legal name (English)');
  await name.waitFor();
  const stored = await name.inputValue();
  const actions = page.getByRole('button', { name: /^(Discard|Save details)$/ });
  expect(await actions.count()).toBe(0);
  await name.fill('Harbour');
  await page.getByRole('region', { name: 'Unsaved changes:' }).waitFor();
  await page.getByText('Platform operator').nth(1).waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  expect(await name.inputValue()).toBe(stored);
  expect(await actions.count()).toBe(0);
  await name.fill('Harbour');
  await name.press('Enter');
  await page.getByText('Details saved').waitFor();
  await expect.poll(() => actions.count()).toBe(0);
  expect(await name.inputValue()).toBe('Harbour');
  expect(faults).toEqual([]);
});

test('a setting that the role may not change says so', async () => {
  const viewer = await createBrowserVisitor(browser, fixture, 'viewer');
  const { page } = await viewer.open('/platform/settings');
  await page.getByText('Your role can view this, but not change it.').first().waitFor();
  expect(await page.getByLabel('Legal name (English)').isDisabled()).toBe(true);
});

describe('a route', () => {
  test('is ordered by keyboard, says what it does, and is saved', async () => {
    const { page } = await owner.open('/platform/providers');
    const handle = page.getByRole('button', { name: /^tx-sms-main, position 2 of 2/ });
    await handle.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowUp');
    await page.getByText('tx-sms-main moved from position 2 to 1').waitFor();
    await page.getByText('Yesterday’s 1,000 Code SMS calls on this route').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('tx-sms-main moved from position 2 to 1').waitFor({ state: 'detached' });
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowUp');
    await page.getByRole('button', { name: 'Save route' }).click();
    await page.getByText('Route saved').waitFor();
    const { body } = await owner.asks.get('platform/providers/routes');
    const route = body.routes.find(({ product }: { product: string }) => product === 'sms_code');
    expect(route.stops).toEqual([{ code: 'tx-sms-main' }, { code: 'ali-sms' }]);
  });

  test('of verifications follows conversion from a minimum weight on, at every width', async () => {
    const key = { product: 'verify_start', accountId: fixture.accountId, region: null };
    const stops = [
      { code: 'ali-sms', weight: 50 },
      { code: 'tx-sms-main', weight: 50 },
    ];
    await owner.asks.post('platform/providers/set-route', { ...key, stops });
    const where = `/platform/providers?product=verify_start&route=${fixture.accountId}.`;
    const { page } = await owner.open(where);
    await page.getByLabel('Weight to which ali-sms can fall by conversion').fill('10');
    await page.getByRole('button', { name: 'Save route' }).click();
    await page.getByText('Weight now 50. First codes entered in 6 hours: 0 of 0').first().waitFor();
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overflowOf(page)).toBe(0);
    }
    const { body } = await owner.asks.get(
      `platform/providers/route?product=verify_start&account=${fixture.accountId}`,
    );
    expect(body.stored.stops).toEqual([{ ...stops[0], minWeight: 10 }, stops[1]]);
  });
});

describe('a provider', () => {
  test('is tested with wrong settings, then with right ones, and its secret is never shown', async () => {
    const { page } = await owner.open('/platform/providers/ali-sms');
    await page.getByText(/Set on .* by Ada Lin/).waitFor();
    await page.getByRole('button', { name: 'Replace…' }).click();
    await page.locator('input[name=appSecret]').fill('wrong');
    await page.getByLabel('Mobile number', { exact: true }).fill('13912345678');
    await owner.asks.post('platform/templates/update', {
      ...{ templateId: 'CODE_DEFAULT', forms: { 'ali-sms': { code: '3057527' } } },
    });
    await page.getByRole('button', { name: 'Run test' }).click();
    await page.getByText('Provider unavailable').waitFor();
    await page.getByRole('button', { name: 'Keep current' }).click();
    await page.getByRole('button', { name: 'Run test' }).click();
    await page.getByText('Accepted by the provider').waitFor();
    expect(await page.content()).not.toContain(String(vendor.config.appSecret));
  });

  test('is added on a page of its own, which asks before unsaved settings are left', async () => {
    const { page, faults } = await owner.open('/platform/providers');
    await page.getByRole('button', { name: 'Add provider' }).click();
    await page.getByRole('button', { name: /^NetEase Yunxin/ }).click();
    await page.getByLabel('Provider ID').fill('third');
    // The test stays in sight, and so does its result.
    expect(await page.getByRole('button', { name: 'Run test' }).isVisible()).toBe(true);
    await page.goBack();
    const ask = page.getByRole('dialog', { name: 'Leave without saving?' });
    await ask.getByRole('button', { name: 'Cancel' }).click();
    await ask.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Provider ID').inputValue()).toBe('third');
    await page.goBack();
    await ask.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('heading', { name: 'Face', level: 2 }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Providers and routes', level: 1 }).waitFor();
    expect(faults).toEqual([]);
  });

  test('whose receipt does not arrive says why, at every width', async () => {
    const silent = await runSimulator(chuanglanSimulator, {
      callbackUrlOf: () => 'http://127.0.0.1:9/',
    });
    const { callbackKey: _, ...settings } = silent.config;
    await owner.asks.post('platform/providers/add', {
      ...{ code: 'silent', vendor: 'chuanglan', isOn: true, settings },
    });
    await owner.asks.post('platform/templates/update', {
      ...{ templateId: 'CODE_DEFAULT', forms: { silent: { signature: 'Example' } } },
    });
    const { page } = await owner.open('/platform/providers/silent');
    await page.getByLabel('Mobile number', { exact: true }).fill('13912345678');
    await page.getByRole('button', { name: 'Run test' }).click();
    // The answers of the first looks are equal, and the third is the first to give advice.
    await page.getByText('Is the callback URL reachable from the internet').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflowOf(page)).toBe(0);
    const trial = await page.locator('.provider-trial').boundingBox();
    const advice = await page.getByText('Is the callback URL reachable').boundingBox();
    expect(advice?.width).toBeLessThanOrEqual(trial?.width ?? 0);
    await silent.close();
  });
});

describe('an account', () => {
  test('is created, opened, branded and suspended', async () => {
    const { page } = await owner.open('/platform/accounts');
    await page.getByRole('button', { name: 'New account' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Rowan Bank');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Rowan Bank', level: 1 }).waitFor();
    await page.getByText('Check page').click();
    await page.getByLabel('Display name').fill('Rowan');
    await page.getByText('Rowan needs to confirm it’s you').waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Changes saved').waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Suspend…' }).click();
    await page.getByRole('button', { name: 'Suspend Rowan Bank' }).click();
    await page.getByRole('button', { name: 'Resume', exact: true }).waitFor();
  });
});

describe('a template', () => {
  test('counts its parts while typing', async () => {
    const { page } = await owner.open('/platform/templates?template=CODE_DEFAULT');
    await page.getByLabel('Text').fill(`{code} ${'验'.repeat(70)}`);
    await page.getByRole('heading', { name: 'Preview', exact: true }).waitFor();
    await page.getByText('2 segments').waitFor();
    await page.getByText('The next message uses the new text.').waitFor();
  });
});

test('the audit chain is verified at the press of a button, and filters are in the URL', async () => {
  const { page } = await owner.open('/platform/audit?action=provider.add');
  await page.getByRole('button', { name: 'Verify chain' }).click();
  await page.getByText(/Chain intact/).waitFor();
  await page.getByText(/outside the database/).waitFor();
  const sentences = page.locator('tbody .audit-sentence');
  await sentences.first().waitFor();
  const texts = await sentences.allInnerTexts();
  expect(texts.filter((text) => !text.includes(' added a provider: '))).toEqual([]);
});

test('nothing can be added or changed in sections that only a file changes', async () => {
  const before = await owner.open('/platform/templates');
  await before.page.getByRole('button', { name: 'New template' }).waitFor();
  await fixture.pool.query(
    `insert into platform_versions (version, hash, file, locks, secrets, applied_by)
     values (1, 'hash', $1, '{"templates": true, "providers": true}', '{}', 'test')`,
    ['platform: 1\nlocked: [templates, providers]\n'],
  );
  for (const [path, add] of [
    ['/platform/templates?template=new+one', 'New template'],
    ['/platform/providers', 'Add provider'],
  ] as const) {
    const { page } = await owner.open(path);
    await page.locator('.locked-note').waitFor();
    expect(await page.getByRole('button', { name: add }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Create template' }).count()).toBe(0);
  }
  const { page } = await owner.open('/platform/templates?template=CODE_DEFAULT');
  await page.locator('.locked-note').waitFor();
  expect(await page.getByRole('textbox', { name: 'Text' }).isDisabled()).toBe(true);
  // The assignments are not locked.
  expect(await page.getByRole('button', { name: 'Assign', exact: true }).isDisabled()).toBe(false);
  await fixture.pool.query('truncate platform_versions');
});
