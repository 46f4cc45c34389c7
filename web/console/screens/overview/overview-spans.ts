export const spans = ['today', '7d', '30d'] as const;
export type SpanName = (typeof spans)[number];

const dayMs = 86_400_000;
const days: Readonly<Record<SpanName, number>> = { today: 1, '7d': 7, '30d': 30 };

/** Whole days in the viewer's time zone, until the end of today. */
export function spanOf(span: SpanName, now = new Date()): { from: string; to: string } {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  return {
    from: new Date(midnight - (days[span] - 1) * dayMs).toISOString(),
    to: new Date(midnight + dayMs).toISOString(),
  };
}
