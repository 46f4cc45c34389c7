import type { Mode } from '../../../foundation/contract/products.ts';
import { accountOf } from '../../../foundation/contract/scope.ts';
import { formatMoney } from '../../../foundation/money.ts';
import { readTotals } from '../../../line/search/hour-queries.ts';
import { searchScopeOf } from '../calls/read-filter.ts';
import type { ConsoleContext } from '../kit/console-route.ts';
import { digestOf } from '../kit/share-reads.ts';
import { readAccountBalance } from './read-overview.ts';
import { showNeeds } from './show-needs.ts';

const dayMs = 86_400_000;

/**
 * A short text that changes with the figures of the last day, the balance of an account, and the tasks of the
 * platform. Calls of earlier days change rarely, so the page's own refresh shows those.
 */
export async function readOverviewState(context: ConsoleContext, mode: Mode): Promise<string> {
  const { pool, scope, clock } = context;
  const account = accountOf(scope);
  const to = clock.now();
  const span = { from: new Date(to.getTime() - dayMs), to };
  const filter = account === null ? {} : { account };
  const [{ result }, own] = await Promise.all([
    readTotals(pool, searchScopeOf(context), mode, span, filter),
    account === null ? showNeeds(context, mode) : readAccountBalance(pool, scope, account, mode),
  ]);
  const { calls, done, completed, waiting, unknown, finished, delivered, slowMs, spend } = result;
  const groups = [completed, waiting, unknown];
  return digestOf([calls, done, groups, finished, delivered, slowMs, formatMoney(spend), own]);
}
