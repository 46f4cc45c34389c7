import { afterEach, expect, test, vi } from 'vitest';
import { pause } from './pause.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('waits the whole pause even if it exceeds the maximum of a timer', async () => {
  vi.useFakeTimers();
  let isOver = false;
  void pause(2 ** 31 * 1_000, undefined).then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  expect(isOver).toBe(false);
});
