import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';
import { hourAhead } from '../../../../test/kit/hour-ahead.ts';
import { addPastCalls } from '../../../../test/kit/past-calls.ts';
import { takeReceipts } from '../../../products/messages/receipt-queries.ts';
import { type RunningSimulator, runSimulator } from '../../../vendors/simulators/run-simulator.ts';
import { simulators } from '../../../vendors/vendor-simulators.ts';
import { routes } from './route-routes.ts';

let fixture: ConsoleFixture;
let vendor: RunningSimulator;

const owner = { operator: 'owner', name: 'Lin' } as const;
const post = (path: string, body: object) =>
  fixture.post(owner, `/platform/providers/${path}`, body);
const get = (path: string) => fixture.get(owner, `/platform/providers/${path}`);

beforeAll(async () => {
  await hourAhead();
  fixture = await createConsoleFixture();
  const simulator = simulators.find((each) => each.vendor === 'yunxin');
  if (!simulator) throw new Error('nobody plays yunxin');
  vendor = await runSimulator(simulator, { callbackUrlOf: () => 'http://127.0.0.1:9/' });
  for (const code of ['first', 'second']) {
    await post('add', { code, vendor: 'yunxin', isOn: true, settings: vendor.config });
  }
});
afterAll(async () => {
  await vendor.close();
  await fixture.close();
});

const message = {
  ...{ mobile: '13912345678', templateId: 'CODE_DEFAULT', values: { code: '4829135760' } },
};

