import { type Money, wholePercent } from '../../foundation/money.ts';
import type { PaymentMethod } from '../../vendors/providers/payment.ts';
import { smallestUnit } from './payment.ts';

/** A way to pay into a wallet, and its terms. */
export interface PaymentOffer extends PaymentMethod {
  providerCode: string;
  method: string;
  /** ISO 4217. */
  currency: string;
  /** Of what the wallet gets. */
  minimum: Money;
  maximum: Money;
  /** What the customer pays beyond it: a percentage with four decimals, as an amount is written, and a fixed part. */
  feePercent: Money;
  feeFixed: Money;
}

type FeeTerms = Pick<PaymentOffer, 'currency' | 'feePercent' | 'feeFixed'>;

/** What a customer pays beyond the amount: in whole units of the currency, rounded up. */
export function feeOf({ currency, feePercent, feeFixed }: FeeTerms, amount: Money): Money {
  const unit = smallestUnit(currency);
  const exact = feeFixed * wholePercent + amount * feePercent;
  const step = wholePercent * unit;
  return ((exact + step - 1n) / step) * unit;
}
