import { setImmediate } from 'node:timers/promises';
import type { Pool } from 'pg';
import { expect, test, vi } from 'vitest';
import { systemClock } from '../../foundation/clock.ts';
import type { Route } from '../../vendors/providers/route.ts';
import { createConversionWeights } from './conversion-weights.ts';

const route: Route = {
  product: 'verify_start',
  region: null,
  providers: [
    { code: 'a', weight: 50, minWeight: 10 },
    { code: 'b', weight: 50, minWeight: 10 },
  ],
};
const caller = { accountId: 7, routes: [route] };
const codes = (code: string, approved: number) => ({
  ...{ product: 'verify_start', providerCode: code, prefix: '+861391111' },
  ...{ numbers: 500, approved },
});
const rows = [codes('a', 0), codes('b', 350)];

function fixture(query: () => Promise<unknown>) {
  const warned: string[] = [];
  const warn = (_: unknown, words: string) => void warned.push(words);
  const asked = vi.fn(query);
  let nowMs = 0;
  const weights = createConversionWeights(
    {
      ...{ pool: { query: asked } as unknown as Pool, clock: systemClock },
      log: { warn, debug: warn, info: warn, error: warn },
    },
    { everyMs: 1_000, lifeMs: 5_000, nowMs: () => nowMs },
  );
  const weigh = () => weights.weigh(caller, route).providers.map(({ weight }) => weight);
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { warned, asked, weigh, weights, pass };
}

test('a call never waits: the weights of the route apply until the figures are read', async () => {
  const { weigh, asked, pass } = fixture(async () => ({ rows }));
  expect(weigh()).toEqual([50, 50]);
  expect(weigh()).toEqual([50, 50]);
  await expect.poll(weigh).toEqual([10, 50]);
  expect(asked).toHaveBeenCalledTimes(1);
  pass(1_001);
  expect(weigh()).toEqual([10, 50]);
  await expect.poll(() => asked.mock.calls.length).toBe(2);
});

test('figures that cannot be read again are used for a while, and the route without them', async () => {
  let isDown = false;
  const { weigh, warned, pass } = fixture(async () => {
    if (isDown) throw new Error('down');
    return { rows };
  });
  weigh();
  await expect.poll(weigh).toEqual([10, 50]);
  isDown = true;
  pass(1_001);
  expect(weigh()).toEqual([10, 50]);
  await expect.poll(() => warned.length).toBe(1);
  pass(6_000);
  expect(weigh()).toEqual([50, 50]);
});

test('a reading that fails is followed by the same pause as one that succeeds', async () => {
  const { weigh, warned, asked, pass } = fixture(async () => {
    pass(100);
    throw new Error('too slow');
  });
  weigh();
  await expect.poll(() => warned.length).toBe(1);
  // 100 ms are a fiftieth of 5 s.
  pass(4_999);
  expect(weigh()).toEqual([50, 50]);
  await setImmediate();
  expect(asked).toHaveBeenCalledTimes(1);
  pass(2);
  weigh();
  await expect.poll(() => asked.mock.calls.length).toBe(2);
});

test('a route without minimums is never read for', () => {
  const { weights, asked } = fixture(async () => ({ rows }));
  const fixed: Route = { ...route, providers: [{ code: 'a', weight: 50 }, { code: 'b' }] };
  expect(weights.weigh(caller, fixed)).toBe(fixed);
  expect(asked).not.toHaveBeenCalled();
});
