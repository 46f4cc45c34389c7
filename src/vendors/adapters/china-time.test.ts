import { expect, test } from 'vitest';
import { readChinaTime, writeChinaTime } from './china-time.ts';

test('a mainland time is eight hours ahead, across midnight too', () => {
  const time = new Date('2026-02-28T20:30:05Z');
  expect(writeChinaTime(time)).toBe('2026-03-01 04:30:05');
  expect(readChinaTime('2026-03-01 04:30:05')).toEqual(time);
});

test.each(['', 'null', '2026-03-01', '2026-13-01 00:00:00', '2026-03-01T04:30:05Z'])(
  '%j is not a valid time',
  (text) => {
    expect(readChinaTime(text)).toBeUndefined();
  },
);
