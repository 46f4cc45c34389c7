/** The lower bounds of the latency steps in milliseconds, as the database stores them (project-calls.sql). */
export const latencySteps = [
  5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1_000, 1_500, 2_000, 3_000, 4_000,
  5_000, 7_500, 10_000, 15_000, 20_000, 30_000, 60_000,
];

/**
 * The latency percentile `part` (0 to 1), from the number of calls per step. It interpolates within a step,
 * as if the calls were spread evenly over it. Null if no latency is known.
 */
export function percentileMs(
  rows: readonly { latency: number; calls: number }[],
  part: number,
): number | null {
  const timed = new Map<number, number>();
  for (const { latency, calls } of rows) {
    if (latency >= 0 && calls > 0) timed.set(latency, (timed.get(latency) ?? 0) + calls);
  }
  const wanted = [...timed.values()].reduce((sum, calls) => sum + calls, 0) * part;
  let passed = 0;
  for (const [latency, calls] of [...timed].sort(([one], [other]) => one - other)) {
    if (passed + calls >= wanted) {
      const from = latencySteps[latency - 1] ?? 0;
      const to = latencySteps[latency] ?? from;
      return Math.round(from + ((to - from) * (wanted - passed)) / calls);
    }
    passed += calls;
  }
  return null;
}
