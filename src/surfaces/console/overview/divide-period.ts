import type { Span } from '../../../line/search/hour-queries.ts';

const quarterMs = 900_000;
const hourMs = 4 * quarterMs;
/** A day on which clocks are set back. */
const longestDayMs = 25 * hourMs;
const weekMs = 7 * 24 * hourMs;
const maxSteps = 80;

/** The steps of a period, and the steps of an earlier one that they are compared with. */
export interface Division {
  stepHours: number;
  times: Date[];
  /** The part of the period that has passed: a morning is compared with a morning. */
  elapsed: Span;
  past: Span;
  pastElapsed: Span;
  /** For each step, the one that it is compared with; null if that day had no such time. */
  pastTimes: (Date | null)[];
}

/** A period in whole hours, compared with whole weeks before it. */
export function periodInHours(span: Span, now: Date): Division {
  const length = span.to.getTime() - span.from.getTime();
  const back = Math.max(weekMs, Math.ceil(length / weekMs) * weekMs);
  const earlier = (at: Date) => new Date(at.getTime() - back);
  const elapsed = { from: span.from, to: reached(span, now, hourMs) };
  const stepHours = Math.max(1, Math.ceil(length / hourMs / maxSteps));
  const times = stepsOf(span, stepHours * hourMs);
  return {
    ...{ stepHours, times, elapsed },
    past: { from: earlier(span.from), to: earlier(span.to) },
    pastElapsed: { from: earlier(elapsed.from), to: earlier(elapsed.to) },
    pastTimes: times.map(earlier),
  };
}

/**
 * A day in quarters of an hour (92, 96 or 100 of them), compared with the same day of the week before by the clock
 * on the wall. Null for a longer period, and for one that does not begin and end with a quarter.
 */
export function dayInQuarters(span: Span, now: Date, timeZone: string): Division | null {
  const [from, to] = [span.from.getTime(), span.to.getTime()];
  if (to - from > longestDayMs || from % quarterMs !== 0 || to % quarterMs !== 0) return null;
  const lastWeek = (at: Date) => wallTime(at, timeZone).subtract({ days: 7 });
  const dateOf = (zoned: Temporal.ZonedDateTime) => new Date(zoned.epochMilliseconds);
  const elapsed = { from: span.from, to: reached(span, now, quarterMs) };
  const times = stepsOf(span, quarterMs);
  const past = { from: dateOf(lastWeek(span.from)), to: dateOf(lastWeek(span.to)) };
  return {
    ...{ stepHours: 0.25, times, elapsed, past },
    pastElapsed: { from: past.from, to: dateOf(lastWeek(elapsed.to)) },
    pastTimes: times.map((at) => {
      const [own, earlier] = [wallTime(at, timeZone), lastWeek(at)];
      // The hour that clocks repeat is compared once, and one that they skipped has nothing to compare with.
      const isRepeated = !own.toPlainDateTime().toZonedDateTime(timeZone).equals(own);
      const isSkipped = !earlier.toPlainTime().equals(own.toPlainTime());
      return isRepeated || isSkipped ? null : dateOf(earlier);
    }),
  };
}

function wallTime(at: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
}

/** How far a period has come, with the step that is under way. */
function reached({ to }: Span, now: Date, stepMs: number): Date {
  return new Date(Math.min(to.getTime(), Math.ceil(now.getTime() / stepMs) * stepMs));
}

function stepsOf({ from, to }: Span, stepMs: number): Date[] {
  const times: Date[] = [];
  for (let at = from.getTime(); at < to.getTime(); at += stepMs) times.push(new Date(at));
  return times;
}
