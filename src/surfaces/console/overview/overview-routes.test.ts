import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byTest } from '../../../../test/kit/by-test.ts';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';
import { failDeliveries } from '../../../../test/kit/fail-deliveries.ts';
import { hourAhead } from '../../../../test/kit/hour-ahead.ts';
import { routeLive } from '../../../../test/kit/route-live.ts';
import { project } from '../../../../test/kit/search-recount.ts';
import { addProvider } from '../../../vendors/providers/provider-queries.ts';

let fixture: ConsoleFixture;
beforeAll(async () => {
  await hourAhead();
  fixture = await createConsoleFixture();
});
afterAll(() => fixture.close());

const operator = { operator: 'viewer' } as const;
const member = () => ({ members: { [fixture.accountId]: 'viewer' } }) as const;

function today(): string {
  const from = new Date();
  from.setUTCHours(0, 0, 0, 0);
  const to = new Date(from.getTime() + 86_400_000);
  return `mode=test&from=${from.toISOString()}&to=${to.toISOString()}`;
}

test('the setup steps are completed one after the other, and members see their own', async () => {
  const before = await fixture.get(operator, '/platform/overview/first-steps');
  const done = ({ body }: typeof before) =>
    body.steps
      .filter(({ isDone }: { isDone: boolean }) => isDone)
      .map(({ name }: { name: string }) => name);
  expect(done(before)).toEqual(['account', 'key', 'template', 'price']);
  expect(before.body.demo).toBeNull();
  await fixture.call('sms_code', { mobile: '13800000000', code: '1234' });
  const after = await fixture.get(operator, '/platform/overview/first-steps');
  expect(done(after)).toContain('call');
  const theirs = await fixture.get(member(), `/${fixture.accountId}/overview/first-steps`);
  expect(theirs.body.steps.map(({ name }: { name: string }) => name)).toEqual(['key', 'call']);
});

test('a provider counts as set up once a route sends live calls to it', async () => {
  const isDone = async () => {
    const { body } = await fixture.get(operator, '/platform/overview/first-steps');
    return body.steps.find(({ name }: { name: string }) => name === 'provider').isDone;
  };
  await addProvider(byTest(fixture.pool), {
    ...{ providerCode: 'oak', kind: 'sms', vendorCode: 'http-sms', isOn: true },
    ...{
      sealedConfig: Buffer.of(1),
      callbackHash: Buffer.alloc(32, 1),
      particulars: {},
      costs: {},
    },
  });
  expect(await isDone()).toBe(false);
  await routeLive(fixture.pool, { sms: ['oak'] });
  expect(await isDone()).toBe(true);
});

test('figures belong to the scope, and margins only to the platform', async () => {
  const other = await fixture.newCaller();
  await other.call('sms_code', { mobile: '13900005678', code: '1234' });
  await project(fixture.pool);
  const all = await fixture.get(operator, `/platform/overview/figures?${today()}`);
  expect(all.body.sums).toMatchObject({ calls: 2, done: 2, margin: null, uncosted: 2 });
  expect(all.body.balance).toBeNull();
  const own = await fixture.get(member(), `/${fixture.accountId}/overview/figures?${today()}`);
  expect(own.body.sums.calls).toBe(1);
  expect(own.body.sums).not.toHaveProperty('margin');
  expect(own.body.balance.available).toMatch(/^999\./);
  const drawn = own.body.series.flatMap(({ calls }: { calls: number[] }) => calls);
  expect(drawn.reduce((sum: number, calls: number) => sum + calls, 0)).toBe(1);
});

test('tasks of the operator are shown to no one else', async () => {
  const needs = await fixture.get(operator, '/platform/overview/needs?mode=test');
  expect(needs.body).toMatchObject({ review: { count: 0 }, wallets: [] });
  const accounts = await fixture.get(operator, `/platform/overview/accounts?${today()}`);
  expect(accounts.body.accounts).toHaveLength(2);
  const foreign = await fixture.get(member(), `/${fixture.accountId}/overview/accounts?${today()}`);
  expect(foreign.body.reason).toBe('nothing_there');
  const theirs = await fixture.get(member(), `/${fixture.accountId}/overview/needs`);
  expect(theirs.body.reason).toBe('nothing_there');
});

