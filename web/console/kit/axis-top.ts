/** A round number at or above every value, where the axis ends. */
export function axisTop(max: number): number {
  if (max <= 0) return 1;
  const unit = 10 ** Math.floor(Math.log10(max));
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find((one) => one * unit >= max) ?? 10;
  return step * unit;
}
