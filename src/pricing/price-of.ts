import type { PriceSource } from '../contract/products.ts';
import type { Money } from '../money.ts';

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
  return {
    source: rule.accountPrice === null ? 'default' : 'account',
    unitPrice,
    amount: rule.perPart ? unitPrice * BigInt(parts) : unitPrice,
  };
}
