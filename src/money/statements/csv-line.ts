import { formatMoney, type Money, paidText } from '../../foundation/money.ts';
import { csvCell } from './csv-cell.ts';

/** The byte order mark at the start of a file tells spreadsheets that it is UTF-8. */
export const csvMark = '\uFEFF';

/** What was paid or billed: it has the decimals of its currency, other amounts have four. */
interface Paid {
  paid: Money;
  currency: string;
}

type Cell = string | number | Money | Paid | null;

/** One line of a CSV file. Amounts are no user input, so a minus stays as it is. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(textOf).join(',')}\r\n`;
}

function textOf(cell: Cell): string {
  if (typeof cell === 'bigint') return formatMoney(cell);
  if (cell !== null && typeof cell === 'object') return paidText(cell.paid, cell.currency);
  return csvCell(`${cell ?? ''}`);
}
