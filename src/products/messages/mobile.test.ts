import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { describe, expect, test } from 'vitest';
import { parseMobile } from './mobile.ts';

describe('a mobile', () => {
  const table: [string, string | undefined][] = [
    ['13800000000', '+8613800000000'],
    ['+8613800000000', '+8613800000000'],
    ['+86 138 0000 0000', '+8613800000000'],
    ['138-0000-0000', '+8613800000000'],
    ['0086 138.0000.0000', '+8613800000000'],
    ['8613800000000', '+8613800000000'],
    ['+86 (0) 138 0000 0000', '+8613800000000'],
    ['+86 17951 138 0000 0000', '+8613800000000'],
    ['+14155552671', '+14155552671'],
    ['+85261234567', '+85261234567'],
    ['17400012345', '+8617400012345'],
    ['17406012345', undefined],
    ['+86 0 0 138 0000 0000', undefined],
    ['138000000001', undefined],
    ['1380000000', undefined],
    ['1234567', undefined],
    ['12345678901', undefined],
    ['010-12345678', undefined],
    ['+86 21 6123 4567', undefined],
    ['4008001234', undefined],
    ['+541112345678', undefined],
    ['138', undefined],
    ['138000000000000000', undefined],
    ['+', undefined],
    ['', undefined],
    ['abc', undefined],
    ['call 13800000000', undefined],
    ['13800000000;ext=1', undefined],
    ['+99913800000000', undefined],
    ['1380000000０', undefined],
    ['１３８００００００００', undefined],
    ['＋8613800000000', undefined],
    ['138+00000000', undefined],
    ['1380\u200b0000000', undefined],
  ];
  test.each(table)('%j is parsed as %j', (text, e164) => {
    expect(parseMobile(text, 'CN')?.e164).toBe(e164);
  });

  test('in national form is parsed as libphonenumber does', () => {
    for (let head = 10_000; head < 20_000; head++) {
      const text = `${head}345678`;
      const number = parsePhoneNumberFromString(text, 'CN');
      const e164 = number?.getType() === 'MOBILE' ? number.number : undefined;
      expect(parseMobile(text, 'CN')?.e164, text).toBe(e164);
      expect(parseMobile(`+86${text}`, 'US')?.e164, text).toBe(e164);
    }
  });

  test('is one number for the limits, whatever prefix it is written with', () => {
    const known = '13912345678';
    const junk = fc.string({ unit: fc.constantFrom(...'0123456789+-.() '), maxLength: 8 });
    const text = fc.tuple(junk, fc.constantFrom('', known, `86${known}`), junk);
    fc.assert(
      fc.property(text, fc.constantFrom('CN', 'US', 'AR'), (parts, region) => {
        const mobile = parseMobile(parts.join(''), region);
        if (!mobile) return;
        expect(mobile.e164).toMatch(/^\+[0-9]{7,15}$/);
        expect(parseMobile(mobile.e164, region)).toEqual(mobile);
        if (mobile.region === 'CN') expect(mobile.e164).toMatch(/^\+861[0-9]{10}$/);
      }),
      { numRuns: 3_000, interruptAfterTimeLimit: 20_000 },
    );
  });

  test('has its region and prefix', () => {
    expect(parseMobile('13800001234', 'CN')).toEqual({
      e164: '+8613800001234',
      region: 'CN',
      prefix: '+861380000',
    });
    expect(parseMobile('+14155552671', 'CN')?.region).toBe('US');
    expect(parseMobile('+85261234567', 'CN')?.region).toBe('HK');
    expect(parseMobile('13800001234', 'US')).toBeUndefined();
  });
});
