import type { Language } from '../client/language.ts';
import { timeZoneShown } from '../client/time-zone.ts';

export type TimeForm = 'clock' | 'short' | 'moment' | 'full' | 'day' | 'date';

interface Parts {
  year: string;
  month: string;
  day: string;
  clock: string;
  seconds: string;
  fraction: string;
  monthName: string;
  weekday: string;
}

export const dateTags = { en: 'en-GB', zh: 'zh-CN' } as const;

function partsOf(at: Date, language: Language, timeZone = timeZoneShown()): Parts {
  const zone = timeZone ? { timeZone } : {};
  const parts = new Intl.DateTimeFormat('en-CA', {
    ...zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  }).formatToParts(at);
  const the = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const named = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(dateTags[language], { ...zone, ...options }).format(at);
  return {
    year: the('year'),
    month: the('month'),
    day: the('day'),
    clock: `${the('hour')}:${the('minute')}`,
    seconds: the('second'),
    fraction: the('fractionalSecond'),
    monthName: named({ month: 'short' }),
    weekday: named({ weekday: 'short' }),
  };
}

/** In the platform's time zone unless another is given. */
export function timeText(
  at: string | Date,
  form: TimeForm,
  language: Language,
  timeZone?: string,
): string {
  const { year, month, day, clock, seconds, monthName } = partsOf(new Date(at), language, timeZone);
  const isChinese = language === 'zh';
  // Without its year, a time of another year would read as one of this year.
  const isThisYear = year === partsOf(new Date(), language, timeZone).year;
  const [before, after] = isThisYear ? ['', ''] : [`${year}-`, ` ${year}`];
  switch (form) {
    case 'clock':
      return `${clock}:${seconds}`;
    case 'short':
      return isChinese
        ? `${before}${month}-${day} ${clock}`
        : `${Number(day)} ${monthName}${after}, ${clock}`;
    case 'moment':
      return isChinese
        ? `${before}${month}-${day} ${clock}:${seconds}`
        : `${Number(day)} ${monthName}${after}, ${clock}:${seconds}`;
    case 'full':
      return isChinese
        ? `${year}-${month}-${day} ${clock}:${seconds}`
        : `${Number(day)} ${monthName} ${year}, ${clock}:${seconds}`;
    case 'day':
      return isChinese ? `${before}${month}-${day}` : `${Number(day)} ${monthName}${after}`;
    case 'date':
      return isChinese ? `${before}${month}-${day}` : `${Number(day)} ${monthName}${after}`;
  }
}

/** A calendar day such as `2026-10-01`, which has no time zone. */
export function dayText(day: string, language: Language): string {
  return timeText(`${day}T00:00:00Z`, 'date', language, 'UTC');
}

/** The exact instant with weekday and time zone, for tooltips. */
export function exactTime(at: string | Date, language: Language): string {
  const date = new Date(at);
  const { weekday, fraction } = partsOf(date, language);
  return `${weekday} ${timeText(date, 'full', language)}.${fraction} ${zoneText(date)}`;
}

/** How far a time zone is from UTC at a time, such as `UTC+8`. */
export function zoneText(at: Date, timeZone = timeZoneShown()): string {
  const zone = timeZone ? { timeZone } : {};
  const parts = new Intl.DateTimeFormat('en', {
    ...zone,
    timeZoneName: 'shortOffset',
  }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  // Some browsers write GMT, others GMT+0.
  return name.replace('GMT', 'UTC').replace(/[+]0$/, '').replace('-', '−');
}

/** Whether a time is today in the platform's time zone. */
export function isToday(at: string | Date, now = new Date()): boolean {
  return timeText(at, 'day', 'en') === timeText(now, 'day', 'en');
}
