import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { readConfig } from './read-config.ts';
import { address, amount, secret, whole } from './vendor-setting.ts';

const words = { en: 'a', zh: 'a' };
const vendor = {
  code: 'sample',
  config: Type.Object({
    key: secret({ title: words }),
    seconds: whole({ title: words, minimum: 1, maximum: 9, default: 5 }),
  }),
  findConfigFaults: ({ key }: { key?: unknown }) =>
    key === 'odd' ? [{ en: 'key is odd', zh: 'key 不对' }] : [],
};

describe('the settings of a provider', () => {
  test('are completed with defaults', () => {
    const given = { key: 'k' };
    expect(readConfig(vendor, given)).toEqual({ key: 'k', seconds: 5 });
    expect(given).toEqual({ key: 'k' });
  });

  test('are refused with all faults at once, and without a value', () => {
    expect(() => readConfig(vendor, { sekey: 'hidden', seconds: 12 })).toThrow(
      /^sekey is not a setting of sample; key is required; seconds has an invalid format\. (?!.*hidden)/,
    );
  });

  test('are refused by their vendor’s own rules once their form is valid', () => {
    expect(() => readConfig(vendor, { key: 'odd' })).toThrow('key is odd.');
  });

  test.each([[null], [[]], ['key']])('are an object, not %j', (given) => {
    expect(() => readConfig(vendor, given)).toThrow('must be a JSON object');
  });
});

test.each([
  ['https://api.example.com', true],
  ['http://127.0.0.1:4000/path/of/it', true],
  ['https://[::1]:4000', true],
  ['https://api.example.com/', false],
  ['https://api.example.com/path/', false],
  ['https://me:hush@api.example.com', false],
  ['https://api.example.com?a=b', false],
  ['ftp://api.example.com', false],
])('%s is a URL: %s', (at, isOne) => {
  const config = Type.Object({ at: address({ title: words }) });
  const read = () => readConfig({ code: 'sample', config }, { at });
  if (isOne) expect(read()).toEqual({ at });
  else expect(read).toThrow('at has an invalid format');
});

test.each([
  ['0.0450', true],
  ['1', true],
  ['0.00001', false],
  ['-1', false],
  ['1e3', false],
])('%s is an amount: %s', (price, isOne) => {
  const config = Type.Object({ price: amount({ title: words }) });
  const read = () => readConfig({ code: 'sample', config }, { price });
  if (isOne) expect(read()).toEqual({ price });
  else expect(read).toThrow('price has an invalid format');
});
