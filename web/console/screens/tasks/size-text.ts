import { numberText } from '../../kit/number-text.ts';

const units = ['B', 'kB', 'MB', 'GB'] as const;

/** A file's size with its unit. */
export function sizeText(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1_000 && unit < units.length - 1) [size, unit] = [size / 1_000, unit + 1];
  return `${numberText(Math.round(size))} ${units[unit]}`;
}
