import { expect, test } from 'vitest';
import { createMissLimiter, missBurst } from './miss-limiter.ts';

function missed(address: string, times: number, nowMs = 0) {
  const limiter = createMissLimiter();
  for (let time = 0; time < times; time++) limiter.miss(address, nowMs);
  return limiter;
}

test('an address may miss thirty keys at once, and then one a second', () => {
  expect(missed('192.0.2.1', 29).waitMs('192.0.2.1', 0)).toBe(0);
  const limiter = missed('192.0.2.1', 30);
  expect(limiter.waitMs('192.0.2.1', 0)).toBe(1_000);
  expect(limiter.waitMs('192.0.2.1', 1_000)).toBe(0);
});

test('no wait exceeds twice the burst, however many requests were under way together', () => {
  expect(missed('192.0.2.1', 5_000).waitMs('192.0.2.1', 0)).toBe((missBurst + 1) * 1_000);
});

test.each([
  ['192.0.2.1', '192.0.2.2', false],
  ['2001:db8::1', '2001:db8::2', true],
  ['2001:db8:0:1::1', '2001:db8:0:1:ffff::', true],
  ['2001:db8:0:1::1', '2001:db8:0:2::1', false],
  ['2001:db8:0:1:1:2:3:4', '2001:db8:0:1:5:6:7:8', true],
  ['2001:db8:0:1:1:2:3:4', '2001:db8:0:1::1', true],
  ['2001:db8:0:1:1:2:3:4', '2001:db8:0:2:1:2:3:4', false],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
  ['::1', '::2', true],
])('a miss of %s counts for %s: %s', (one, other, isSame) => {
  expect(missed(one, missBurst).waitMs(other, 0) > 0).toBe(isSame);
});

test('forgets old addresses, and keeps the latest', () => {
  const limiter = missed('192.0.2.1', missBurst);
  for (let other = 0; other < 10_000; other++) limiter.miss(`other ${other}`, 0);
  expect(limiter.waitMs('192.0.2.1', 0)).toBe(0);
  for (let time = 0; time < missBurst; time++) limiter.miss('other 9999', 0);
  expect(limiter.waitMs('other 9999', 0)).toBeGreaterThan(0);
});

test('an address that keeps missing is remembered before later ones that stopped', () => {
  const limiter = missed('192.0.2.1', missBurst);
  for (let other = 0; other < 9_999; other++) limiter.miss(`other ${other}`, 0);
  limiter.miss('192.0.2.1', 0);
  limiter.miss('one more', 0);
  expect(limiter.waitMs('192.0.2.1', 0)).toBeGreaterThan(0);
});
