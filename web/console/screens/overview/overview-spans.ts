import { startOfDay } from '../../client/platform-days.ts';

export const spans = ['today', '7d', '30d'] as const;
export type SpanName = (typeof spans)[number];

const days: Readonly<Record<SpanName, number>> = { today: 1, '7d': 7, '30d': 30 };

/** Whole days of the platform, until the end of today. */
export function spanOf(
  span: SpanName,
  timeZone: string,
  now = new Date(),
): { from: string; to: string } {
  return {
    from: startOfDay(timeZone, now, days[span] - 1).toISOString(),
    to: startOfDay(timeZone, now, -1).toISOString(),
  };
}
