import { describe, expect, test } from 'vitest';
import { dayInQuarters, periodInHours } from './divide-period.ts';

const hourMs = 3_600_000;

function dayOf(date: string, timeZone: string, now = '2030-01-01T00:00:00Z') {
  const day = Temporal.PlainDate.from(date);
  const at = (of: Temporal.PlainDate) => new Date(of.toZonedDateTime(timeZone).epochMilliseconds);
  const span = { from: at(day), to: at(day.add({ days: 1 })) };
  return dayInQuarters(span, new Date(now), timeZone) ?? expect.fail('no quarters');
}

describe('a day', () => {
  test.each([
    ['2026-03-08', 'America/New_York', 92],
    ['2026-03-09', 'America/New_York', 96],
    ['2026-11-01', 'America/New_York', 100],
    ['2026-04-05', 'Australia/Lord_Howe', 98],
    ['2026-06-01', 'Asia/Kolkata', 96],
    ['2026-06-01', 'Asia/Kathmandu', 96],
  ])('of %s in %s has %i quarters', (date, timeZone, count) => {
    const { times, pastTimes } = dayOf(date, timeZone);
    expect([times.length, pastTimes.length]).toEqual([count, count]);
  });

  // @mutant src/surfaces/console/overview/divide-period.ts
  // - const lastWeek = (at: Date) => wallTime(at, timeZone).subtract({ days: 7 });
  // + const lastWeek = (at: Date) => wallTime(at, timeZone).subtract({ hours: 168 });
  test('is compared by the clock on the wall, although clocks moved in between', () => {
    const { times, pastTimes, past } = dayOf('2026-03-10', 'America/New_York');
    expect(past.from.toISOString()).toBe('2026-03-03T05:00:00.000Z');
    expect(times[36]?.toISOString()).toBe('2026-03-10T13:00:00.000Z');
    expect(pastTimes[36]?.toISOString()).toBe('2026-03-03T14:00:00.000Z');
  });

  test('compares the hour that clocks repeat once, and one that they skipped with nothing', () => {
    const repeated = dayOf('2026-11-01', 'America/New_York');
    expect(repeated.pastTimes.filter((time) => time === null)).toHaveLength(4);
    expect(repeated.pastTimes.slice(8, 12)).toEqual([null, null, null, null]);
    const afterSkipped = dayOf('2026-03-15', 'America/New_York');
    expect(afterSkipped.pastTimes.slice(7, 13).map((time) => time?.toISOString())).toEqual([
      '2026-03-08T06:45:00.000Z',
      ...[undefined, undefined, undefined, undefined],
      '2026-03-08T07:00:00.000Z',
    ]);
  });

  test('is compared up to the end of the quarter that is under way', () => {
    const { elapsed, pastElapsed } = dayOf('2026-06-10', 'Asia/Kolkata', '2026-06-10T04:07:00Z');
    expect(elapsed.to.toISOString()).toBe('2026-06-10T04:15:00.000Z');
    expect(pastElapsed.to.toISOString()).toBe('2026-06-03T04:15:00.000Z');
  });
});

test('a period that is longer than a day, or not in quarters, has hours', () => {
  const from = new Date('2026-06-01T00:00:00Z');
  const later = (hours: number) => new Date(from.getTime() + hours * hourMs);
  const quarters = (hours: number) => dayInQuarters({ from, to: later(hours) }, from, 'UTC');
  expect([quarters(26), quarters(24.1)]).toEqual([null, null]);
  expect(quarters(25)?.times).toHaveLength(100);
  const week = periodInHours({ from, to: later(7 * 24) }, later(30.5));
  expect([week.stepHours, week.times.length]).toEqual([3, 56]);
  expect(week.elapsed.to).toEqual(later(31));
});
