import type { Money } from '../../foundation/money.ts';
import { listedCost } from '../../vendors/providers/listed-cost.ts';
import type { CostList, SessionResult } from '../../vendors/providers/provider.ts';

/** What a session costs us, and who says so. */
export interface SessionCost {
  cost: Money;
  source: 'answer' | 'list';
}

/**
 * What the provider says that it charges for a session that is over; else what its price list says of a
 * check that was done. One that nobody went through to the end is charged for by nobody's list.
 */
export function sessionCost(
  { state, cost }: Pick<SessionResult, 'state' | 'cost'>,
  costs: CostList = {},
): SessionCost | null {
  if (state === 'open') return null;
  if (cost !== undefined) return { cost, source: 'answer' };
  if (state !== 'passed' && state !== 'failed') return null;
  const listed = listedCost(costs, 1, null);
  return listed === undefined ? null : { cost: listed, source: 'list' };
}
