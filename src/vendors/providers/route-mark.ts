import { calledProducts } from '../../foundation/contract/products.ts';
import type { RouteKey } from './route-queries.ts';

/** The cursor of a page of routes: a product, an account and a region; the last two may be empty. */
export const routeMarkPattern = `^(${calledProducts.join('|')})\\.([1-9]\\d{0,8})?\\.([A-Z]{2})?$`;

export const routeMarkOf = ({ product, accountId, region }: RouteKey) =>
  `${product}.${accountId ?? ''}.${region ?? ''}`;

export function readRouteMark(mark: string): RouteKey {
  const [product, account, region] = mark.split('.');
  return {
    product: product as RouteKey['product'],
    accountId: account ? Number(account) : null,
    region: region || null,
  };
}
