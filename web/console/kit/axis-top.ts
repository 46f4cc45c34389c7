/** Where an axis ends: the next whole part of a power of ten that nothing rises above. */
export function axisTop(most: number): number {
  if (most <= 0) return 1;
  const unit = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find((one) => one * unit >= most) ?? 10;
  return step * unit;
}
