import { fail } from '../../foundation/contract/errors/errors.ts';
import type { CalledProduct } from '../../foundation/contract/products.ts';
import { orderOf, pickRoute, type Route } from '../../vendors/providers/route.ts';
import type { Principal } from '../callers/principal.ts';

/**
 * The enabled providers on the route of this call, in order of preference. `weigh` gives the route its current
 * weights.
 */
export function providersOnRoute(
  providers: ReadonlyMap<string, { isOff?: boolean }>,
  caller: Principal,
  product: CalledProduct,
  region: string | null,
  weigh = (route: Route) => route,
): string[] {
  const route = pickRoute(caller.routes, product, region);
  const on: string[] = [];
  for (const code of route ? orderOf(weigh(route)) : []) {
    const provider = providers.get(code);
    if (provider && !provider.isOff) on.push(code);
  }
  return on.length > 0 ? on : fail('product_not_available');
}
