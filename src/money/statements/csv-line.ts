import { formatMoney } from '../../foundation/money.ts';
import { csvCell } from './csv-cell.ts';

/** The byte order mark at the start of a file tells spreadsheets that it is UTF-8. */
export const csvMark = '\uFEFF';

/** One line of a CSV file. Amounts are `bigint`; they are no user input, so a minus stays as it is. */
export function csvLine(cells: readonly (string | number | bigint | null)[]): string {
  return `${cells.map(textOf).join(',')}\r\n`;
}

const textOf = (cell: string | number | bigint | null) =>
  typeof cell === 'bigint' ? formatMoney(cell) : csvCell(`${cell ?? ''}`);
