import { type Mode, type Product, productTable } from '../../foundation/contract/products.ts';
import type { Money } from '../../foundation/money.ts';

/** An operator's settings for an account and mode; null means the default. */
export interface LimitSettings {
  perNumber: boolean | null;
  codePerMinute: number | null;
  codePerHour: number | null;
  codePerDay: number | null;
  noticePerDay: number | null;
  /** Regions that messages may be sent to; `*` means everywhere. */
  regions: string[] | null;
  spendCapDay: Money | null;
}

/** How many messages of a product one number may get. A null window is unlimited. */
export interface NumberLimits {
  perMinute: number | null;
  perHour: number | null;
  perDay: number;
}

/** The most past messages that a limit can count; limits_count stores as many. */
export const longestWindow = 1000;

export const defaultLimits = {
  codePerMinute: 1,
  codePerHour: 5,
  codePerDay: 10,
  noticePerDay: 50,
} as const;

/** Abuse costs money, so live calls are limited by default; test calls are not. */
function areNumbersLimited(settings: LimitSettings | null, mode: Mode): boolean {
  return settings?.perNumber ?? mode === 'live';
}

export function numberLimitsOf(
  settings: LimitSettings | null,
  mode: Mode,
  product: Product,
): NumberLimits | null {
  const { numberLimits } = productTable[product];
  if (numberLimits === null || !areNumbersLimited(settings, mode)) return null;
  if (numberLimits === 'notice') {
    return {
      perMinute: null,
      perHour: null,
      perDay: settings?.noticePerDay ?? defaultLimits.noticePerDay,
    };
  }
  return {
    // A verification has cool-downs of its own.
    perMinute:
      numberLimits === 'verify' ? null : (settings?.codePerMinute ?? defaultLimits.codePerMinute),
    perHour: settings?.codePerHour ?? defaultLimits.codePerHour,
    perDay: settings?.codePerDay ?? defaultLimits.codePerDay,
  };
}

/**
 * Live messages are limited to the platform's region by default. Test messages never leave the machine, so
 * they are limited only where number limits are tested. Lifting the number limits does not lift the regions:
 * a live account must not start sending abroad because of it.
 */
function regionsOf(
  settings: LimitSettings | null,
  mode: Mode,
  platformRegion: string,
): readonly string[] {
  const isBound = mode === 'live' || areNumbersLimited(settings, mode);
  return settings?.regions ?? (isBound ? [platformRegion] : ['*']);
}

export function isRegionAllowed(
  settings: LimitSettings | null,
  mode: Mode,
  region: string | undefined,
  platformRegion: string,
): boolean {
  const allowed = regionsOf(settings, mode, platformRegion);
  return allowed.includes('*') || (region !== undefined && allowed.includes(region));
}

/** The effective limits, set or default; null means no limit. */
export function limitsInForce(
  settings: LimitSettings | null,
  mode: Mode,
  platformRegion: string,
): LimitSettings {
  const code = numberLimitsOf(settings, mode, 'sms_code');
  const notice = numberLimitsOf(settings, mode, 'sms_notice');
  return {
    perNumber: areNumbersLimited(settings, mode),
    codePerMinute: code?.perMinute ?? null,
    codePerHour: code?.perHour ?? null,
    codePerDay: code?.perDay ?? null,
    noticePerDay: notice?.perDay ?? null,
    regions: [...regionsOf(settings, mode, platformRegion)],
    spendCapDay: settings?.spendCapDay ?? null,
  };
}
