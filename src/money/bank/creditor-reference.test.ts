import { expect, test } from 'vitest';
import { findCreditors, printReference, referenceOf } from './creditor-reference.ts';

const reference = referenceOf({ cell: undefined, accountId: 123 });

test('a reference has check digits by ISO 11649, and is printed in groups of four', () => {
  // (A00000123 RF00): A is 10, R is 27, F is 15; 98 minus the remainder by 97.
  expect(98n - (BigInt('10000001232715' + '00') % 97n)).toBe(BigInt(reference.slice(2, 4)));
  expect(reference).toMatch(/^RF[0-9]{2}A00000123$/);
  expect(printReference(reference)).toBe(`${reference.slice(0, 4)} A000 0012 3`);
  expect(referenceOf({ cell: 3, accountId: 7 })).toMatch(/^RF[0-9]{2}C0003A00000007$/);
});

test.each([
  ['printed', `Top-up ${printReference(reference)}, thank you`],
  ['in small letters', reference.toLowerCase()],
  ['broken by the bank', `INV 77 ${reference.slice(0, 6)}\n${reference.slice(6)}`],
  ['before other digits', `${reference} 20261118`],
  ['twice', `${reference} / ${reference}`],
])('is found %s', (_, text) => {
  expect(findCreditors(text)).toEqual([{ cell: undefined, accountId: 123 }]);
});

// @mutant src/money/bank/creditor-reference.ts
// - === 1n;
// + !== -1n;
test('any mistyped digit is noticed', () => {
  for (let at = 2; at < reference.length; at++) {
    if (reference[at] === 'A') continue;
    for (let digit = 0; digit < 10; digit++) {
      const typed = reference.slice(0, at) + digit + reference.slice(at + 1);
      expect(findCreditors(typed)).toHaveLength(typed === reference ? 1 : 0);
    }
  }
});

test('several references are all named, with their cells', () => {
  const other = referenceOf({ cell: 3, accountId: 99_999_999 });
  expect(findCreditors(`${reference} ${other}`)).toEqual([
    { cell: undefined, accountId: 123 },
    { cell: 3, accountId: 99_999_999 },
  ]);
});
