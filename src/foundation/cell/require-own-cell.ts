import { fail, type Reason } from '../contract/errors/errors.ts';
import { problem } from '../contract/text/problems.ts';
import { cellOfSecret } from './cell-secret.ts';

/** This installation among several behind one public address. */
export interface CellPorts {
  /** Undefined for the only installation. */
  cell: number | undefined;
  /** The address of another cell: null if the list of cells lacks it, undefined without a list. */
  urlOf(cell: number): string | null | undefined;
  /** All cells by number, this one included; empty without a list. */
  list: readonly ListedCell[];
}

/** A cell of CELLS_FILE. */
export interface ListedCell {
  cell: number;
  /** Its PUBLIC_URL. */
  url: string;
  /** Whether it neither asks other cells nor answers them. */
  isIsolated: boolean;
}

/** What a request names: a key, a token or a link, and how an unknown one is refused. */
interface Named {
  field: string;
  cell: number | undefined;
  unknown: Reason;
}

/** The address of the cell that made a secret, if that is another one and its address is known. */
export function urlElsewhere(cells: CellPorts, secret: string): string | undefined {
  const cell = cellOfSecret(secret);
  return isOther(cells, cell) ? (cells.urlOf(cell) ?? undefined) : undefined;
}

function isOther({ cell: own }: CellPorts, cell: number | undefined): cell is number {
  return cell !== undefined && own !== undefined && cell !== own;
}

/**
 * Refuses what another cell made, with the address of that cell, before anything is done. A number that no cell has
 * gets the refusal of an unknown key or link.
 */
export function requireOwnCell(cells: CellPorts, { field, cell, unknown }: Named): void {
  if (!isOther(cells, cell)) return;
  const url = cells.urlOf(cell);
  if (url === null) fail(unknown);
  const found =
    url === undefined ? problem('of_cell', { cell }) : problem('of_cell_at', { cell, url });
  fail('wrong_cell', { details: [{ field, problem: found }] });
}

/** The same for a secret that carries the number of its cell. */
export function requireOwnSecret(
  cells: CellPorts,
  secret: string,
  refusal: Omit<Named, 'cell'>,
): void {
  requireOwnCell(cells, { ...refusal, cell: cellOfSecret(secret) });
}
