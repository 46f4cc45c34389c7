import {
  formatMoney,
  formatRate,
  type Money,
  smallestUnit,
  wholePercent,
} from '../../foundation/money.ts';
import type { PaymentMethod } from '../../vendors/providers/payment.ts';
import { type Charge, type Conversion, chargeOf } from './charge.ts';

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
  /** Null for a method that charges the wallet's currency. */
  conversion: Conversion | null;
}

type FeeTerms = Pick<PaymentOffer, 'currency' | 'feePercent' | 'feeFixed'>;

/** What a customer pays beyond the amount: in whole units of the currency, rounded up. */
export function feeOf({ currency, feePercent, feeFixed }: FeeTerms, amount: Money): Money {
  const unit = smallestUnit(currency);
  const exact = feeFixed * wholePercent + amount * feePercent;
  const step = wholePercent * unit;
  return ((exact + step - 1n) / step) * unit;
}

/** What a payment through an offer costs: the fee, and the charge for all of it. */
export function costOf(
  offer: FeeTerms & Pick<PaymentOffer, 'conversion'>,
  amount: Money,
): Charge & { fee: Money } {
  const fee = feeOf(offer, amount);
  return { fee, ...chargeOf(offer, amount + fee) };
}

/** An offer as pages and callers get it. */
export function showOffer({
  minimum,
  maximum,
  feePercent,
  feeFixed,
  conversion,
  ...offer
}: PaymentOffer) {
  return {
    ...offer,
    ...{ minimum: formatMoney(minimum), maximum: formatMoney(maximum) },
    ...{ feePercent: formatMoney(feePercent), feeFixed: formatMoney(feeFixed) },
    chargedCurrency: conversion?.currency ?? offer.currency,
    rate: conversion && formatRate(conversion.rate),
    rateSetAt: conversion?.setAt.toISOString() ?? null,
  };
}