describe('a failing provider', () => {
  const sealedConfig = Buffer.of(1);
  const putProvider = (providerCode: string) =>
    addProvider(byTest(fixture.pool), {
      ...{ providerCode, kind: 'sms', vendorCode: 'http-sms', isOn: true, sealedConfig },
      ...{ callbackHash: Buffer.from(providerCode), particulars: {}, costs: {} },
    });
  const noteFaults = async (code: string, count: number) => {
    const { providerRuns } = fixture.app;
    for (let n = 0; n < count; n++) providerRuns.note(code, 'provider_unreachable');
    await providerRuns.write();
  };
  const needs = async () => (await fixture.get(operator, '/platform/overview/needs')).body;
  const first = { product: 'sms_code', accountId: null, region: null, provider: 'elm' };

  test('needs attention from five failures in a row, with the provider to put first', async () => {
    for (const code of ['elm', 'fir']) await putProvider(code);
    await routeLive(fixture.pool, { sms: ['elm', 'fir'] });
    await noteFaults('elm', 4);
    expect((await needs()).routes).toEqual([]);
    await noteFaults('elm', 10);
    const { routes, providers } = await needs();
    expect(routes).toMatchObject([
      { ...first, instead: 'fir', asked: 2 },
      { instead: 'fir' },
      { instead: 'fir' },
    ]);
    const failing = { failed: 14, asked: 14, reason: 'provider_unreachable' };
    expect(routes[0].failing).toMatchObject(failing);
    // It was not asked in the last hour, and is failing all the same.
    expect(providers).toMatchObject([{ provider: 'elm', asked: 0, state: 'failing', failing }]);
    const ofTest = await fixture.get(operator, '/platform/overview/needs?mode=test');
    expect(ofTest.body.providers).toEqual([]);
  });

  test('offers no other one when every provider of the route fails', async () => {
    const failing = async () =>
      (await fixture.get(member(), `/${fixture.accountId}/overview/status`)).body.failing;
    expect(await failing()).toEqual([]);
    await noteFaults('fir', 5);
    expect((await needs()).routes[0]).toMatchObject({ ...first, instead: null, asked: 2 });
    expect(await failing()).toEqual(['sms_code', 'sms_notice', 'verify_start']);
  });

  test('needs nothing once another provider is asked first', async () => {
    for (let n = 0; n < 20; n++) fixture.app.providerRuns.note('fir', null);
    await fixture.app.providerRuns.write();
    await routeLive(fixture.pool, { sms: ['fir', 'elm'] });
    const { routes, providers } = await needs();
    expect(routes).toEqual([]);
    expect(providers).toMatchObject([{ provider: 'elm', state: 'failing' }]);
    const { body } = await fixture.get(member(), `/${fixture.accountId}/overview/status`);
    expect(body).toEqual({
      failing: [],
      offered: ['sms_code', 'sms_notice', 'verify_start'],
      operator: { name: expect.any(String), contact: expect.any(String) },
    });
  });
});

test('an endpoint needs attention as soon as its list shows it as failing, and until it accepts one', async () => {
  const path = `/${fixture.accountId}/webhooks/create`;
  const url = 'https://hooks.example/orders';
  const made = await fixture.post({ operator: 'owner' }, path, { mode: 'test', url });
  const { endpointId } = made.body;
  const failing = async () =>
    (await fixture.get(operator, '/platform/overview/needs?mode=test')).body.failingEndpoints;
  const listed = async () => {
    const page = await fixture.get(operator, `/${fixture.accountId}/webhooks/endpoints?mode=test`);
    return page.body.endpoints[0].health;
  };
  expect([await failing(), (await listed()).failingSince]).toEqual([[], null]);
  await failDeliveries(fixture.pool, endpointId, 1);
  const { accountId } = fixture;
  expect(await failing()).toMatchObject([{ endpointId, accountId, url, failed: 1 }]);
  const { failingSince, failedInRow } = await listed();
  expect({ failingSince, failedInRow }).toEqual({
    failingSince: (await failing())[0].since,
    failedInRow: 1,
  });
});

test('the state of the books is shown, and a wrong wallet is reported', async () => {
  const good = await fixture.get(operator, '/platform/overview/proof');
  expect(good.body).toMatchObject({ state: 'good', fault: null, differences: 0 });
  await fixture.pool.query('update wallets set available = available + 1 where account_id = $1', [
    fixture.accountId,
  ]);
  const bad = await fixture.get(operator, '/platform/overview/proof');
  expect(bad.body).toMatchObject({ state: 'bad', fault: expect.any(String) });
  await fixture.pool.query('update wallets set available = available - 1 where account_id = $1', [
    fixture.accountId,
  ]);
});

test('a period is at most a little over a year', async () => {
  const span = 'from=0001-01-01T00:00:00Z&to=9999-01-01T00:00:00Z';
  const reply = await fixture.get({ operator: 'viewer' }, `/platform/overview/figures?${span}`);
  expect(reply).toMatchObject({ status: 400, body: { details: [{ field: 'from' }] } });
});
