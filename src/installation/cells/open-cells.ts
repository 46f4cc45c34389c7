import type { Pool } from 'pg';
import type { CellPorts } from '../../line/callers/authenticate.ts';
import { readCell } from '../../line/callers/key-queries.ts';
import { readCells } from './read-cells.ts';

/** This installation among several, by its database, and where the others are, by CELLS_FILE. */
export async function openCells(pool: Pool, cellsFile: string | undefined): Promise<CellPorts> {
  const cell = await readCell(pool);
  const { cells = {} } = cellsFile === undefined ? {} : await readCells(cellsFile);
  return { cell, urlOf: (number) => cells[number]?.url };
}
