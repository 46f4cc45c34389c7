/** Whether a text is a day as `2026-11-18` that the database can store, which has no year 0. */
export function isCalendarDay(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text).toString() === text && !text.startsWith('0000');
  } catch {
    return false;
  }
}
