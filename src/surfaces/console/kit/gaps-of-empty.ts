import type { CalledProduct, Mode } from '../../../foundation/contract/products.ts';
import { accountOf } from '../../../foundation/contract/scope.ts';
import { findGaps, type Gap } from '../../reports/find-gaps.ts';
import type { ConsoleContext } from './console-route.ts';

/** Why an empty list of live calls stays empty; a list with rows shows that they succeed. */
export async function gapsOfEmpty(
  { pool, scope }: Pick<ConsoleContext, 'pool' | 'scope'>,
  {
    rows,
    mode,
    products,
  }: { rows: readonly unknown[]; mode: Mode; products: readonly CalledProduct[] },
): Promise<Gap[]> {
  if (mode === 'test' || rows.length > 0) return [];
  return findGaps(pool, products, accountOf(scope));
}
