import { expect, test } from 'vitest';
import { maskMobile, maskName, maskNumber, spellOut } from './mask-person.ts';

test('a name shows its first character, and not its length', () => {
  expect(maskName('张三').text).toBe('张 ••');
  expect(maskName('欧阳小明').text).toBe('欧 ••');
  expect(maskName('  Ada   Lovelace ')).toEqual({ start: 'A', end: '', text: 'A ••' });
  expect(maskName('𠮷田').text).toBe('𠮷 ••');
});

// @mutant src/products/checks/page/mask-person.ts
// - characters.length >= 12 ? [3, 2]
// + characters.length >= 5 ? [3, 2]
test('an ID number shows too little to recognize it, and not its length', () => {
  expect(maskNumber('11010519491231002X')).toEqual({
    start: '110',
    end: '2X',
    text: '110 •••• 2X',
  });
  expect(maskNumber('A12345').text).toBe('A •••• 5');
  expect(maskNumber('1234').text).toBe('••••');
  expect(maskNumber('1').text).toBe('••••');
});

test('a mobile number shows its end', () => {
  expect(maskMobile('+8613812345678')).toBe('138 •••• 5678');
  expect(maskMobile('4155550100')).toBe('•••• 0100');
});

test('a spelled text has its characters separated', () => {
  expect(spellOut('2X')).toBe('2 X');
});
