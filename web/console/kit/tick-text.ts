import type { Language } from '../client/language.ts';
import { timeText } from './time-text.ts';

const daySeconds = 86_400;

/** The clock while the axis covers one day, which ends at 24:00; else the date at each midnight. */
export function tickText(
  seconds: number,
  ticks: readonly number[],
  language: Language,
  timeZone?: string,
): string {
  const at = new Date(seconds * 1_000);
  const [first, last] = [Math.min(...ticks), Math.max(...ticks)];
  const isOneDay = last - first <= daySeconds;
  const clock = timeText(at, 'clock', language, timeZone).slice(0, 5);
  if (isOneDay && seconds === last && first < last && clock === '00:00') return '24:00';
  return isOneDay || !clock.startsWith('00') ? clock : timeText(at, 'date', language, timeZone);
}
