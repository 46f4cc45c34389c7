import type { Money } from '../../../foundation/money.ts';
import type { Failure } from '../../providers/provider.ts';

/**
 * Decimals of Stripe's amounts, where they are not two. Stripe's own list, which is not ISO 4217's: ISK and UGX have
 * no decimals, but Stripe still expects two, both zero.
 */
const decimals: Readonly<Record<string, number>> = {
  ...eachWith(0, 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'),
  ...eachWith(3, 'BHD JOD KWD OMR TND'),
};

const moneyDecimals = 4;

function eachWith(count: number, currencies: string): Record<string, number> {
  return Object.fromEntries(currencies.split(' ').map((currency) => [currency, count]));
}

function unitOf(currency: string): Money {
  return 10n ** BigInt(moneyDecimals - (decimals[currency] ?? 2));
}

/** As Stripe wants it; undefined if the amount has more decimals than Stripe. */
export function toStripeAmount(amount: Money, currency: string): string | undefined {
  const unit = unitOf(currency);
  return amount % unit === 0n ? String(amount / unit) : undefined;
}

/** What Stripe says, in ten-thousandths; undefined if it is not an amount. */
export function fromStripeAmount(amount: unknown, currency: string): Money | undefined {
  if (!Number.isSafeInteger(amount) || (amount as number) < 0) return undefined;
  return BigInt(amount as number) * unitOf(currency);
}

/** The refusal of an amount that Stripe cannot count. */
export function tooFine(currency: string): Failure {
  const detail = `Stripe has fewer decimals of ${currency}`;
  return { kind: 'rejected', reason: 'provider_setup', detail };
}
