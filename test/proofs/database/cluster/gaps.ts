/** The longest time between two successes since `from`, in ms, up to now. */
export function longestGap(successes: readonly number[], from: number): number {
  const after = successes.filter((at) => at >= from);
  const before = successes.findLast((at) => at < from) ?? from;
  const times = [before, ...after, performance.now()];
  return Math.max(...times.slice(1).map((at, i) => at - (times[i] as number)));
}
