import type { Language } from '../client/language.ts';
import { timeText } from './time-text.ts';

const daySeconds = 86_400;

/** The clock while the axis covers one day, else the date at each midnight. */
export function tickText(
  seconds: number,
  ticks: readonly number[],
  language: Language,
  timeZone?: string,
): string {
  const at = new Date(seconds * 1_000);
  const isOneDay = Math.max(...ticks) - Math.min(...ticks) <= daySeconds;
  const clock = timeText(at, 'clock', language, timeZone).slice(0, 5);
  return isOneDay || !clock.startsWith('00') ? clock : timeText(at, 'date', language, timeZone);
}
