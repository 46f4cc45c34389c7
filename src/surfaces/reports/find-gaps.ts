import type { Pool } from 'pg';
import type { Product } from '../../foundation/contract/products.ts';
import { readOperator } from '../../people/accounts/operator-queries.ts';
import { listProviders } from '../../vendors/providers/provider-queries.ts';
import { listRoutes } from '../../vendors/providers/route-queries.ts';
import { findMissingDetails } from './find-missing-details.ts';

export const gaps = ['provider', 'legal_details', 'provider_details'] as const;
export type Gap = (typeof gaps)[number];

/**
 * What must be set up before live calls of any of these products can succeed, for one account or any. `doctor`
 * reports the same facts for the whole platform.
 */
export async function findGaps(
  pool: Pool,
  products: readonly Product[],
  accountId: number | null,
): Promise<Gap[]> {
  const routes = await listRoutes(pool, accountId);
  const on = (await listProviders(pool)).filter(({ isOn }) => isOn);
  const codes = new Set(on.map(({ providerCode }) => providerCode));
  const isServed = routes.some(
    ({ product, providers }) =>
      products.includes(product) && providers.some(({ code }) => codes.has(code)),
  );
  const missing: Gap[] = isServed ? [] : ['provider'];
  if (!products.includes('face_verify')) return missing;
  if (!(await readOperator(pool))) return [...missing, 'legal_details'];
  return (await findMissingDetails(pool)).length > 0 ? [...missing, 'provider_details'] : missing;
}
