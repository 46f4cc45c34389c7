import type { Pool } from 'pg';
import { type CalledProduct, calledProducts } from '../../foundation/contract/products.ts';
import type { Breakers } from '../../vendors/providers/breakers.ts';
import type { ProviderState } from '../../vendors/providers/provider-state.ts';
import { listRoutes, type StoredRoute } from '../../vendors/providers/route-queries.ts';
import { readStates } from './read-states.ts';

/** The better ones first. */
const ranked: readonly ProviderState[] = ['active', 'failing', 'untold', 'off'];

/**
 * How live calls of each product stand, for one account or for any: the best state of the providers that they can be
 * sent to; null without a route. The sandbox serves the accounts that are allowed it.
 */
export async function readProductStates(
  { pool, breakers }: { pool: Pool; breakers?: Pick<Breakers, 'stateOf'> },
  accountId: number | null,
): Promise<Map<CalledProduct, ProviderState | null>> {
  const routes = await listRoutes(pool, accountId);
  const states = await readStates(pool, breakers);
  return new Map(
    calledProducts.map((product) => {
      const own = routes.filter((route) => route.product === product);
      const found = (accountId === null ? own : decisive(own)).flatMap((route) =>
        route.providers.map(({ code }) =>
          code === 'sandbox' && route.accountId !== null ? 'active' : states.get(code)?.state,
        ),
      );
      const best = ranked.find((state) => found.includes(state)) ?? 'off';
      return [product, own.length === 0 ? null : best];
    }),
  );
}

/** The route that a number of no particular region takes, of those by precedence; else those of single regions. */
function decisive(routes: readonly StoredRoute[]): readonly StoredRoute[] {
  const ofAll = routes.find(({ region }) => region === null);
  return ofAll ? [ofAll] : routes;
}
