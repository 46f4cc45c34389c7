import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestReport, testProvider } from '../../src/surfaces/trials/test-provider.ts';
import { draftProvider } from '../../src/vendors/providers/draft-provider.ts';
import { findVendor } from '../../src/vendors/providers/find-vendor.ts';
import type { MessageVendor } from '../../src/vendors/providers/vendor.ts';
import { simulators } from '../../src/vendors/vendor-simulators.ts';
import { vendors } from '../../src/vendors/vendors.ts';
import { createRehearsalFixture, type RehearsalFixture } from './rehearsal-fixture.ts';
import type { Rehearsed } from './rehearse.ts';

/** An operator tests each vendor on a running platform, and waits for the receipt or the result. */
let rehearsal: RehearsalFixture;

beforeAll(async () => {
  rehearsal = await createRehearsalFixture();
});
afterAll(() => rehearsal.close());

type Waiting = NonNullable<Parameters<typeof testProvider>[3]>;

async function tryOut({ code, simulator }: Rehearsed, waiting: Waiting): Promise<TestReport> {
  const { pool, app, url } = rehearsal.fixture;
  const { vault } = app.line;
  const provider = await draftProvider({ pool, vault, vendors }, { code }, (_, before) => before);
  const ports = {
    pool,
    defaultRegion: 'CN',
    currency: 'CNY',
    providerTimeoutMs: 5_000,
    publicUrl: url,
  };
  const trial = {
    ...{ mobile: '13912345678', templateId: 'CODE_DEFAULT', values: { code: '482913' } },
    // The name on the document that these simulators show.
    ...(/^(stripe|veriff)/.test(code)
      ? { name: 'Jenny Rosen', cardNo: 'P1234567' }
      : { name: '张三丰', cardNo: '11010519491231002X' }),
    form: simulator.form,
    browserData: '{"bioMetaInfo":"4.1.0:2916352,0"}',
  };
  return testProvider(ports, provider, trial, waiting);
}

const ofKind = (kind: 'sms' | 'face') =>
  simulators.filter((each) => each.kind === kind).map((each) => [each.vendor, each] as const);
const receiptsOf = (code: string) => (findVendor(vendors, code) as MessageVendor).receipts;
const pushing = ofKind('sms').filter(([code]) => receiptsOf(code).includes('push'));

// @mutant src/products/messages/receipt-queries.ts
// - if (isTrialReference(reference)) return reference;
test.each(pushing)('a test by %s sees the receipt of its message', async (_, simulator) => {
  const provider = await rehearsal.addProvider(simulator);
  const { result, end } = await tryOut(provider, { waitMs: 20_000 });
  expect(result.kind).toBe('done');
  expect(end?.message?.receipts).toMatchObject([{ state: 'delivered' }]);
  expect(end?.advice).toEqual([]);
});

test('a test without a receipt tells the callback URL, and what the vendor itself says', async () => {
  const simulator = simulators.find(({ vendor }) => vendor === 'alibaba-sms');
  if (!simulator) throw new Error('no simulator');
  const provider = await rehearsal.addProvider(simulator);
  await provider.running.misbehave(['no_receipt']);
  const { end } = await tryOut(provider, { waitMs: 2_500 });
  expect(end?.message).toMatchObject({ receipts: [], status: { state: 'sent' } });
  const advice = end?.advice.map(({ en }) => en).join('\n') ?? '';
  expect(advice).toContain('No receipt yet.');
  expect(advice).toContain(`${rehearsal.fixture.url}/callbacks/${provider.running.callbackKey}`);
  expect(advice).toContain('PUBLIC_URL');
});

test.each(ofKind('face'))(
  'a test by %s shows the link and waits for the result',
  async (_, simulator) => {
    const provider = await rehearsal.addProvider(simulator);
    let url = '';
    const onSent: Waiting['onSent'] = (result) => {
      if (result.kind === 'started') url = result.url;
      const [taken] = provider.running.taken;
      if (taken) provider.running.decide(taken.id, 'passed');
    };
    const { end } = await tryOut(provider, { waitMs: 10_000, onSent });
    expect(url).toMatch(/^https?:/);
    expect(end?.session).toMatchObject({ state: 'passed' });
  },
);

test('a test of WeChat Pay finds a wrong AppSecret before a payer does, and shows no secret', async () => {
  const simulator = simulators.find(({ vendor }) => vendor === 'wechat-pay');
  if (!simulator) throw new Error('no simulator');
  const right = await rehearsal.addProvider(simulator);
  const good = await tryOut(right, { waitMs: 0 });
  expect(good.result.kind).toBe('started');
  expect(right.running.taken.map(({ said, state }) => [said.tradeType, state])).toEqual([
    ['NATIVE', 'closed'],
  ]);
  const appSecret = 'a-secret-of-another-account-0001';
  const wrong = await rehearsal.addProvider(simulator, (config) => ({ ...config, appSecret }));
  const { result, exchanges, hint } = await tryOut(wrong, { waitMs: 0 });
  expect(result).toMatchObject({ kind: 'unavailable', vendorCode: '40125' });
  expect(hint?.en).toContain('AppSecret is wrong');
  expect(JSON.stringify(exchanges)).toContain('/sns/oauth2/access_token');
  expect(JSON.stringify(exchanges)).not.toContain(appSecret);
});
