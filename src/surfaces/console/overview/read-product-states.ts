import { type CalledProduct, calledProducts } from '../../../foundation/contract/products.ts';
import { accountOf } from '../../../foundation/contract/scope.ts';
import { findRoute } from '../../../vendors/providers/route-queries.ts';
import { readStates } from '../../reports/read-states.ts';
import type { ConsoleContext } from '../kit/console-route.ts';
import { failingFirst, isAsked } from './failing-first.ts';

interface ProductStates {
  /** Products with a provider that is on, on the route of the account or of all. */
  offered: CalledProduct[];
  /** Those whose live calls have no provider left that works. */
  failing: CalledProduct[];
}

export async function readProductStates({
  pool,
  scope,
  breakers,
}: Pick<ConsoleContext, 'pool' | 'scope' | 'breakers'>): Promise<ProductStates> {
  const states = await readStates(pool, breakers);
  const accountId = accountOf(scope) ?? null;
  const found = await Promise.all(
    calledProducts.map((product) => findRoute(pool, { product, accountId, region: null })),
  );
  const routes = found.flatMap(({ stored, everybodys }) => stored ?? everybodys ?? []);
  return {
    offered: calledProducts.filter((product) =>
      routes.some(
        (route) =>
          route.product === product &&
          route.providers.some(({ code }) => isAsked(states.get(code)?.state)),
      ),
    ),
    failing: failingFirst(routes, states)
      .filter(({ instead }) => instead === null)
      .map(({ product }) => product),
  };
}
