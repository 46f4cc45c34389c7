import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { describe, expect, test } from 'vitest';
import { parseMobile } from './mobile.ts';

describe('a mobile', () => {
  const table: [string, string | undefined][] = [
    ['13800000000', '+8613800000000'],
    ['+8613800000000', '+8613800000000'],
    ['+86 138 0000 0000', '+8613800000000'],
    ['138-0000-0000', '+8613800000000'],
    ['+14155552671', '+14155552671'],
    ['+85261234567', '+85261234567'],
    ['138', undefined],
    ['138000000000000000', undefined],
    ['+', undefined],
    ['', undefined],
    ['abc', undefined],
    ['call 13800000000', undefined],
    ['13800000000;ext=1', undefined],
    ['+99913800000000', undefined],
  ];
  test.each(table)('%j is read as %j', (text, e164) => {
    expect(parseMobile(text, 'CN')?.e164).toBe(e164);
  });

  test('in the short way is read as libphonenumber reads it', () => {
    for (let head = 130; head < 200; head++) {
      const text = `${head}12345678`;
      const number = parsePhoneNumberFromString(text, 'CN');
      expect(number?.isPossible()).toBe(true);
      expect(parseMobile(text, 'CN')?.e164).toBe(number?.number);
    }
  });

  test('tells its region and its prefix', () => {
    expect(parseMobile('13800001234', 'CN')).toEqual({
      e164: '+8613800001234',
      region: 'CN',
      prefix: '+861380000',
    });
    expect(parseMobile('+14155552671', 'CN')?.region).toBe('US');
    expect(parseMobile('+85261234567', 'CN')?.region).toBe('HK');
  });
});
