import { expect, test } from 'vitest';
import { maskCard, maskMobile, maskName } from './mask-person.ts';

test.each([
  ['+8613912345678', '139****5678'],
  ['139 1234 5678', '139****5678'],
  ['+85264414418', '+852 ****4418'],
  // The last four digits would be half of a short number.
  ['+6831234', '+683 ****'],
  ['1234567', '****'],
])('the mobile %s is shown as %s', (mobile, shown) => {
  expect(maskMobile(mobile)).toBe(shown);
});

test.each([
  ['110101199003070003', '110****03'],
  ['AB123456', 'AB1****56'],
  ['A123456', '****'],
])('the ID number %s is shown as %s', (cardNo, shown) => {
  expect(maskCard(cardNo)).toBe(shown);
});

test('a name shows its first character, whole', () => {
  expect(['张三', ' Lin Xiao', '𠮷野', ''].map(maskName)).toEqual(['张**', 'L**', '𠮷**', '**']);
});
