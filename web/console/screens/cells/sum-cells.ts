import { formatMoney } from '../../../../src/foundation/money.ts';
import type { OverviewSums } from '../../../../src/surfaces/console/overview/overview-contract.ts';

/** The figures of a cell, in the currency of that cell. */
export interface CellFigures {
  currency: string;
  sums: OverviewSums;
}

export interface CurrencySums {
  currency: string;
  spend: string;
  /** On the part of the spend whose cost is known; null if no cost is known. */
  margin: string | null;
  uncosted: number;
  uncostedSpend: string;
}

interface CellsSums {
  calls: number;
  completed: number;
  waiting: number;
  unknown: number;
  byCurrency: CurrencySums[];
}

/** Counts are added over all cells, and money only to money of the same currency. */
export function sumCells(cells: readonly CellFigures[]): CellsSums {
  const currencies = [...new Set(cells.map(({ currency }) => currency))].sort();
  return {
    calls: count(cells, ({ calls }) => calls),
    completed: count(cells, ({ completed }) => completed),
    waiting: count(cells, ({ waiting }) => waiting),
    unknown: count(cells, ({ unknown }) => unknown),
    byCurrency: currencies.map((currency) => {
      const alike = cells.filter((cell) => cell.currency === currency);
      const costed = alike.filter(({ sums }) => typeof sums.margin === 'string');
      return {
        currency,
        spend: add(alike, ({ spend }) => spend),
        margin: costed.length === 0 ? null : add(costed, ({ margin }) => margin),
        uncosted: count(alike, ({ uncosted }) => uncosted ?? 0),
        uncostedSpend: add(alike, ({ uncostedSpend }) => uncostedSpend),
      };
    }),
  };
}

function count(cells: readonly CellFigures[], of: (sums: OverviewSums) => number): number {
  return cells.reduce((sum, { sums }) => sum + of(sums), 0);
}

function add(
  cells: readonly CellFigures[],
  of: (sums: OverviewSums) => string | null | undefined,
): string {
  // Always four decimals, by the schema of the reply. An amount of another cell may exceed what one cell can store.
  const amounts = cells.map(({ sums }) => BigInt((of(sums) ?? '0').replace('.', '')));
  return formatMoney(amounts.reduce((sum, amount) => sum + amount, 0n));
}
