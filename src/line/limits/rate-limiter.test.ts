import { expect, test } from 'vitest';
import { createRateLimiter } from './rate-limiter.ts';

test('a key gets its rate at once, then one request per share of a second', () => {
  const limiter = createRateLimiter();
  expect([0, 0, 0, 0].map((at) => limiter.take(1, 4, at))).toEqual([0, 0, 0, 0]);
  expect(limiter.take(1, 4, 0)).toBe(250);
  expect(limiter.take(1, 4, 200)).toBe(50);
  expect(limiter.take(1, 4, 250)).toBe(0);
  expect(limiter.take(1, 4, 251)).toBe(249);
});

test('reports how many whole requests remain', () => {
  const limiter = createRateLimiter();
  expect(limiter.left(1)).toBe(0);
  limiter.take(1, 4, 0);
  expect(limiter.left(1)).toBe(3);
  limiter.take(1, 4, 200);
  expect(limiter.left(1)).toBe(2);
});

test('the reported wait is long enough', () => {
  const limiter = createRateLimiter();
  for (let at = 0, taken = 0; taken < 100; taken++) {
    const waitMs = limiter.take(1, 7, at);
    at += waitMs;
    if (waitMs > 0) expect(limiter.take(1, 7, at)).toBe(0);
  }
});

test('ten seconds allow ten times the rate plus the first burst, and idle time saves no more', () => {
  const limiter = createRateLimiter();
  const take = (at: number) => (limiter.take(1, 4, at) === 0 ? 1 : 0);
  let taken = 0;
  for (let at = 0; at < 10_000; at++) taken += take(at);
  expect(taken).toBe(4 + 39);
  expect([0, 0, 0, 0, 0, 0].reduce((sum) => sum + take(1_000_000), 0)).toBe(4);
});

test('keys do not share their limit, and a clock that goes back adds nothing', () => {
  const limiter = createRateLimiter();
  expect(limiter.take(1, 1, 1_000)).toBe(0);
  expect(limiter.take(2, 1, 1_000)).toBe(0);
  expect(limiter.take(1, 1, 0)).toBeGreaterThan(0);
});

test('forgets all keys past a hundred thousand, and starts counting again', () => {
  const limiter = createRateLimiter();
  expect(limiter.take(0, 1, 0)).toBe(0);
  for (let key = 1; key < 100_000; key++) limiter.take(key, 1, 0);
  expect(limiter.take(0, 1, 0)).toBe(1_000);
  limiter.take(100_000, 1, 0);
  expect(limiter.take(0, 1, 0)).toBe(0);
});
