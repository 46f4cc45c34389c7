import type { Language } from '../client/language.ts';
import { timeText } from './time-text.ts';

/** A rate with the time at which the operator set it; undefined where nothing is converted. */
export function rateText(
  {
    currency,
    chargedCurrency,
    rate,
    rateSetAt,
  }: {
    currency: string;
    chargedCurrency: string | null;
    rate: string | null;
    rateSetAt: string | null;
  },
  language: Language,
): string | undefined {
  if (rate === null || rateSetAt === null) return undefined;
  return `1 ${currency} = ${rate} ${chargedCurrency} (${timeText(rateSetAt, 'short', language)})`;
}
