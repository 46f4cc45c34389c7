import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createMovableClock } from '../../src/foundation/clock.ts';
import { setLimits } from '../../src/line/limits/queries.ts';
import { rehearsedRefusals } from '../../src/vendors/sandbox/sandbox-scripts.ts';
import { byTest } from '../kit/by-test.ts';
import { type CallReply, createFixture, type Fixture } from '../kit/fixture.ts';
import { expectError } from './expect-reply.ts';

const mobile = '13912345678';

let fixture: Fixture;
const clock = createMovableClock(new Date());

beforeAll(async () => {
  fixture = await createFixture({ clock });
});
afterAll(async () => {
  expect(await fixture.findFaults()).toEqual([]);
  await fixture.close();
});

/** The three headers that clients know say when to retry, and agree. */
function expectWait(reply: CallReply, seconds: number, policy: string): void {
  expect(Number(reply.headers['retry-after'])).toBe(seconds);
  expect(reply.headers['ratelimit-policy']).toBe(policy);
  expect(reply.headers.ratelimit).toBe(`${policy.split(';')[0]};r=0;t=${seconds}`);
}

describe('a live number', () => {
  test('gets one code a minute, five an hour and ten a day, and each refusal says when to retry', async () => {
    const { call, wallet } = await fixture.newCaller({ mode: 'live' });
    let sent = 0;
    const send = () => call('sms_code', { mobile, code: String(sent++) });

    expect((await send()).status).toBe(201);
    clock.move(20_000);
    const second = await send();
    expectError(second, 'rate_limited_number');
    expectWait(second, 40, '"number-minute";q=1;w=60');
    for (let i = 0; i < 4; i++) {
      clock.move(61_000);
      expect((await send()).status).toBe(201);
    }
    clock.move(61_000);
    const sixth = await send();
    expectError(sixth, 'rate_limited_number');
    expectWait(sixth, 3600 - 20 - 5 * 61, '"number-hour";q=5;w=3600');
    for (let i = 0; i < 5; i++) {
      clock.move(3_601_000);
      expect((await send()).status).toBe(201);
    }
    clock.move(3_601_000);
    const eleventh = await send();
    expectError(eleventh, 'rate_limited_number');
    expect(eleventh.headers['ratelimit-policy']).toBe('"number-day";q=10;w=86400');
    expect(await wallet()).toEqual({ available: '999.5000', held: '0.0000' });
  });

  test('is not given the same code twice within half a minute', async () => {
    const caller = await fixture.newCaller({ mode: 'live' });
    await setLimits(byTest(fixture.pool), caller.accountId, 'live', { codePerMinute: 5 });
    const body = { mobile, code: '246810' };
    expect((await caller.call('sms_code', body)).status).toBe(201);
    clock.move(10_000);
    const again = await caller.call('sms_code', body);
    expectError(again, 'duplicate_code');
    expect(again.headers['retry-after']).toBe('20');
    for (const code of ['２４６８１０', '24681𝟎', '②46810']) {
      expectError(await caller.call('sms_code', { ...body, code }), 'duplicate_code');
    }
    for (const code of ['24\u200b6810', '246810\u00ad', '\ufeff246810', '2468\u20601０']) {
      const reply = await caller.call('sms_code', { ...body, code });
      expectError(reply, 'invalid_request');
      expect(reply.body.details.map(({ field }) => field)).toEqual(['code']);
    }
    expect((await caller.call('sms_code', { ...body, code: '1' })).status).toBe(201);
  });

  test('is distinguished from other numbers, however it is written', async () => {
    const { call } = await fixture.newCaller({ mode: 'live' });
    expect((await call('sms_code', { mobile, code: '1' })).status).toBe(201);
    const spellings = ['+86', '+86 ', '86', '0086', '0', '+86 (0)', '+86 0', '+86 17951 ', '(0)-.'];
    for (const head of spellings) {
      const reply = await call('sms_code', { mobile: `${head}${mobile}`, code: '2' });
      expectError(reply, 'rate_limited_number');
    }
    expect((await call('sms_code', { mobile: '13912345679', code: '3' })).status).toBe(201);
    expect((await call('sms_notice', { mobile, content: 'x' })).status).toBe(201);
  });

  test('must be in the platform’s region, unless the account has a list', async () => {
    const caller = await fixture.newCaller({ mode: 'live' });
    const abroad = { mobile: '+14155552671', code: '1' };
    expectError(await caller.call('sms_code', abroad), 'region_not_allowed');
    await setLimits(byTest(fixture.pool), caller.accountId, 'live', { regions: ['US'] });
    await expect.poll(async () => (await caller.call('sms_code', abroad)).status).toBe(201);
    expectError(await caller.call('sms_code', { mobile, code: '1' }), 'region_not_allowed');
  });

  test('in a closed prefix gets no code, and the refusal says until when', async () => {
    const caller = await fixture.newCaller({ mode: 'live' });
    await fixture.pool.query(
      `insert into closed_prefixes values ($1, 'live', '+861391234', $2, $3, 'a test')`,
      [caller.accountId, clock.now(), new Date(clock.nowMs() + 90_000)],
    );
    const reply = await caller.call('sms_code', { mobile, code: '1' });
    expectError(reply, 'prefix_closed');
    expect(reply.headers['retry-after']).toBe('90');
    expect(await caller.wallet()).toEqual({ available: '1000.0000', held: '0.0000' });
  });
});

