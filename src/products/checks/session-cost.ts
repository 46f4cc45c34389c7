import type { Money } from '../../foundation/money.ts';
import { listedCost } from '../../vendors/providers/listed-cost.ts';
import type { CostList, SessionResult } from '../../vendors/providers/provider.ts';

/** What a session costs us, and the source of the amount. */
export interface SessionCost {
  cost: Money;
  source: 'answer' | 'list';
}

/**
 * The cost that the provider reports for an ended session, otherwise its list price for a completed check. The
 * price list does not charge for a session that was not completed.
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
