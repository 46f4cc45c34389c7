import { afterEach, expect, test, vi } from 'vitest';
import { pause } from './pause.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a pause that is longer than a timer can be is long all the same', async () => {
  vi.useFakeTimers();
  let isOver = false;
  void pause(2 ** 31 * 1_000, undefined).then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  expect(isOver).toBe(false);
});
