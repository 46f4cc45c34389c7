/** A round number at or above every value, where the axis ends. */
export function axisTop(max: number): number {
  if (max <= 0) return 1;
  const unit = 10 ** Math.floor(Math.log10(max));
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find((one) => one * unit >= max) ?? 10;
  return step * unit;
}

/** The steps of an axis that reach its end exactly, and are short numbers; counts have no fractional ones. */
export function ticksTo(top: number, isWhole: boolean): number[] {
  return [10, 8, 6, 5, 4, 3, 2, 1]
    .map((count) => top / count)
    .filter((step) => Number(step.toPrecision(2)) === step && (!isWhole || Number.isInteger(step)));
}
