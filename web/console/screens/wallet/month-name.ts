import type { Language } from '../../client/language.ts';
import { spaceDigits } from '../../kit/space-digits.ts';
import { dateTags } from '../../kit/time-text.ts';

/** A month such as `2026-10`, with its year. */
export function monthName(
  month: string,
  language: Language,
  length: 'long' | 'short' = 'long',
): string {
  const form = { timeZone: 'UTC', month: length, year: 'numeric' } as const;
  const at = new Date(`${month}-01T00:00:00Z`);
  return spaceDigits(new Intl.DateTimeFormat(dateTags[language], form).format(at));
}
