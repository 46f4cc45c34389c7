import { keyScopes, products } from '../contract/products.ts';

/**
 * The condition that a row is of a product of this program. A newer version may have added others, whose rows an
 * older server leaves alone.
 */
export function isOwnProduct(column: string): string {
  return `${column} = any ('{${products.join()}}')`;
}

/** The scopes of a key that this program knows. */
export const ownScopes = `array(select s from unnest(scopes) with ordinality as u (s, n)
  where s = any ('{${keyScopes.join()}}') order by n)`;
