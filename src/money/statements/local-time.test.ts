import { expect, test } from 'vitest';
import { localTime } from './local-time.ts';

test.each([
  ['2026-11-30T19:00:00Z', 'Asia/Shanghai', '2026-12-01T03:00:00+08:00'],
  ['2026-11-30T23:59:59.999Z', 'UTC', '2026-11-30T23:59:59+00:00'],
  ['2026-07-01T03:59:59Z', 'America/New_York', '2026-06-30T23:59:59-04:00'],
])('%s in %s is dated by the local day, with the offset', (instant, timeZone, local) => {
  expect(localTime(new Date(instant), timeZone)).toBe(local);
});
