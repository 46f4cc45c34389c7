import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** The region of numbers with this beginning; null if it is not known. */
export function regionOfPrefix(prefix: string | null): string | null {
  return prefix === null ? null : (parsePhoneNumberFromString(prefix)?.country ?? null);
}
