import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Whether a two-letter code is a region that has phone numbers: UK is not one (it is GB). */
export function isRegion(text: string): boolean {
  // Loaded only when a region is named: most commands name none and should not wait for it.
  const { isSupportedCountry } =
    require('libphonenumber-js/min') as typeof import('libphonenumber-js/min');
  return isSupportedCountry(text);
}
