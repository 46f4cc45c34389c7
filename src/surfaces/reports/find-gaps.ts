import type { Pool } from 'pg';
import type { CalledProduct } from '../../foundation/contract/products.ts';
import { readOperator } from '../../people/accounts/operator-queries.ts';
import { isAsked } from '../../vendors/providers/provider-state.ts';
import { listUnserved } from './doctor-queries.ts';
import { readProductStates } from './product-states.ts';

export const gaps = ['provider', 'legal_details', 'provider_details'] as const;

export interface Gap {
  gap: (typeof gaps)[number];
  /** Whether `doctor` fails because of it; else it only advises. */
  isFault: boolean;
}

/** What must be set up before live calls of any of these products can succeed, for one account or any. */
export async function findGaps(
  pool: Pool,
  products: readonly CalledProduct[],
  accountId: number | null,
): Promise<Gap[]> {
  const all = await readProductStates({ pool }, accountId);
  const states = products.map((product) => all.get(product) ?? null);
  const found: Gap[] = [];
  const isServed = states.some(isAsked);
  if (!isServed && states.includes('untold')) {
    found.push({ gap: 'provider_details', isFault: true });
  } else if (!isServed) {
    const unserved = await listUnserved(pool, accountId);
    const isFault = unserved.some((one) => one.isFault && products.some((p) => p === one.product));
    found.push({ gap: 'provider', isFault });
  }
  if (products.includes('face_verify') && !(await readOperator(pool))) {
    found.push({ gap: 'legal_details', isFault: all.get('face_verify') !== null });
  }
  return found;
}
