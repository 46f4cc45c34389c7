/** How much an amount has grown since the month before; undefined if there is nothing to compare with. */
export function changeOf(
  now: string,
  before: string,
): { text: string; direction: 'up' | 'down' } | undefined {
  const [one, other] = [Number(now), Number(before)];
  if (other <= 0) return undefined;
  return {
    text: `${(Math.abs(one / other - 1) * 100).toFixed(1)}%`,
    direction: one >= other ? 'up' : 'down',
  };
}
