export function inZone(at: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
}

/** An instant in a time zone, with its offset: `2030-01-31 08:00:00+08:00`. */
export function localTime(at: Date, timeZone: string): string {
  const zoned = inZone(at, timeZone);
  return `${zoned.toPlainDate()} ${zoned.toPlainTime().toString({ smallestUnit: 'second' })}${zoned.offset}`;
}
