import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPace } from './pace.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'setImmediate'] }));
afterEach(() => vi.useRealTimers());

/** A pace after twenty batches of this size that took this long. */
function paceAfter(items: number, batchMs: number) {
  const pace = createPace();
  pace.begin();
  for (let i = 0; i < 20; i++) {
    vi.advanceTimersByTime(batchMs);
    pace.next(items);
  }
  return pace;
}

test('refuses nobody because of a guess', () => {
  expect(createPace().isTooLong(5_000)).toBe(false);
});

test('foresees a slow database after some batches, and forgets it as quickly', () => {
  const pace = paceAfter(1_000, 900);
  expect([pace.isTooLong(1_000), pace.isTooLong(1_200)]).toEqual([false, true]);
  for (let i = 0; i < 20; i++) {
    vi.advanceTimersByTime(10);
    pace.next(1_000);
  }
  expect(pace.isTooLong(50_000)).toBe(false);
});

test('learns nothing from a small batch, whose time is the round trip', () => {
  expect(paceAfter(31, 500).isTooLong(5_000)).toBe(false);
  expect(paceAfter(32, 500).isTooLong(5_000)).toBe(true);
});

test('always admits a short queue, so that a busy event loop cannot shrink batches to nothing', () => {
  const pace = paceAfter(32, 900);
  expect([pace.isTooLong(256), pace.isTooLong(257)]).toEqual([false, true]);
});

describe('a batch without an answer for a second', () => {
  test('fills the queue, until it ends', () => {
    const pace = createPace();
    pace.begin();
    vi.advanceTimersByTime(999);
    expect(pace.isTooLong(0)).toBe(false);
    vi.advanceTimersByTime(2);
    expect(pace.isTooLong(0)).toBe(true);
    pace.next(1);
    expect(pace.isTooLong(0)).toBe(false);
    vi.advanceTimersByTime(1_001);
    expect(pace.isTooLong(0)).toBe(true);
    pace.rest();
    expect(pace.isTooLong(0)).toBe(false);
    vi.advanceTimersByTime(60_000);
    expect(pace.isTooLong(0)).toBe(false);
  });

  test('is not late while its answer may have arrived unread', async () => {
    vi.useRealTimers();
    const { port1: database, port2: socket } = new MessageChannel();
    const pace = createPace();
    const seen = new Promise((resolve) => {
      socket.on('message', () => resolve(pace.isTooLong(0)));
    });
    pace.begin();
    setTimeout(() => {
      database.postMessage('the answer');
      const blockedUntilMs = performance.now() + 1_050;
      while (performance.now() < blockedUntilMs);
    });
    expect(await seen).toBe(false);
    pace.rest();
    socket.close();
  });
});
