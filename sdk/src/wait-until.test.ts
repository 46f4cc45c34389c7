import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitUntil } from './wait-until.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const isFinal = (answer: number) => answer !== 0;

test('polls less and less often until the answer is final', async () => {
  const askedAt: number[] = [];
  const ask = async () => {
    askedAt.push(performance.now());
    return askedAt.length > 20 ? 4 : 0;
  };
  const answer = waitUntil(ask, isFinal, { timeoutMs: 3_600_000 });
  await vi.runAllTimersAsync();
  expect(await answer).toBe(4);
  const pauses = askedAt.slice(1).map((at, index) => at - (askedAt[index] ?? 0));
  expect(pauses[0]).toBeLessThanOrEqual(1_001);
  expect(Math.min(...pauses.slice(-5))).toBeGreaterThanOrEqual(5_000);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(10_001);
});

test('gives up at the timeout after one last poll', async () => {
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return 0;
  };
  const startedAt = performance.now();
  const reason = waitUntil(ask, isFinal, { timeoutMs: 2_500 }).catch((error) => error.reason);
  await vi.runAllTimersAsync();
  expect(await reason).toBe('still_pending');
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(2_499);
  expect(asked).toBeGreaterThan(2);
});

test('passes the remaining time to each poll, and a short one to the last', async () => {
  const told: number[] = [];
  const ask = async (timeoutMs: number) => {
    told.push(timeoutMs);
    return 0;
  };
  const ending = waitUntil(ask, isFinal, { timeoutMs: 30_000 }).catch(() => {});
  await vi.runAllTimersAsync();
  await ending;
  expect(told[0]).toBe(30_000);
  expect(told).toEqual(told.toSorted((a, b) => b - a));
  expect(told.at(-1)).toBe(1_000);
});

test('stops with the abort signal', async () => {
  const ending = new AbortController();
  const options = { timeoutMs: 3_600_000, signal: ending.signal };
  const reason = waitUntil(async () => 0, isFinal, options).catch((error) => error.reason);
  await vi.advanceTimersByTimeAsync(100);
  ending.abort();
  expect(await reason).toBe('aborted');
});
