import { formatMoney } from '../../../../src/foundation/money.ts';
import { smallestUnit } from '../../../../src/money/payments/charge.ts';
import { numberText } from '../../kit/number-text.ts';

/** What people pay is in whole units of the currency: the decimals after them are left out where they say nothing. */
export function amountText(amount: string, currency: string): string {
  const isWhole = formatMoney(smallestUnit(currency)) === '1.0000';
  return `${numberText(amount.replace(isWhole ? /\.0000$/ : /00$/, ''))} ${currency}`;
}
