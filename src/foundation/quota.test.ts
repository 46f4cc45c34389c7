import { expect, test } from 'vitest';
import { createQuota } from './quota.ts';

test('each has so many places of their own, and whoever leaves makes room for one', () => {
  const places = createQuota(2);
  expect([places.take(1), places.take(1), places.take(1)]).toEqual([true, true, false]);
  expect(places.take(2)).toBe(true);
  places.leave(1);
  expect([places.take(1), places.take(1)]).toEqual([true, false]);
  places.leave(1);
  places.leave(1);
  // Whoever leaves once too often has no more places by it.
  places.leave(1);
  expect([places.take(1), places.take(1), places.take(1)]).toEqual([true, true, false]);
});
