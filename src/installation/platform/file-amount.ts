import Type from 'typebox';
import {
  formatMoney,
  formatRate,
  type Money,
  parseMoney,
  parseRate,
  type Rate,
} from '../../foundation/money.ts';

/** Amounts are texts: YAML reads a number as binary, and rounds it. */
export const Amount = (description: string) =>
  Type.String({
    pattern: '^[0-9]{1,9}(\\.[0-9]{1,4})?$',
    description: `${description}. In quotes, with at most four decimals`,
    examples: ['0.0500'],
  });

export const readAmount = (text: string): Money => parseMoney(text) ?? 0n;

/** Two spellings of an amount are one amount. */
export const sameAmount = (text: string): string => formatMoney(readAmount(text));

export const readRate = (text: string): Rate => parseRate(text) ?? 0n;

/** Two spellings of a rate are one rate. */
export const sameRate = (text: string): string => formatRate(readRate(text));
