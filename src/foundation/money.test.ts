import { expect, test } from 'vitest';
import {
  formatMoney,
  formatRate,
  largestAmount,
  parseMoney,
  parseMoneyUp,
  parseRate,
} from './money.ts';

// @mutant src/foundation/money.ts
// - if (amount > largestAmount)
// + if (false)
test('reads amounts up to the largest bigint, and none above', () => {
  expect(parseMoney('922337203685477.5807')).toBe(largestAmount);
  expect(parseMoney('-922337203685477.5807')).toBe(-largestAmount);
  expect(parseMoney('922337203685477.5808')).toBeUndefined();
  expect(parseMoney('-922337203685477.5808')).toBeUndefined();
  expect(parseMoney('999999999999999')).toBeUndefined();
  expect(parseMoney('9999999999999999')).toBeUndefined();
});

// @mutant src/foundation/money.ts
// - fraction.padEnd(4, '0')
// + fraction.padStart(4, '0')
test.each([
  ['5', 50_000n],
  ['0.5', 5_000n],
  ['0.05', 500n],
  ['0.0005', 5n],
  ['-0.1', -1_000n],
  ['007.10', 71_000n],
])('%s is read as %s', (text, amount) => {
  expect(parseMoney(text)).toBe(amount);
});

test.each([
  [0n, '0.0000'],
  [1n, '0.0001'],
  [-1n, '-0.0001'],
  [9_999n, '0.9999'],
  [10_000n, '1.0000'],
  [-123_456_789n, '-12345.6789'],
])('%s is printed as %s', (amount, text) => {
  expect(formatMoney(amount)).toBe(text);
});

test('reads back what it printed', () => {
  for (const amount of [0n, 1n, -1n, 9_999n, 10_000n, -10_001n, largestAmount, -largestAmount]) {
    expect(parseMoney(formatMoney(amount))).toBe(amount);
  }
});

test.each(['', '-', '.5', '1.', '1.00001', '1e3', '+1', ' 1', '１', '0x1', '1,5'])(
  '%j is not an amount',
  (text) => {
    expect(parseMoney(text)).toBeUndefined();
  },
);

// @mutant src/foundation/money.ts
// - scale + unit - 1n) / unit
// + scale) / unit
test.each([
  ['0.00750', 1, 75n],
  ['0.00751', 1, 76n],
  ['0.03330000', 3, 999n],
  ['0.00001', 20, 2n],
  ['12', 2, 240_000n],
  ['0', 5, 0n],
  ['-1', 1, undefined],
  ['1e-7', 1, undefined],
  ['1', 0.5, undefined],
])('reads the price %s for %s, rounded up', (text, count, amount) => {
  expect(parseMoneyUp(text, count)).toBe(amount);
});

test.each([
  ['162.1', '162.1'],
  ['0162.10', '162.1'],
  ['1', '1'],
  ['0.0000000001', '0.0000000001'],
  ['1000000', '1000000'],
])('reads the rate %s, and prints it as %s', (text, printed) => {
  expect(formatRate(parseRate(text) ?? 0n)).toBe(printed);
});

test.each(['', '0', '0.0', '-1', '1,5', '1e3', '.5', '1.', '0.00000000001', '1000000.0000000001'])(
  '%j is not a rate',
  (text) => {
    expect(parseRate(text)).toBeUndefined();
  },
);
