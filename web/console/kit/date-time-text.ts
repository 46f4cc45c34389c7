import { instantOf, wallOf } from '../client/platform-days.ts';

const form = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})$/;

/** The instant of a text such as `2026-11-18 06:36` in a time zone; undefined if it is no time. */
export function readDateTime(text: string, timeZone: string): Date | undefined {
  const found = form.exec(text.trim());
  if (!found) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = found.slice(1).map(Number);
  const wall = new Date(Date.UTC(year, month - 1, day, hour, minute));
  // The 31st of June, or 25:00, would be read as a later time.
  const isReal = wallText(wall) === text.trim().replace('T', ' ');
  return isReal ? instantOf(wall.getTime(), timeZone) : undefined;
}

/** An instant as the field shows it: `2026-11-18 06:36` in a time zone. */
export function dateTimeText(at: Date | string, timeZone: string): string {
  return wallText(new Date(wallOf(new Date(at).getTime(), timeZone)));
}

/** Whether a text such as `2026-11-18` is a day. */
export function isDay(text: string): boolean {
  return readDateTime(`${text.trim()} 00:00`, 'UTC') !== undefined;
}

const wallText = (wall: Date) => wall.toISOString().slice(0, 16).replace('T', ' ');
