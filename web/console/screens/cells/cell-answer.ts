import type { CellsFound } from '../../../../src/surfaces/console/cells/cells-contract.ts';
import type { Cell } from '../../client/cells.ts';
import type { Standing } from '../../client/standing.ts';

/** The answer of a cell to a search. */
export interface CellAnswer {
  cell: Cell;
  standing: Standing;
  error: unknown;
  found: CellsFound | undefined;
}
