const dayMs = 86_400_000;

/**
 * The start of a day in a time zone: of today, or of some days before. Days of the overview and the lists are those of
 * statements, limits and usage, wherever the viewer is.
 */
export function startOfDay(timeZone: string, now: Date, daysAgo = 0): Date {
  const wall = wallOf(now.getTime(), timeZone);
  return instantOf(Math.floor(wall / dayMs) * dayMs - daysAgo * dayMs, timeZone);
}

/** The instant at which a clock on the wall shows a time there. */
export function instantOf(wall: number, timeZone: string): Date {
  // The offset then can differ from the offset at the guess, once or twice a year.
  const guess = wall - (wallOf(wall, timeZone) - wall);
  return new Date(wall - (wallOf(guess, timeZone) - guess));
}

/** What a clock on the wall shows there, as if it were UTC. */
export function wallOf(ms: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(ms);
  const the = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(
    the('year'),
    the('month') - 1,
    the('day'),
    the('hour'),
    the('minute'),
    the('second'),
  );
}
