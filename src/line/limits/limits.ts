import { type Mode, type Product, productTable } from '../../foundation/contract/products.ts';
import type { Money } from '../../foundation/money.ts';

/** What an operator has set for an account and mode; null means the default. */
export interface LimitSettings {
  perNumber: boolean | null;
  codePerMinute: number | null;
  codePerHour: number | null;
  codePerDay: number | null;
  noticePerDay: number | null;
  /** Regions that messages may go to; `*` is everywhere. */
  regions: string[] | null;
  spendCapDay: Money | null;
}

/** How many messages of a product one number may get. Null windows are not limited. */
export interface NumberLimits {
  perMinute: number | null;
  perHour: number | null;
  perDay: number;
}

/** The longest list of past messages that a limit may look back on; limits_count keeps as many. */
export const longestWindow = 1000;

export const defaultLimits = {
  codePerMinute: 1,
  codePerHour: 5,
  codePerDay: 10,
  noticePerDay: 50,
} as const;

/** Abuse costs money, so live calls are limited unless told otherwise, and test calls are not. */
export function areNumbersLimited(settings: LimitSettings | null, mode: Mode): boolean {
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
    perMinute: settings?.codePerMinute ?? defaultLimits.codePerMinute,
    perHour: settings?.codePerHour ?? defaultLimits.codePerHour,
    perDay: settings?.codePerDay ?? defaultLimits.codePerDay,
  };
}

/**
 * Test messages never leave the machine, so only live ones are bound to a region by default, and test
 * ones where limits are rehearsed. Whoever lifts the limits per number has said nothing of regions: a
 * live account does not begin to send abroad by it.
 */
export function regionsOf(
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

/** What holds in the end, whether it was set or is the default; null is no limit. */
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
