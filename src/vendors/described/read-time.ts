const oldest = Date.UTC(2020);
const furthestMs = 3 * 24 * 3_600_000;

/**
 * Parses a vendor's time: Unix seconds or milliseconds, `yyyyMMddHHmmss`, or a date and time, in the vendor's
 * zone if it names none. Undefined for anything else and for times far from now, because ten digits may also be
 * a date.
 */
export function readTime(text: string, zoneHours: number, now: Date): Date | undefined {
  const plausible = (ms: number) => {
    const isNear = ms >= oldest && ms - now.getTime() <= furthestMs;
    return isNear ? new Date(ms) : undefined;
  };
  if (/^\d{10}$/.test(text)) return plausible(Number(text) * 1_000);
  if (/^\d{13}$/.test(text)) return plausible(Number(text));
  const zone = /(?:z|[+-]\d\d:?\d\d)$/i.exec(text.trim())?.[0];
  const [, year, month, day, hour, minute, second = '0'] =
    /^\s*(\d{4})[-/]?(\d\d)[-/]?(\d\d)[T ]?(\d\d):?(\d\d)(?::?(\d\d))?(?:\.\d+)?\s*(?:z|[+-]\d\d:?\d\d)?\s*$/i.exec(
      text,
    ) ?? [];
  if (year === undefined) return undefined;
  const utc = Date.UTC(
    +year,
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    +second,
  );
  return plausible(utc - minutesOf(zone, zoneHours) * 60_000);
}

function minutesOf(zone: string | undefined, zoneHours: number): number {
  if (zone === undefined) return zoneHours * 60;
  if (/z/i.test(zone)) return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return zone.startsWith('-') ? -minutes : minutes;
}
