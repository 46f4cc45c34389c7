import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * The region of numbers with this prefix; null when they belong to no country. The missing
 * last four digits do not matter.
 */
export function regionOfPrefix(prefix: string): string | null {
  if (prefix.startsWith('+86')) return 'CN';
  return parsePhoneNumberFromString(`${prefix}0000`)?.country ?? null;
}
