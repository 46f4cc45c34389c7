import { expect, test } from 'vitest';
import { readChinaTime, writeChinaTime } from './china-time.ts';

test('a time of the mainland is eight hours ahead, over the end of a day too', () => {
  const time = new Date('2026-02-28T20:30:05Z');
  expect(writeChinaTime(time)).toBe('2026-03-01 04:30:05');
  expect(readChinaTime('2026-03-01 04:30:05')).toEqual(time);
});

test.each(['', 'null', '2026-03-01', '2026-13-01 00:00:00', '2026-03-01T04:30:05Z'])(
  '%j is no time of theirs',
  (text) => {
    expect(readChinaTime(text)).toBeUndefined();
  },
);
