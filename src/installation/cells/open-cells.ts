import type { Pool } from 'pg';
import { readCell } from '../../foundation/cell/cell-queries.ts';
import type { CellPorts } from '../../foundation/cell/require-own-cell.ts';
import { readCells } from './read-cells.ts';

/** This installation among several, by its database, and where the others are, by CELLS_FILE. */
export async function openCells(pool: Pool, cellsFile: string | undefined): Promise<CellPorts> {
  const cell = await readCell(pool);
  if (cellsFile === undefined) return { cell, urlOf: () => undefined, list: [] };
  const { cells } = await readCells(cellsFile);
  const list = Object.entries(cells).map(([number, { url, isolated = false }]) => ({
    cell: Number(number),
    url,
    isIsolated: isolated,
  }));
  return { cell, urlOf: (number) => cells[number]?.url ?? null, list };
}
