import { createReadStream } from 'node:fs';
import { CsvError, parse } from 'csv-parse';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { type Money, parseMoneyUp } from '../../foundation/money.ts';

/** One line of a vendor's bill. */
export interface BillLine {
  line: number;
  /** The vendor's id of the message or session. */
  ref: string;
  cost: Money | null;
}

export interface BillColumns {
  ref: string;
  cost?: string | undefined;
}

const linesAtOnce = 5_000;

/** Reads a bill in blocks, so that its size does not matter. The first line has the names of the columns. */
export async function* readBill(file: string, columns: BillColumns): AsyncGenerator<BillLine[]> {
  const parser = parse({
    bom: true,
    delimiter: [',', ';', '\t'],
    info: true,
    skip_empty_lines: true,
    trim: true,
  });
  const source = createReadStream(file).on('error', (error) => parser.destroy(error));
  let read: ((cells: string[], line: number) => BillLine) | undefined;
  let block: BillLine[] = [];
  try {
    for await (const { record, info } of source.pipe(parser)) {
      if (!read) {
        read = readerOf(record, columns);
        continue;
      }
      block.push(read(record, info.lines));
      if (block.length < linesAtOnce) continue;
      yield block;
      block = [];
    }
  } catch (error) {
    if (error instanceof CsvError) refuse('bill_invalid', { line: Number(error.lines ?? 0) });
    throw error;
  }
  yield block;
}

function readerOf(names: string[], { ref, cost }: BillColumns) {
  const indexOf = (column: string) => {
    const index = names.indexOf(column);
    if (index < 0) refuse('bill_column_not_found', { column, columns: names.join(', ') });
    return index;
  };
  const refAt = indexOf(ref);
  const costAt = cost === undefined ? undefined : indexOf(cost);
  return (cells: string[], line: number): BillLine => {
    const text = costAt === undefined ? '' : (cells[costAt] ?? '');
    const cost = text === '' ? null : readCost(text);
    if (cost === undefined) refuse('bill_amount_invalid', { line, text });
    return { line, ref: cells[refAt] ?? '', cost };
  };
}

/** Vendors bill fractions of our smallest unit; the costs of calls are rounded up too. */
function readCost(text: string): Money | undefined {
  const cost = parseMoneyUp(text.replace(/^-/, ''), 1);
  return cost !== undefined && text.startsWith('-') ? -cost : cost;
}
