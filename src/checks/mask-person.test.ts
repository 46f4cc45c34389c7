import { expect, test } from 'vitest';
import { maskName, maskNumber } from './mask-person.ts';

test('of a name, one character of each part is left', () => {
  expect(maskName('张三')).toBe('张*');
  expect(maskName('欧阳小明')).toBe('欧***');
  expect(maskName('  Ada   Lovelace ')).toBe('A** L*******');
  expect(maskName('𠮷田')).toBe('𠮷*');
});

test('of a number, too little is left to know it, and its length is kept', () => {
  expect(maskNumber('11010519491231002X')).toEqual({
    start: '110',
    end: '2X',
    text: '110*************2X',
  });
  expect(maskNumber('A12345').text).toBe('A****5');
  expect(maskNumber('1234').text).toBe('****');
  expect(maskNumber('1').text).toBe('*');
});
