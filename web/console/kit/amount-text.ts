import { smallestUnit } from '../../../src/money/payments/charge.ts';
import { numberText } from './number-text.ts';

/**
 * An amount with the decimals of its currency: two of a yuan, none of a yen. An amount that has more than its
 * currency keeps all four.
 */
export function inDecimals(amount: string, currency: string): string {
  // A unit is a power of ten in ten-thousandths.
  const beyond = '0'.repeat(String(smallestUnit(currency)).length - 1);
  if (beyond === '' || !amount.endsWith(beyond)) return amount;
  return amount.slice(0, -beyond.length).replace(/\.$/, '');
}

/** What is paid, billed or transferred, with its currency. */
export function amountText(amount: string, currency: string): string {
  return `${numberText(inDecimals(amount, currency))} ${currency}`;
}
