import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Whether numbers can be of it, by its two capital letters: UK is none, however it looks like one. */
export function isRegion(text: string): boolean {
  // Loaded when a region is named, because most commands name none and should not wait for it.
  const { isSupportedCountry } =
    require('libphonenumber-js/min') as typeof import('libphonenumber-js/min');
  return isSupportedCountry(text);
}
