import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
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
const delimiters = [',', ';', '\t'];
const longestHeader = 64 * 1024;
/** A quote that never ends would otherwise take the rest of the file into memory. */
const longestLine = 1024 * 1024;

/** Reads a bill in blocks, so that its size does not matter. The first line has the names of the columns. */
export async function* readBill(file: string, columns: BillColumns): AsyncGenerator<BillLine[]> {
  const parser = parse({
    bom: true,
    delimiter: await delimiterOf(file),
    info: true,
    max_record_size: longestLine,
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
  if (!read) refuse('bill_column_not_found', { column: columns.ref, columns: '-' });
  yield block;
}

/** The separator of the columns: the most frequent one of the first line. Texts in later lines may have others. */
async function delimiterOf(file: string): Promise<string> {
  const unreadable = (error: NodeJS.ErrnoException) =>
    refuse('file_unreadable', { file, why: String(error.code) });
  const handle = await open(file).catch(unreadable);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(longestHeader)).catch(unreadable);
    const [names = ''] = buffer.toString('latin1', 0, bytesRead).split(/[\r\n]/, 1);
    const countOf = (delimiter: string) => names.split(delimiter).length;
    return delimiters.reduce((one, other) => (countOf(other) > countOf(one) ? other : one));
  } finally {
    await handle.close();
  }
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
    const id = cells[refAt] ?? '';
    // The database stores no NUL.
    if (id.includes('\0')) refuse('bill_invalid', { line });
    return { line, ref: id, cost };
  };
}

/** Vendors bill fractions of our smallest unit; the costs of calls are rounded up too. */
function readCost(text: string): Money | undefined {
  const cost = parseMoneyUp(text.replace(/^-/, ''), 1);
  return cost !== undefined && text.startsWith('-') ? -cost : cost;
}
