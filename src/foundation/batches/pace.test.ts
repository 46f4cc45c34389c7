import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPace } from './pace.ts';

let nowMs = 0;

beforeEach(() => {
  nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => vi.restoreAllMocks());

test('nobody is turned away on a guess: what is not known is taken to be quick', () => {
  expect(createPace().waitMs(1_000)).toBeLessThan(1_000);
});

test('a slow database is foreseen after some batches, the newest of which count most', () => {
  const pace = createPace();
  pace.begin();
  for (let i = 0; i < 20; i++) {
    nowMs += 1_000;
    pace.next(100);
  }
  const slow = pace.waitMs(100);
  expect(slow).toBeGreaterThan(900);
  expect(slow).toBeLessThanOrEqual(1_000);
  for (let i = 0; i < 20; i++) {
    nowMs += 10;
    pace.next(100);
  }
  expect(pace.waitMs(100)).toBeLessThan(20);
});

test('a small batch tells nothing of what its items cost', () => {
  const pace = createPace();
  pace.begin();
  nowMs += 10_000;
  pace.next(31);
  expect(pace.waitMs(100)).toBe(10);
  nowMs += 3_200;
  pace.next(32);
  expect(pace.waitMs(100)).toBeGreaterThan(1_000);
});

test('a batch that is under way counts, and a rest does not', () => {
  const pace = createPace();
  expect(pace.waitMs(0)).toBe(0);
  pace.begin();
  nowMs += 500;
  expect(pace.waitMs(0)).toBe(500);
  pace.rest();
  nowMs += 60_000;
  expect(pace.waitMs(0)).toBe(0);
  pace.begin();
  nowMs += 20;
  expect(pace.waitMs(10)).toBe(21);
});
