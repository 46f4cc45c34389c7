import { expect, test } from 'vitest';
import { vendors } from '../../src/vendors/vendors.ts';

const withHints = vendors
  .filter(({ hints }) => hints)
  .map((vendor) => [vendor.code, vendor] as const);

test.each(withHints)('the hints of %s are about its own codes, in both languages', (_, vendor) => {
  const { hints = {}, codes } = vendor;
  const known = new Set([
    ...Object.keys(codes),
    ...('receiptCodes' in vendor ? [...Object.keys(vendor.receiptCodes), 'no_receipt'] : []),
  ]);
  expect(Object.keys(hints).filter((code) => !known.has(code))).toEqual([]);
  // A code that means something else in receipts would explain the wrong thing.
  const receiptCodes = 'receiptCodes' in vendor ? vendor.receiptCodes : {};
  const isAmbiguous = (code: string) =>
    Object.hasOwn(receiptCodes, code) &&
    Object.hasOwn(codes, code) &&
    receiptCodes[code]?.[1] !== codes[code]?.[1];
  expect(Object.keys(hints).filter(isAmbiguous)).toEqual([]);
  for (const { en, zh } of Object.values(hints)) {
    expect(en).toMatch(/[.?]$/);
    expect(zh).toMatch(/\p{Script=Han}.*[。？]$/u);
  }
});
