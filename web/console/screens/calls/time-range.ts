import { startOfDay } from '../../client/platform-days.ts';

export const timeRangeNames = ['hour', 'today', '7d', '30d', 'all'] as const;
type TimeRangeName = (typeof timeRangeNames)[number];

interface TimeRange {
  from?: string;
  to?: string;
}

export const isTimeRangeName = (word: string): word is TimeRangeName =>
  (timeRangeNames as readonly string[]).includes(word);

/** Starts on a whole minute, or on a day of the platform, so that the query key stays the same between renders. */
export function timeRangeOf(word: string, timeZone: string, now = new Date()): TimeRange {
  const since = (ms: number) => ({ from: new Date(ms).toISOString() });
  const days = (ago: number) => since(startOfDay(timeZone, now, ago).getTime());
  if (word === 'hour') return since(Math.floor(now.getTime() / 60_000) * 60_000 - 3_600_000);
  if (word === '7d') return days(6);
  if (word === '30d') return days(29);
  if (word === 'all') return {};
  const span = spanOfText(word);
  return span.from === undefined ? days(0) : span;
}

/** A span that was typed or drawn; nothing if the text is none. */
export function spanOfText(word: string): TimeRange {
  const [from, to] = word.split('~');
  if (!from || !to || Number.isNaN(Date.parse(from)) || Number.isNaN(Date.parse(to))) return {};
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

export function timeRangeText({ from, to }: { from: string; to: string }): string {
  return `${from}~${to}`;
}
