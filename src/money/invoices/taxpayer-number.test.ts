import { expect, test } from 'vitest';
import { isTaxpayerNumber } from './taxpayer-number.ts';

// @mutant src/money/invoices/taxpayer-number.ts
// - return (31 - (sum % 31)) % 31 === values[17];
// + return sum > 0;
test('a number of 18 characters has the check character of GB 32100', () => {
  expect(isTaxpayerNumber('91350100M000100Y43')).toBe(true);
  // The standard's own example of a wrong one.
  expect(isTaxpayerNumber('91350100M000100Y4Z')).toBe(false);
  expect(isTaxpayerNumber('91350100I000100Y43')).toBe(false);
});

test('other lengths from 15 to 20 have no check character', () => {
  expect(isTaxpayerNumber('110105123456789')).toBe(true);
  expect(isTaxpayerNumber('110105198001011234L1')).toBe(true);
  expect(isTaxpayerNumber('11010512345678')).toBe(false);
  expect(isTaxpayerNumber('11010512345678九')).toBe(false);
});
