import { numberText } from '../../kit/number-text.ts';

/** What people pay is in whole cents: the decimals after them are left out where they say nothing. */
export function amountText(amount: string, currency: string): string {
  return `${numberText(amount.replace(/00$/, ''))} ${currency}`;
}
