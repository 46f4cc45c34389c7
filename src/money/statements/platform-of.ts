import type { Platform } from './statement-paper.ts';

/** The settings that statements and notes depend on. */
interface PlatformSettings {
  currency: string;
  timeZone: string;
  defaultRegion: string;
}

/** What statements and notes say of the platform. */
export function platformOf({
  currency,
  timeZone,
  defaultRegion: region,
}: PlatformSettings): Platform {
  return { currency, timeZone, region };
}
