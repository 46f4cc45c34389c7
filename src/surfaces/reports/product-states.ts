import type { Pool } from 'pg';
import {
  type CalledProduct,
  calledProducts,
  type Product,
} from '../../foundation/contract/products.ts';
import type { Breakers } from '../../vendors/providers/breakers.ts';
import type { ProviderState } from '../../vendors/providers/provider-state.ts';
import { listRoutes, type StoredRoute } from '../../vendors/providers/route-queries.ts';
import { type LiveUse, listLiveUses } from './doctor-queries.ts';
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

/** Accounts with a live key for a product that no provider serves, or only the sandbox. */
export interface Unserved {
  product: Product;
  isSandbox: boolean;
  accounts: number;
  /** A key may do everything by default: a product without any route is one that is not sold. */
  isFault: boolean;
}

/** Of one account, or of all. */
export async function listUnserved(
  pool: Pool,
  accountId: number | null = null,
): Promise<Unserved[]> {
  const routes = await listRoutes(pool);
  const states = await readStates(pool);
  const isOn = (code: string) => (states.get(code)?.state ?? 'off') !== 'off';
  const ofProducts = Map.groupBy(routes, ({ product }): Product => product);
  const codesFor = (use: LiveUse) => {
    const isOwn = (route: StoredRoute) => [null, use.accountId].includes(route.accountId);
    const taken = decisive((ofProducts.get(use.product) ?? []).filter(isOwn));
    return taken.flatMap(({ providers }) => providers.map(({ code }) => code));
  };
  const uses = (await listLiveUses(pool))
    .filter((use) => accountId === null || use.accountId === accountId)
    .map((use) => ({ product: use.product, codes: codesFor(use) }))
    .filter(({ codes }) => !codes.some(isOn))
    .map(({ product, codes }) => ({ product, isSandbox: codes.includes('sandbox') }));
  const groups = Map.groupBy(uses, ({ product, isSandbox }) => `${product} ${isSandbox}`);
  return [...groups.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, group]) => group.slice(0, 1).map((use) => ({ ...use, accounts: group.length })))
    .map((found) => ({
      ...found,
      isFault: routes.length === 0 || ofProducts.has(found.product),
    }));
}

/** The route that a number of no particular region takes, of those by precedence; else those of single regions. */
function decisive(routes: readonly StoredRoute[]): readonly StoredRoute[] {
  const ofAll = routes.find(({ region }) => region === null);
  return ofAll ? [ofAll] : routes;
}
