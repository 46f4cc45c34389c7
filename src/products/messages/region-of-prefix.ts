import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** The region of numbers that begin so; null for those of no country. The last four digits do not tell. */
export function regionOfPrefix(prefix: string): string | null {
  if (prefix.startsWith('+86')) return 'CN';
  return parsePhoneNumberFromString(`${prefix}0000`)?.country ?? null;
}
