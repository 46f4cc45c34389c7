import { type CalledProduct, calledProducts } from '../../../foundation/contract/products.ts';
import { accountOf } from '../../../foundation/contract/scope.ts';
import { findRoute } from '../../../vendors/providers/route-queries.ts';
import { readStates } from '../../reports/read-states.ts';
import type { ConsoleContext } from '../kit/console-route.ts';
import { failingFirst } from './failing-first.ts';

/** The products whose live calls have no provider left that works, on the route of the account or of everybody. */
export async function readFailingProducts({
  pool,
  scope,
  breakers,
}: Pick<ConsoleContext, 'pool' | 'scope' | 'breakers'>): Promise<CalledProduct[]> {
  const states = await readStates(pool, breakers);
  const isFailing = [...states.values()].some(({ state }) => state === 'failing');
  if (!isFailing) return [];
  const accountId = accountOf(scope) ?? null;
  const routes = await Promise.all(
    calledProducts.map(async (product) => {
      const { stored, everybodys } = await findRoute(pool, { product, accountId, region: null });
      return stored ?? everybodys ?? [];
    }),
  );
  return failingFirst(routes.flat(), states)
    .filter(({ instead }) => instead === null)
    .map(({ product }) => product);
}
