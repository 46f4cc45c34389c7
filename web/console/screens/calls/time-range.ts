export const timeRangeNames = ['hour', 'today', '7d', '30d', 'all'] as const;
type TimeRangeName = (typeof timeRangeNames)[number];

interface TimeRange {
  from?: string;
  to?: string;
}

const dayMs = 86_400_000;

export const isTimeRangeName = (word: string): word is TimeRangeName =>
  (timeRangeNames as readonly string[]).includes(word);

/** Starts on a whole minute or day, so that the query key stays the same between renders. */
export function timeRangeOf(word: string, now = new Date()): TimeRange {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const since = (ms: number) => ({ from: new Date(ms).toISOString() });
  if (word === 'hour') return since(Math.floor(now.getTime() / 60_000) * 60_000 - 3_600_000);
  if (word === '7d') return since(midnight - 6 * dayMs);
  if (word === '30d') return since(midnight - 29 * dayMs);
  if (word === 'all') return {};
  const [from, to] = word.split('~');
  if (!from || !to || Number.isNaN(Date.parse(from)) || Number.isNaN(Date.parse(to))) {
    return since(midnight);
  }
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

export function timeRangeText({ from, to }: { from: string; to: string }): string {
  return `${from}~${to}`;
}
