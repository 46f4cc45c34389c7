import type { Language } from '../../client/language.ts';
import { timeZoneShown } from '../../client/time-zone.ts';
import { spaceDigits } from '../../kit/space-digits.ts';
import { dateTags } from '../../kit/time-text.ts';

/** A day such as `2026-10-01`, or an instant, without its year. */
export function dayName(day: string | Date, language: Language): string {
  const isDay = typeof day === 'string';
  const at = isDay ? new Date(`${day}T00:00:00Z`) : day;
  const timeZone = isDay ? 'UTC' : timeZoneShown();
  const form = { ...(timeZone && { timeZone }), day: 'numeric', month: 'short' } as const;
  return spaceDigits(new Intl.DateTimeFormat(dateTags[language], form).format(at));
}

/** A month such as `2026-10`, with its year. */
export function monthName(month: string, language: Language): string {
  const form = { timeZone: 'UTC', month: 'long', year: 'numeric' } as const;
  const at = new Date(`${month}-01T00:00:00Z`);
  return spaceDigits(new Intl.DateTimeFormat(dateTags[language], form).format(at));
}
