import { expect, test } from 'vitest';
import { readTime } from './read-time.ts';

const now = new Date('2026-11-15T20:30:00Z');

test.each([
  ['1794772800', '2026-11-15T20:00:00.000Z'],
  ['1794772800123', '2026-11-15T20:00:00.123Z'],
  ['20261116040000', '2026-11-15T20:00:00.000Z'],
  ['2026-11-16 04:00:00', '2026-11-15T20:00:00.000Z'],
  ['2026/11/16 04:00', '2026-11-15T20:00:00.000Z'],
  ['2026-11-15T20:00:00Z', '2026-11-15T20:00:00.000Z'],
  ['2026-11-15T20:00:00.500z', '2026-11-15T20:00:00.000Z'],
  ['2026-11-15T15:30:00-0430', '2026-11-15T20:00:00.000Z'],
  ['2026-11-16T04:00:00+08:00', '2026-11-15T20:00:00.000Z'],
])('%s is parsed, in the vendor’s time zone if it names none', (text, time) => {
  expect(readTime(text, 8, now)?.toISOString()).toBe(time);
});

test.each(['', '0', 'yesterday', '2611152000', '0000000000', '2026-11-16', '99999999999999'])(
  '%j is not a time',
  (text) => {
    expect(readTime(text, 8, now)).toBeUndefined();
  },
);
