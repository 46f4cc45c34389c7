import type { Product } from '../../foundation/contract/products.ts';

/** A provider on a route, with the share of calls that it is asked first for. */
export interface RouteStop {
  code: string;
  weight?: number;
}

/** The providers of a product, best first. */
export interface Route {
  product: Product;
  /** Null for all regions. */
  region: string | null;
  providers: readonly RouteStop[];
}

/** The routes of a caller, the most specific first. */
export type Routes = readonly Route[];

/** The one that a call takes; undefined when there is none. */
export function pickRoute(
  routes: Routes,
  product: Product,
  region: string | null,
): Route | undefined {
  return routes.find(
    (route) => route.product === product && (route.region === null || route.region === region),
  );
}

/**
 * Whom to ask, in order. With weights the first is drawn by them; the others follow as they stand, for
 * when it can do nothing. A provider with a weight of nought is asked only then.
 */
export function orderOf({ providers }: Route, random: () => number = Math.random): string[] {
  const codes = providers.map(({ code }) => code);
  if (codes.length === 1) return codes;
  const total = providers.reduce((sum, { weight }) => sum + (weight ?? 0), 0);
  let draw = random() * total;
  const first = providers.find(({ weight = 0 }) => {
    draw -= weight;
    return draw < 0;
  });
  return first ? [first.code, ...codes.filter((code) => code !== first.code)] : codes;
}
