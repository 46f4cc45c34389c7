/** A round number at or above every value, where the axis ends. */
export function axisTop(most: number): number {
  if (most <= 0) return 1;
  const unit = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find((one) => one * unit >= most) ?? 10;
  return step * unit;
}
