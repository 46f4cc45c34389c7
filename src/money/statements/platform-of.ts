import type { Config } from '../../foundation/settings/config.ts';
import type { Platform } from '../../money/statements/statement-paper.ts';

/** What statements and notes say of the platform. */
export function platformOf({ currency, timeZone, defaultRegion: region }: Config): Platform {
  return { currency, timeZone, region };
}
