import { expect, test } from 'vitest';
import { csvLine } from './csv-line.ts';

test.each([
  ['CNY', '-42.02'],
  ['JPY', '-42.0200'],
  ['KWD', '-42.020'],
])('a paid amount in %s is written as %s', (currency, text) => {
  expect(csvLine([{ paid: -420_200n, currency }])).toBe(`${text}\r\n`);
});

test('a paid amount in yen has no decimals, a price has four', () => {
  expect(csvLine([{ paid: 420_000n, currency: 'JPY' }, 420_000n])).toBe('42,42.0000\r\n');
});
