import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startOfDay } from '../../web/console/client/platform-days.ts';
import { timeRangeOf } from '../../web/console/screens/calls/time-range.ts';
import { spanOf } from '../../web/console/screens/overview/overview-spans.ts';

const zones = ['UTC', 'Asia/Shanghai', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'];
const start = (timeZone: string, now: Date, daysAgo: number) =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .subtract({ days: daysAgo })
    .toZonedDateTime(timeZone).epochMilliseconds;

// @mutant web/console/client/platform-days.ts
// - return new Date(wall - (wallOf(guess, timeZone) - guess));
// + return new Date(guess);
test('a day begins at the platform’s midnight, also when clocks change', () => {
  const times = fc.date({
    ...{ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true },
  });
  fc.assert(
    fc.property(times, fc.constantFrom(...zones), fc.nat({ max: 40 }), (now, zone, days) => {
      expect(startOfDay(zone, now, days).getTime()).toBe(start(zone, now, days));
    }),
    { numRuns: 300, examples: [[new Date('2026-11-01T07:00:00Z'), 'America/New_York', 0]] },
  );
});

test('the overview and the list of calls have the same today, and it is the platform’s', () => {
  const now = new Date('2026-11-17T23:30:00Z');
  const { from, to } = spanOf('today', 'Asia/Shanghai', now);
  expect([from, to]).toEqual(['2026-11-17T16:00:00.000Z', '2026-11-18T16:00:00.000Z']);
  for (const span of ['today', '7d', '30d'] as const) {
    expect(timeRangeOf(span, 'Asia/Shanghai', now).from).toBe(
      spanOf(span, 'Asia/Shanghai', now).from,
    );
  }
});
