import { getCountries } from 'libphonenumber-js/min';
import { expect, test } from 'vitest';
import { isRegion, regions } from './region.ts';

test('the regions are those whose phone numbers can be read', () => {
  expect([...regions].sort()).toEqual([...getCountries()].sort());
  expect(['GB', 'UK', 'gb', ''].map(isRegion)).toEqual([true, false, false, false]);
});
