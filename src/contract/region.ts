import { isSupportedCountry } from 'libphonenumber-js/min';

/** Whether numbers can be of it, by its two capital letters: UK is none, however it looks like one. */
export function isRegion(text: string): boolean {
  return isSupportedCountry(text);
}
