const china = 8 * 3_600_000;

/** Parses a mainland vendor's time without a zone, such as `2026-01-31 23:59:59`. */
export function readChinaTime(text: string): Date | undefined {
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)$/.exec(text);
  const time = new Date(match ? `${match[1]}T${match[2]}+08:00` : Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** Formats a time the same way. */
export function writeChinaTime(time: Date): string {
  return new Date(time.getTime() + china).toISOString().slice(0, 19).replace('T', ' ');
}

/** The date in China, such as `20260131`. */
export function chinaDay(time: Date): string {
  return writeChinaTime(time).slice(0, 10).replaceAll('-', '');
}
