import type { CalledProduct } from '../../foundation/contract/products.ts';

/** A provider on a route, with its share of first attempts. */
export interface RouteStop {
  code: string;
  weight?: number;
  /** The weight to which it can fall by conversion; without it the weight never changes. */
  minWeight?: number;
}

/** A stop as it is written in a list: `a`, `a:50`, or `a:10-50` with the weight to which it can fall. */
export function stopText({ code, weight, minWeight }: RouteStop): string {
  if (weight === undefined) return code;
  return minWeight === undefined ? `${code}:${weight}` : `${code}:${minWeight}-${weight}`;
}

/** The providers of a product, in order of preference. */
export interface Route {
  product: CalledProduct;
  /** Null for all regions. */
  region: string | null;
  providers: readonly RouteStop[];
}

/** The routes of an account, the most specific first. */
export type Routes = readonly Route[];

/** The route that a call takes; undefined if there is none. */
export function pickRoute(
  routes: Routes,
  product: CalledProduct,
  region: string | null,
): Route | undefined {
  return routes.find(
    (route) => route.product === product && (route.region === null || route.region === region),
  );
}

/**
 * The order in which providers are asked. With weights, the first is drawn at random by weight, and the others
 * follow in route order as fallbacks. A provider with weight 0 is only a fallback.
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
