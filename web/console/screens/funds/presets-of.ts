import { formatMoney, parseMoney, smallestUnit } from '../../../../src/foundation/money.ts';
import type { Offer } from '../../../../src/surfaces/console/funds/funds-contract.ts';

/** In smallest units: 50, 100, 500 and 1000 of a currency with cents. */
const presets = [5_000n, 10_000n, 50_000n, 100_000n];

/** The suggested amounts that an offer takes. */
export function presetsOf({
  currency,
  minimum,
  maximum,
}: Pick<Offer, 'currency' | 'minimum' | 'maximum'>): string[] {
  const unit = smallestUnit(currency);
  const [least = 0n, most = 0n] = [minimum, maximum].map(parseMoney);
  return presets
    .map((count) => count * unit)
    .filter((amount) => amount >= least && amount <= most)
    .map(formatMoney);
}
