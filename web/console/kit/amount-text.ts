import { inDecimals } from '../../../src/foundation/money.ts';
import { numberText } from './number-text.ts';

/** What is paid, billed or transferred, with the decimals of its currency. */
export function amountText(amount: string, currency: string): string {
  return `${numberText(inDecimals(amount, currency))} ${currency}`;
}
