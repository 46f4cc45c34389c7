import type { Pool } from 'pg';
import { readCell } from '../../foundation/cell/cell-queries.ts';
import type { CellPorts } from '../../foundation/cell/require-own-cell.ts';
import type { Cells } from './read-cells.ts';

/** This installation among several, by its database, and where the others are, by the list of cells. */
export async function openCells(pool: Pool, known: Cells | undefined): Promise<CellPorts> {
  const cell = await readCell(pool);
  if (!known) return { cell, urlOf: () => undefined, list: [] };
  const { cells } = known;
  const list = Object.entries(cells).map(([number, { url, isolated = false }]) => ({
    cell: Number(number),
    url,
    isIsolated: isolated,
  }));
  return { cell, urlOf: (number) => cells[number]?.url ?? null, list };
}
