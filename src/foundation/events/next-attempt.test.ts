import { describe, expect, test } from 'vitest';
import { maxAttempts, nextAttempt } from './next-attempt.ts';

const hour = 3_600_000;
const evenly = () => 0.5;

describe('a delivery that failed', () => {
  test('is retried ten times over 75.5 hours, and then given up', () => {
    const pauses = Array.from({ length: maxAttempts }, (_, n) =>
      nextAttempt(n + 1, 0, undefined, evenly),
    );
    expect(pauses.slice(0, 3)).toEqual([5_000, 300_000, 1_800_000]);
    expect(pauses.at(-1)).toBeNull();
    const total = pauses.reduce<number>((sum, pause) => sum + (pause ?? 0), 0);
    expect([maxAttempts, Math.round(total / hour)]).toEqual([10, 76]);
  });

  test('is retried with a jitter of 10%', () => {
    expect(nextAttempt(4, 0, undefined, () => 0)).toBe(6_480_000);
    expect(nextAttempt(4, 0, undefined, () => 1)).toBe(7_920_000);
  });

  test.each([
    ['120', 120_000],
    ['Thu, 01 Jan 1970 00:02:00 GMT', 120_000],
    ['0', 5_000],
    ['1', 5_000],
    ['-7', 5_000],
    ['soon', 5_000],
    ['some day GMT', 5_000],
    ['999999999', 24 * hour],
  ])('is retried as Retry-After: %s asks, within limits', (retryAfter, pause) => {
    expect(nextAttempt(1, 0, retryAfter, evenly)).toBe(pause);
  });
});
