/** Whether a text is a day as `2026-11-18` that the database can store, which has no year 0. */
export function isCalendarDay(text: string): boolean {
  if (!/^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false;
  try {
    Temporal.PlainDate.from(text);
    return true;
  } catch {
    return false;
  }
}
