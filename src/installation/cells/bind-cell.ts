import type { Pool } from 'pg';
import { readCell } from '../../foundation/cell/cell-queries.ts';
import { storeCell } from './cell-queries.ts';

/**
 * The number of this installation among several. The first start with CELL stores it for good, because keys carry
 * it; later starts and commands need not name it.
 */
export async function bindCell(
  pool: Pool,
  { cell, mayBind }: { cell: number | undefined; mayBind: boolean },
): Promise<number | undefined> {
  if (cell !== undefined && mayBind) await storeCell(pool, cell);
  const bound = await readCell(pool);
  if (cell !== undefined && cell !== bound) {
    throw new Error(
      bound === undefined
        ? `CELL is ${cell}, but this installation has no number yet. A server stores it when it starts.`
        : `CELL must be ${bound}: the keys of this installation carry that number.`,
    );
  }
  return bound;
}
