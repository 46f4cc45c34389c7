import { expect, test } from 'vitest';
import { dateTimeText, isDay, readDateTime } from '../../web/console/kit/date-time-text.ts';

test.each([
  ['2026-11-18 06:36', 'Asia/Shanghai', '2026-11-17T22:36:00.000Z'],
  ['2026-11-18T06:36', 'UTC', '2026-11-18T06:36:00.000Z'],
  ['  2028-02-29 23:59 ', 'America/New_York', '2028-03-01T04:59:00.000Z'],
  // An hour after the clocks went back, and an hour before.
  ['2026-10-25 03:30', 'Europe/Berlin', '2026-10-25T02:30:00.000Z'],
  ['2026-10-25 01:30', 'Europe/Berlin', '2026-10-24T23:30:00.000Z'],
])('reads %s in %s', (text, zone, instant) => {
  const read = readDateTime(text, zone);
  expect(read?.toISOString()).toBe(instant);
  expect(dateTimeText(instant, zone)).toBe(text.trim().replace('T', ' '));
});

test.each([
  '',
  '2026-11-18',
  '2026-11-31 00:00',
  '2026-11-18 24:00',
  '2026-11-18 06:60',
  '18/11/2026 06:36',
])('takes "%s" for no time', (text) => {
  expect(readDateTime(text, 'Asia/Shanghai')).toBeUndefined();
});

test.each([
  [' 2028-02-29 ', true],
  ['2027-02-29', false],
  ['29/02/2028', false],
  ['2028-02-29 12:00', false],
  ['', false],
])('whether "%s" is a day: %s', (text, is) => {
  expect(isDay(text)).toBe(is);
});
