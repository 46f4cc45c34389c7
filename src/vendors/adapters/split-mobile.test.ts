import { expect, test } from 'vitest';
import { splitMobile } from './split-mobile.ts';

test.each([
  ['+8613912345678', '86', '13912345678'],
  ['+12025550123', '1', '2025550123'],
  ['+85251234567', '852', '51234567'],
  ['+447410000186', '44', '7410000186'],
])('%s has the country code %s and the national number %s', (mobile, countryCode, national) => {
  expect(splitMobile(mobile)).toEqual({ countryCode, national });
});

test('an invalid number is not sent anywhere', () => {
  expect(() => splitMobile('12')).toThrow('not E.164');
});
