import { expect, test } from 'vitest';
import { problems } from '../../../foundation/contract/text/problems.ts';
import { readAmount } from './read-amount.ts';

test.each([
  [' 5 ', 50_000n],
  ['0.05', 500n],
  ['1,234', 12_340_000n],
  ['1,234,567.8901', 12_345_678_901n],
  ['-1,234.5', -12_345_000n],
])('reads %j', (text, amount) => {
  expect(readAmount('amount', text)).toBe(amount);
});

// @mutant src/foundation/money.ts
// - grouped.test(text)
// + text.includes(',')
test.each([
  ...['0,05', '1,5', '1,50', '1,0,0', '1,2345', '1234,567', ',123', '1,234,', '1,23,456'],
  ...[
    '0,045',
    '-0,050',
    '00,500',
    '1.234,50',
    '1.000,000',
    '1,234.50000',
    '1，234',
    '12 34',
    '',
    '-',
  ],
])('refuses %j and says how to write an amount', (text) => {
  expect(() => readAmount('amount', text)).toThrow(
    expect.objectContaining({
      reason: 'invalid_request',
      details: [{ field: 'amount', problem: problems.not_typed_amount }],
    }),
  );
});