describe('a test number', () => {
  test.each(rehearsedRefusals)(
    '$mobile rehearses $reason and costs nothing',
    async ({ mobile: magic, reason, retryAfterMs }) => {
      const { call, wallet, calls } = await fixture.newCaller();
      const reply = await call('sms_code', { mobile: magic, code: '1' });
      expectError(reply, reason);
      if (retryAfterMs !== null) {
        expect(reply.headers['retry-after']).toBe(String(retryAfterMs / 1000));
        expect(reply.headers.ratelimit).toBeDefined();
        expect(reply.headers['ratelimit-policy']).toBeDefined();
      }
      expect(await wallet()).toEqual({ available: '1000.0000', held: '0.0000' });
      expect(await calls()).toBe(0);
    },
  );

  test('that rehearses a refusal is an ordinary number for a live key', async () => {
    const { call } = await fixture.newCaller({ mode: 'live' });
    expect((await call('sms_code', { mobile: '13800000015', code: '1' })).status).toBe(201);
  });
});

test('the magic numbers work as documented in any platform region', async () => {
  const abroad = await createFixture({ settings: { defaultRegion: 'US' } });
  try {
    const magic = { mobile: '13800000000', code: '1' };
    expect((await abroad.call('sms_code', magic)).status).toBe(201);
    const refused = await abroad.call('sms_code', { ...magic, mobile: '13800000012' });
    expectError(refused, 'duplicate_code');
    const live = await abroad.newCaller({ mode: 'live' });
    expectError(await live.call('sms_code', magic), 'invalid_request');
  } finally {
    await abroad.close();
  }
});

test('a key with a rate limit gets that many requests a second, then 429 with Retry-After', async () => {
  const { call } = await fixture.newCaller({ perSecond: 3 });
  // A slow machine would earn the next requests meanwhile.
  const stopped = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const asked = Array.from({ length: 12 }, () => call('balance', {}));
  const replies = await Promise.all(asked).finally(() => stopped.mockRestore());
  const refused = replies.filter(({ status }) => status !== 201);
  expect(refused).toHaveLength(9);
  for (const reply of refused) {
    expectError(reply, 'rate_limited_key');
    expectWait(reply, 1, '"key";q=3;w=1');
  }
});

describe('a key with a rate limit', () => {
  test('is told with every success what remains, paid or free', async () => {
    const { call } = await fixture.newCaller({ perSecond: 100_000 });
    const paid = await call('sms_code', { mobile, code: '1' });
    expect(paid.status).toBe(201);
    expect(paid.headers['ratelimit-policy']).toBe('"key";q=100000;w=1');
    expect(paid.headers.ratelimit).toBe('"key";r=99999;t=1');
    const free = await call('balance', {});
    expect(free.headers.ratelimit).toBe('"key";r=99999;t=1');
  });

  test('gets no rate headers without a limit', async () => {
    const { call } = await fixture.newCaller();
    const { status, headers } = await call('sms_code', { mobile, code: '1' });
    expect(status).toBe(201);
    expect(headers).not.toHaveProperty('ratelimit');
  });
});
