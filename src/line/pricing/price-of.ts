import { fail } from '../../foundation/contract/errors/errors.ts';
import type { PriceSource } from '../../foundation/contract/products.ts';
import { largestAmount, type Money } from '../../foundation/money.ts';

/** What a product costs an account. */
export interface PriceRule {
  defaultPrice: Money;
  /** A price agreed for the account, if there is one. */
  accountPrice: Money | null;
  /** Whether an SMS of several parts costs several times the unit price. */
  perPart: boolean;
}

/** What a call costs, and why. */
export interface Price {
  source: PriceSource;
  unitPrice: Money;
  /** What is held and settled: the unit price, or that times the parts. */
  amount: Money;
}

export const freePrice: Price = { source: 'free', unitPrice: 0n, amount: 0n };
export const recheckPrice: Price = { source: 'recheck_free', unitPrice: 0n, amount: 0n };

export function priceOf(rule: PriceRule, parts: number): Price {
  const unitPrice = rule.accountPrice ?? rule.defaultPrice;
  const amount = rule.perPart ? unitPrice * BigInt(parts) : unitPrice;
  // Only a price of before there was a largest one gets here; no wallet holds so much.
  if (amount > largestAmount) fail('balance_too_low');
  return { source: rule.accountPrice === null ? 'default' : 'account', unitPrice, amount };
}
