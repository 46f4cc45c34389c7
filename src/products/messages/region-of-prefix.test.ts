import { expect, test } from 'vitest';
import { parseMobile } from './mobile.ts';
import { regionOfPrefix } from './region-of-prefix.ts';

test.each(['+8613912345678', '+85251234567', '+447400123456', '+14165550123', '+819012345678'])(
  'the prefix of %s has the same region as the whole number',
  (number) => {
    const mobile = parseMobile(number, 'CN');
    expect(mobile?.region).toMatch(/^[A-Z]{2}$/);
    expect(regionOfPrefix(mobile?.prefix ?? '')).toBe(mobile?.region);
  },
);

test('a number without a country has no region', () => {
  expect(regionOfPrefix('+88162341')).toBeNull();
  expect(regionOfPrefix('nothing')).toBeNull();
});
