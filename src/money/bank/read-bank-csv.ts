import { CsvError, parse } from 'csv-parse/sync';
import { isCalendarDay } from '../../foundation/contract/text/calendar-day.ts';
import { parseMoney } from '../../foundation/money.ts';
import { refuseBankFile } from './bank-file-fault.ts';
import type { BankLine } from './bank-line.ts';

/** The names of the columns; only day and amount are required. */
export interface BankColumns {
  day: string;
  amount: string;
  text?: string | undefined;
  payer?: string | undefined;
  id?: string | undefined;
  currency?: string | undefined;
}

const delimiters = [',', ';', '\t'];

/** Reads a table of movements whose first line has the names of the columns. */
export function readBankCsv(text: string, columns: BankColumns, currency: string): BankLine[] {
  const [header = '', ...records] = parseTable(text);
  const names = [...header];
  const at = (column: string | undefined) => {
    if (column === undefined) return undefined;
    const index = names.indexOf(column);
    if (index < 0) refuseBankFile('line 1', `no column ${column} among ${names.join(', ')}`);
    return index;
  };
  const places = {
    ...{ day: at(columns.day), amount: at(columns.amount), text: at(columns.text) },
    ...{ payer: at(columns.payer), id: at(columns.id), currency: at(columns.currency) },
  };
  const readAs = `CSV ${JSON.stringify([columns.day, columns.id])}`;
  return records.map((cells, index) => {
    const line = `line ${index + 2}`;
    const cell = (place: number | undefined) => (place === undefined ? '' : (cells[place] ?? ''));
    const amount = readAmount(cell(places.amount));
    if (amount === undefined) refuseBankFile(line, `not an amount: ${cell(places.amount)}`);
    return {
      ...{ bankAccount: '', isReversal: false, amount },
      bookedOn: readDay(cell(places.day)) ?? refuseBankFile(line, `not a day: ${cell(places.day)}`),
      currency: places.currency === undefined ? currency : cell(places.currency),
      ...{ bankRef: cell(places.id), readAs, payer: cell(places.payer), text: cell(places.text) },
    };
  });
}

/** The first line. */
export function readCsvColumns(text: string): string[] {
  const [first = ''] = text.split(/[\r\n]/, 1);
  return parseTable(first)[0] ?? [];
}

function parseTable(text: string): string[][] {
  const [names = ''] = text.split(/[\r\n]/, 1);
  const countOf = (delimiter: string) => names.split(delimiter).length;
  const delimiter = delimiters.reduce((one, other) =>
    countOf(other) > countOf(one) ? other : one,
  );
  try {
    return parse(text, { bom: true, delimiter, skip_empty_lines: true, trim: true });
  } catch (error) {
    if (error instanceof CsvError)
      refuseBankFile(`line ${error.lines ?? 0}`, 'not a row of the table');
    throw error;
  }
}

/** `1,234.50` and `1234.50`, or `1.234,50` and `1234,50`. `1,234` and `1.234` could be either, and are refused. */
function readAmount(text: string): bigint | undefined {
  const sign = text.startsWith('-') ? -1n : 1n;
  const digits = text.replace(/^[+-]/, '');
  const [, whole, fraction] =
    /^([0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)\.([0-9]{1,2}|[0-9]{4})$/.exec(digits) ??
    /^([0-9]+|[0-9]{1,3}(?:\.[0-9]{3})+),([0-9]{1,2})$/.exec(digits) ??
    /^([0-9]+)()$/.exec(digits) ??
    [];
  if (whole === undefined) return undefined;
  const amount = parseMoney(`${whole.replace(/[.,]/g, '')}.${fraction || '0'}`);
  return amount === undefined ? undefined : sign * amount;
}

/** `2026-11-18`, `2026/11/18`, `20261118` or `18.11.2026`. Other orders of day and month could be either. */
function readDay(text: string): string | undefined {
  const [, year, month, day] =
    /^([0-9]{4})[-/]?([0-9]{2})[-/]?([0-9]{2})(?:[ T].*)?$/.exec(text) ??
    (/^([0-9]{2})\.([0-9]{2})\.([0-9]{4})$/.exec(text) ?? []).toReversed().toSpliced(0, 0, '');
  const asWritten = `${year}-${month}-${day}`;
  return isCalendarDay(asWritten) ? asWritten : undefined;
}
