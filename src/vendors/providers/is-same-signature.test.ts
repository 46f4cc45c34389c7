import { expect, test } from 'vitest';
import { isSameSignature } from './is-same-signature.ts';

test.each([
  ['abc', 'abc', true],
  ['abd', 'abc', false],
  ['abcd', 'abc', false],
  ['', 'abc', false],
  [undefined, 'abc', false],
  ['签名', '签名', true],
])('%s for %s is %s', (given, expected, same) => {
  expect(isSameSignature(given, expected)).toBe(same);
});