describe('a provider', () => {
  test('shows who set its secrets and when, and never a value', async () => {
    const { body, text } = await get('one?code=first');
    expect(body.secrets).toMatchObject([{ name: 'appSecret', by: 'Lin' }]);
    const { appSecret, callbackKey: _, ...plain } = vendor.config as Record<string, unknown>;
    expect(body.settings).toMatchObject(plain);
    expect(text).not.toContain(appSecret);
    // Anyone who knows the end of that URL can send callbacks as the vendor.
    expect(body.callbackUrl).toMatch(/\/callbacks\/./);
    const viewer = await fixture.get({ operator: 'viewer' }, '/platform/providers/one?code=first');
    expect(viewer.body).toMatchObject({ code: 'first', callbackUrl: null });
    // A server on this machine is reached by no vendor.
    expect(body.callbackFault).toBe('inside');
    const before = body.secrets[0].setAt;
    const same = { code: 'first', version: body.version, settings: { appKey: plain.appKey } };
    const again = await fixture.post({ ...owner, name: 'Wu' }, '/platform/providers/set', same);
    expect(again.body.secrets).toEqual(body.secrets);

    const other = { ...owner, name: 'Chen' };
    const set = await fixture.post(other, '/platform/providers/set', {
      ...{ code: 'first', version: again.body.version, settings: { appSecret: 'another' } },
    });
    expect(set.body.secrets).toMatchObject([{ name: 'appSecret', by: 'Chen' }]);
    expect(Date.parse(set.body.secrets[0].setAt)).toBeGreaterThan(Date.parse(before));
    expect(set.text).not.toContain('another');
  });

  test('is not overwritten by an outdated form', async () => {
    const { body } = await get('one?code=second');
    const change = { code: 'second', version: body.version, settings: {}, costs: { each: '0.03' } };
    expect((await post('set', change)).body.costs).toEqual({ each: '0.03' });
    const late = await post('set', { ...change, costs: { each: '0.09' } });
    expect(late).toMatchObject({ status: 422, body: { reason: 'refused' } });
    expect((await get('one?code=second')).body.costs).toEqual({ each: '0.03' });
    const wrong = await post('set', { ...change, version: body.version + 1, costs: { each: 'x' } });
    expect(wrong.status).toBe(422);
  });

  test('is tested with settings that are not stored', async () => {
    const { version } = (await get('one?code=second')).body;
    const { appSecret } = vendor.config as Record<string, unknown>;
    const settings = { endpoint: 'http://127.0.0.1:9', appSecret };
    const form = { forms: { second: { code: '3057527' } }, templateId: 'CODE_DEFAULT' };
    await fixture.post(owner, '/platform/templates/update', form);
    const away = await post('test', { code: 'second', settings, ...message });
    // The address is inside the operator's network, so only the status and the outcome are shown.
    expect(away.body).toMatchObject({
      outcome: 'unavailable',
      reason: null,
      exchanges: [{ status: null }],
    });
    const tried = await post('test', { code: 'second', settings: {}, ...message });
    expect(tried.body).toMatchObject({ outcome: 'done', exchanges: [{ status: 200 }] });
    for (const hidden of ['13912345678', '4829135760', String(vendor.config.appSecret)]) {
      expect(tried.text).not.toContain(hidden);
    }
    // The receipt never arrives, because the simulator sends it elsewhere.
    const named = { code: 'second', settings: {} };
    const { follow } = tried.body;
    const progress = await post('follow', { ...named, follow, withStatus: true });
    expect(progress.body).toMatchObject({ receipts: [], status: { state: 'sent' }, isOver: false });
    expect(progress.body.advice[0]).toEqual({ en: 'No receipt yet.', zh: '尚未收到回执。' });
    await takeReceipts(fixture.pool, [
      {
        ...{ providerCode: 'second', providerRef: vendor.taken.at(-1)?.id, isTrusted: true },
        ...{ state: 'delivered', vendorCode: 'DELIVRD', detail: 'DELIVRD', at: new Date() },
      },
    ]);
    const ended = await post('follow', { ...named, follow, withStatus: false });
    expect(ended.body).toMatchObject({
      ...{ receipts: [{ state: 'delivered', isSigned: true }], status: null },
      ...{ advice: [], isOver: true },
    });
    const forged = await post('follow', { ...named, follow: 'AAAA', withStatus: false });
    expect(forged).toMatchObject({ status: 422, body: { reason: 'refused' } });
    // A real message was sent each time: the log says by whom.
    const log = await fixture.get(owner, '/platform/audit/entries?action=provider.test');
    expect(log.body.entries).toMatchObject(
      Array(2).fill({ actor: { name: 'Lin' }, key: { provider_code: 'second' } }),
    );
    expect((await get('one?code=second')).body).toMatchObject({
      version,
      settings: { endpoint: vendor.config.endpoint },
    });
  });

  test('reports all invalid settings in Chinese, too', async () => {
    const asked = { code: 'third', vendor: 'yunxin', isOn: true, settings: { colour: 'red' } };
    const headers = { 'accept-language': 'zh-CN' };
    const reply = await fixture.post(owner, '/platform/providers/add', asked, headers);
    expect(reply.status).toBe(422);
    expect(reply.body.details[0].problem).toMatch(
      /^colour 不是 yunxin 的设置项；appKey 为必填项；appSecret 为必填项。yunxin 的设置项：appKey、/,
    );
  });

  test('sends a stored secret to no other host', async () => {
    const { version } = (await get('one?code=second')).body;
    const settings = { endpoint: 'https://elsewhere.example' };
    const tried = await post('test', { code: 'second', settings, ...message });
    expect(tried).toMatchObject({ status: 422, body: { reason: 'refused' } });
    const moved = { code: 'second', version, settings };
    expect((await post('set', moved)).status).toBe(422);
    const emptied = { ...moved, settings: { ...settings, appSecret: null } };
    expect((await post('set', emptied)).status).toBe(422);
    expect((await get('one?code=second')).body.version).toBe(version);
    const typed = { ...moved, settings: { ...settings, appSecret: 'their own' } };
    expect((await post('set', typed)).status).toBe(200);
    const back = { ...moved, version: version + 1, settings: vendor.config };
    expect((await post('set', back)).status).toBe(200);
  });

  test('is enabled and disabled, and removed when no route names it', async () => {
    await post('add', { code: 'third', vendor: 'yunxin', isOn: true, settings: vendor.config });
    const off = await post('off', { code: 'third' });
    const rowOf = (body: { providers: { code: string }[] }) =>
      body.providers.find(({ code }) => code === 'third');
    expect(rowOf(off.body)).toMatchObject({ isOn: false, state: 'off', hour: { asked: 0 } });
    expect(rowOf((await post('on', { code: 'third' })).body)).toMatchObject({ isOn: true });
    const key = { product: 'sms_notice', accountId: fixture.accountId, region: 'HK' };
    await post('set-route', { ...key, stops: [{ code: 'first' }, { code: 'third' }] });
    const routesOf = async (code: string) => (await get(`one?code=${code}`)).body.routes;
    expect(await routesOf('third')).toMatchObject([{ ...key, isFirst: false }]);
    expect(await routesOf('first')).toContainEqual(
      expect.objectContaining({ ...key, isFirst: true }),
    );
    expect((await post('remove', { code: 'third' })).status).toBe(422);
    await post('remove-route', key);
    expect(rowOf((await post('remove', { code: 'third' })).body)).toBeUndefined();
  });

  test('can have a weight that follows conversion, shown with its figures on an account’s route', async () => {
    const { accountId } = await fixture.newCaller();
    await post('add', { code: 'elm', vendor: 'yunxin', isOn: true, settings: vendor.config });
    const key = { product: 'verify_start', accountId, region: null };
    const stops = [{ code: 'elm', weight: 50, minWeight: 10 }];
    const { body } = await post('set-route', { ...key, stops });
    expect(body).toMatchObject({
      stored: { stops },
      conversion: [{ code: 'elm', weight: 50, numbers: 0, approved: 0 }],
    });
    await post('remove-route', key);
    await post('remove', { code: 'elm' });
  });

  test('is on routes that are paged, found by account, and shown one by one', async () => {
    const { accountId } = await fixture.newCaller();
    await post('add', { code: 'fourth', vendor: 'yunxin', isOn: true, settings: vendor.config });
    const stops = [{ code: 'fourth' }];
    const all = { product: 'sms_code', accountId: null, region: null };
    const keys = [
      all,
      { ...all, region: 'HK' },
      { ...all, accountId },
      { ...all, accountId, region: 'HK' },
    ];
    const before = (await get('route?product=sms_code')).body.accounts;
    for (const key of keys) await post('set-route', { ...key, stops });
    const read = async (words: string) => (await get(`routes?product=sms_code${words}`)).body;
    const { routes, next } = await read('');
    expect([
      routes.map(({ accountName: _, ...row }: object & { accountName: unknown }) => row),
      next,
    ]).toEqual([keys.map((key) => ({ ...key, stops })), null]);
    const seen: unknown[] = [];
    for (let mark: string | null = ''; mark !== null; ) {
      const page = await read(`&limit=1${mark && `&after=${mark}`}`);
      seen.push(...page.routes);
      mark = page.next;
    }
    expect(seen).toEqual(routes);
    expect((await read(`&search=${accountId}`)).routes).toEqual(routes.slice(2));
    expect((await read('&search=hk')).routes).toEqual([routes[1], routes[3]]);
    expect((await get(`route?product=sms_code&account=${accountId}&region=SG`)).body).toEqual({
      ...{ stored: null, everybodys: routes[0], accounts: before - 1, conversion: [] },
    });
    for (const key of keys) await post('remove-route', key);
    expect((await get('route?product=sms_code')).body).toEqual({
      ...{ stored: null, everybodys: null, accounts: before, conversion: [] },
    });
    await post('remove', { code: 'fourth' });
  });

  test('has a vendor whose form can be rendered in both languages', async () => {
    const { vendors } = (await get('vendors')).body;
    for (const { settings, title } of vendors) {
      for (const { title: of } of [{ title }, ...settings]) {
        expect([of.en.length > 0, of.zh.length > 0]).toEqual([true, true]);
      }
    }
    const yunxin = vendors.find(({ code }: { code: string }) => code === 'yunxin');
    const secret = yunxin.settings.find(({ name }: { name: string }) => name === 'appSecret');
    expect(secret).toMatchObject({ type: 'text', isSecret: true, isRequired: true });
  });
});

