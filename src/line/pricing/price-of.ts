import { fail } from '../../foundation/contract/errors/errors.ts';
import type { PriceSource } from '../../foundation/contract/products.ts';
import { largestAmount, type Money } from '../../foundation/money.ts';

/** The price of a product for an account. */
export interface PriceRule {
  defaultPrice: Money;
  /** The price agreed with the account, if any. */
  accountPrice: Money | null;
  /** Whether an SMS costs the unit price once per part. */
  perPart: boolean;
}

/** The price of a call, and where it comes from. */
export interface Price {
  source: PriceSource;
  unitPrice: Money;
  /** The amount to hold and settle: the unit price, multiplied by the parts if priced per part. */
  amount: Money;
}

export const freePrice: Price = { source: 'free', unitPrice: 0n, amount: 0n };
export const recheckPrice: Price = { source: 'recheck_free', unitPrice: 0n, amount: 0n };

export function priceOf(rule: PriceRule, parts: number): Price {
  const unitPrice = rule.accountPrice ?? rule.defaultPrice;
  const amount = rule.perPart ? unitPrice * BigInt(parts) : unitPrice;
  // Only a price from before the maximum was introduced gets here; no wallet has that much money.
  if (amount > largestAmount) fail('balance_too_low');
  return { source: rule.accountPrice === null ? 'default' : 'account', unitPrice, amount };
}
