import type { Money } from '../../foundation/money.ts';

/** The sums of some calls, from which a margin follows. */
export interface MarginSums {
  /** Successful calls, and how many of them have an unknown cost. */
  done: number;
  uncosted: number;
  /** Charges minus refunds, of all calls and of those with an unknown cost. */
  spend: Money;
  uncostedSpend: Money;
  /** The known costs. */
  cost: Money;
}

/** The cost and margin of the calls with a known cost; null if none is known. */
export function marginOf(sums: MarginSums): { cost: Money | null; margin: Money | null } {
  const { done, uncosted, spend, uncostedSpend, cost } = sums;
  // A provider may charge for a call that did not succeed.
  if (done === uncosted && cost === 0n) return { cost: null, margin: null };
  return { cost, margin: spend - uncostedSpend - cost };
}
