import { expect, test } from 'vitest';
import { priceOf } from './price-of.ts';

const rule = { defaultPrice: 500n, accountPrice: null, perPart: false };

// @mutant src/line/pricing/price-of.ts
// - rule.perPart ? unitPrice * BigInt(parts) : unitPrice
// + unitPrice * BigInt(parts)
test('a call costs its unit price once, whatever the number of parts', () => {
  expect(priceOf(rule, 4)).toEqual({ source: 'default', unitPrice: 500n, amount: 500n });
});

test('a product priced by part costs its unit price for each part', () => {
  expect(priceOf({ ...rule, perPart: true }, 4).amount).toBe(2000n);
});

// @mutant src/line/pricing/price-of.ts
// - rule.accountPrice ?? rule.defaultPrice
// + rule.accountPrice || rule.defaultPrice
test('a price agreed for the account wins, even when it is zero', () => {
  expect(priceOf({ ...rule, accountPrice: 0n }, 1)).toEqual({
    source: 'account',
    unitPrice: 0n,
    amount: 0n,
  });
});

test('a price too large for any wallet is reported before the database sees it', () => {
  const dear = { ...rule, defaultPrice: 2n ** 63n - 1n };
  expect(priceOf(dear, 2).amount).toBe(2n ** 63n - 1n);
  expect(() => priceOf({ ...dear, perPart: true }, 2)).toThrow('The balance is too low');
});
