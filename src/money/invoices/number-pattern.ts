import { refuse } from '../../foundation/contract/refusals/refused.ts';

const longest = 40;
const form = /^([A-Za-z0-9/_.-]*[A-Za-z/_.-])(?:\{year\}[/_.-])?\{number(?::([1-9]))?\}$/;

/** Checks a pattern of numbers, such as `INV-{year}-{number:6}`: text, a year or none, and the number at its end. */
export function requirePattern(pattern: string): void {
  if (pattern.length <= longest && form.test(pattern)) return;
  refuse('invoice_pattern_invalid', { pattern, example: 'INV-{year}-{number:6}' });
}

/** Two ranges whose patterns begin alike could give one number twice. */
export function requireApart(one: string, other: string): void {
  const [short, long] = [textOf(one), textOf(other)].sort((a, b) => a.length - b.length);
  const isAlike = long?.startsWith(short ?? '') && /^\d?$/.test(long.charAt(short?.length ?? 0));
  if (isAlike) refuse('invoice_patterns_alike');
}

const textOf = (pattern: string) => form.exec(pattern)?.[1] ?? '';

/** The year whose numbers a pattern counts; 0 if it counts on for ever. */
export function rangeYearOf(pattern: string, year: number): number {
  return pattern.includes('{year}') ? year : 0;
}

/** Finds every number that a pattern could give, as a regular expression of the database. */
export function numbersOf(pattern: string): string {
  const numbers = pattern
    .replaceAll('.', String.raw`\.`)
    .replace('{year}', '[0-9]{4}')
    .replace(/\{number(:\d)?\}/, '[0-9]+');
  return `^${numbers}$`;
}

export function numberOf(
  pattern: string,
  { year, serial }: { year: number; serial: number },
): string {
  const digits = Number(form.exec(pattern)?.[2] ?? 1);
  return pattern
    .replace('{year}', `${year}`)
    .replace(/\{number(:\d)?\}/, `${serial}`.padStart(digits, '0'));
}
