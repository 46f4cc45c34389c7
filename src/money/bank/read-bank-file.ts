import { readFile } from 'node:fs/promises';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { BankLine } from './bank-line.ts';
import { type BankColumns, readBankCsv, readCsvColumns } from './read-bank-csv.ts';
import { readCamt053 } from './read-camt053.ts';
import { readMt940 } from './read-mt940.ts';

interface FileOptions {
  columns: BankColumns | undefined;
  /** For a CSV file that names no currency. */
  currency: string;
  encoding: string;
}

/** Reads a file of the bank; its content says whether it is camt.053, MT940 or CSV. */
export async function readBankFile(file: string, options: FileOptions): Promise<BankLine[]> {
  const bytes = await readFile(file).catch((fault: NodeJS.ErrnoException) =>
    refuse('file_unreadable', { file, why: String(fault.code) }),
  );
  return readBankText(decodeBankFile(bytes, options.encoding), options);
}

/** The names of the columns of a CSV file; null for a file that says itself what is what. */
export function readColumns(text: string): string[] | null {
  return isCamt053(text) || isMt940(text) ? null : readCsvColumns(text);
}

const isCamt053 = (text: string) => /^\s*</.test(text);
const isMt940 = (text: string) =>
  /^(\{.*\})?:[0-9]{2}[A-Z]?:/m.test(text) && /^:6[01][FM]?:/m.test(text);

export function readBankText(
  text: string,
  { columns, currency }: Omit<FileOptions, 'encoding'>,
): BankLine[] {
  if (isCamt053(text)) return readCamt053(text);
  if (isMt940(text)) return readMt940(text);
  if (!columns) return refuse('bank_columns_missing');
  return readBankCsv(text, columns, currency);
}

export function decodeBankFile(bytes: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return refuse('bank_file_encoding', { encoding });
  }
}
