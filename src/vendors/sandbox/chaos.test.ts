import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createFixture, type Fixture } from '../../../test/kit/fixture.ts';
import { type Chaos, drawEffect, noFaults } from './chaos.ts';
import { setChaos } from './chaos-queries.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture({ settings: { providerTimeoutMs: 1_000 } });
});
afterAll(() => fixture.close());
afterEach(() => set({}));

/** Sets the switches of the fixture's account, and waits until the platform has noticed. */
async function set(switches: Partial<Chaos>): Promise<void> {
  await setChaos(byTest(fixture.pool), fixture.accountId, { ...noFaults, ...switches });
  await expect
    .poll(() => fixture.app.chaos.of(fixture.accountId))
    .toEqual({ ...noFaults, ...switches });
}

const send = (mobile = '13912345678') => fixture.call('sms_code', { mobile, code: '246810' });
const stateOf = async (requestId: string) =>
  (await fixture.call('sms_status', { requestId })).body.data.state;

describe('the switches', () => {
  test('apply in order, each as often as its share says', () => {
    const fallen = (chaos: Partial<Chaos>, side: number) =>
      drawEffect({ ...noFaults, ...chaos }, () => side)?.script;
    expect(fallen({}, 0)).toBeUndefined();
    expect(fallen({ fail: 30 }, 29.9)).toBe('down');
    expect(fallen({ fail: 30 }, 30)).toBeUndefined();
    expect(fallen({ fail: 100, lose: 100 }, 99.9)).toBe('down');
    expect(fallen({ lose: 100, duplicate: 100 }, 99.9)).toBe('silent');
  });

  test('down: the call fails and nothing is charged', async () => {
    await set({ fail: 100 });
    const before = await fixture.wallet();
    expect(await send()).toMatchObject({ status: 502, body: { reason: 'provider_unavailable' } });
    expect(await fixture.wallet()).toEqual(before);
  });

  test('no answer: the outcome is unknown, although the message was accepted', async () => {
    await set({ timeOut: 100 });
    const { status, body } = await send();
    expect({ status, reason: body.reason }).toEqual({ status: 504, reason: 'outcome_unknown' });
    expect(await fixture.inbox.find(body.requestId)).toMatchObject({ script: 'timeout_sent' });
  });

  test('a delay beyond the provider timeout counts as no answer', async () => {
    await set({ delayMs: 60_000 });
    const { status, body } = await send();
    expect(status).toBe(504);
    expect(await fixture.inbox.find(body.requestId)).toBeUndefined();
  });

  test('lost: no receipt ever comes', async () => {
    await set({ lose: 100 });
    const { body } = await send();
    await fixture.fireReceipts(60_000);
    expect(await stateOf(body.requestId)).not.toBe('delivered');
  });

  test('three times: the message is delivered once', async () => {
    await set({ duplicate: 100 });
    const { body } = await send();
    await fixture.fireReceipts();
    expect(await stateOf(body.requestId)).toBe('delivered');
  });

  test('out of order: a later message has its receipt first', async () => {
    await set({ reorder: 100 });
    const first = await send();
    await set({});
    const second = await send();
    await fixture.fireReceipts(2_000);
    expect(await stateOf(second.body.requestId)).toBe('delivered');
    expect(await stateOf(first.body.requestId)).not.toBe('delivered');
    await fixture.fireReceipts(6_000);
    expect(await stateOf(first.body.requestId)).toBe('delivered');
  });

  test('affect neither other accounts nor live calls nor magic numbers', async () => {
    await set({ fail: 100 });
    const other = await fixture.newCaller();
    const live = await fixture.newCaller({ accountId: fixture.accountId, mode: 'live' });
    const message = { mobile: '13912345678', code: '246810' };
    expect((await other.call('sms_code', message)).status).toBe(201);
    expect((await live.call('sms_code', message)).body.reason).not.toBe('provider_unavailable');
    expect((await send('13800000003')).status).toBe(201);
  });
});