test('a face provider says which particulars its consent still lacks', async () => {
  const settings = { secretId: 'id', secretKey: 'key', merchantId: '1', ruleId: '2' };
  const asked = { code: 'facer', vendor: 'tencent-face', isOn: true, settings };
  expect((await post('add', asked)).body.untold.length).toBeGreaterThan(0);
  const { providers } = (await get('list')).body;
  const untoldOf = (code: string) =>
    providers.find((row: { code: string }) => row.code === code).untold.length > 0;
  expect([untoldOf('facer'), untoldOf('second')]).toEqual([true, false]);
});

test('yesterday is a day in the platform’s time zone', async () => {
  const route = routes.find(({ path }) => path === '/providers/what-if');
  const context = {
    ...{ pool: fixture.pool, scope: { kind: 'platform' } },
    config: { timeZone: 'Asia/Shanghai' },
    clock: { now: () => new Date('2026-05-01T20:00:00Z') },
  };
  const query = { product: 'sms_code', stops: ['first'] };
  const report = await route?.handle(context as never, { query } as never);
  expect(report).toMatchObject({ day: '2026-05-01' });
});

describe('a drafted route', () => {
  const past = (providerCode: string, count: number, prefix: string) =>
    addPastCalls(fixture.pool, { accountId: fixture.accountId, providerCode, count, prefix });

  test('shows who would have carried yesterday’s calls that it would take', async () => {
    await past('first', 30, '+861391234');
    await past('second', 10, '+861391234');
    await past('first', 20, '+44740012');
    const all = await get('what-if?product=sms_code&stops=second,first');
    expect(all.body).toMatchObject({ calls: 60, isSample: false, success: { was: 1, wouldBe: 1 } });
    const shares = Object.fromEntries(
      all.body.providers.map((row: { code: string }) => [row.code, row]),
    );
    expect(shares.second).toMatchObject({ wouldBe: 1 });
    expect(shares.second.was).toBeCloseTo(10 / 60);
    expect(shares.first).toMatchObject({ wouldBe: 0 });
    // The cost of the first one is unknown, and the second has a price list.
    expect(all.body.cost).toEqual({ was: null, wouldBe: '1.8000' });

    const abroad = await get('what-if?product=sms_code&region=GB&stops=second:1,first:3');
    expect(abroad.body.calls).toBe(20);
    const first = abroad.body.providers.find(({ code }: { code: string }) => code === 'first');
    expect(first).toMatchObject({ was: 1, wouldBe: 0.75 });
    expect(abroad.body.cost.wouldBe).toBeNull();

    await post('off', { code: 'second' });
    const without = await get('what-if?product=sms_code&stops=second,first');
    await post('on', { code: 'second' });
    const taken = without.body.providers.map((row: { code: string; wouldBe: number }) => [
      row.code,
      row.wouldBe,
    ]);
    expect(Object.fromEntries(taken)).toEqual({ first: 1, second: 0 });
  });
});

test('failures are counted by reason', async () => {
  // Its secret has changed since the test above, and the vendor refuses it.
  const caller = await fixture.newCaller({ mode: 'live', balance: '10' });
  await fixture.post(owner, '/platform/providers/set-route', {
    ...{ product: 'sms_code', accountId: caller.accountId, region: null },
    stops: [{ code: 'first' }],
  });
  const form = { forms: { first: { code: '3057527' } }, templateId: 'CODE_DEFAULT' };
  await fixture.post(owner, '/platform/templates/update', form);
  const reply = await caller.call('sms_code', { mobile: '13912345678', code: '4829135760' });
  expect(reply.status).not.toBe(201);
  const { reasons } = (await get('reasons?code=first')).body;
  expect(reasons).toEqual([
    expect.objectContaining({ outcome: 'unavailable', count: 1, words: expect.any(Object) }),
  ]);
});
