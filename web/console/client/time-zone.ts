let shown: string | undefined;

/** The time zone of every time on screen: the platform's, in which days, months and statements are counted. */
export function timeZoneShown(): string | undefined {
  return shown;
}

export function showTimesIn(timeZone: string): void {
  shown = timeZone;
}
