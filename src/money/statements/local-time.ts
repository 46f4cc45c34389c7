/**
 * An instant as the clocks of the statement's time zone showed it, with the offset: `2026-11-17T05:58:13+08:00`.
 * Days and times of a statement are thus of one zone.
 */
export function localTime(instant: Date, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .toString({ smallestUnit: 'second', timeZoneName: 'never' });
}
