import { readFile } from 'node:fs/promises';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { BankLine } from './bank-line.ts';
import { type BankColumns, readBankCsv } from './read-bank-csv.ts';
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
  return readBankText(decode(bytes, options.encoding), options);
}

export function readBankText(
  text: string,
  { columns, currency }: Omit<FileOptions, 'encoding'>,
): BankLine[] {
  if (/^\s*</.test(text)) return readCamt053(text);
  if (/^(\{.*\})?:[0-9]{2}[A-Z]?:/m.test(text) && /^:6[01][FM]?:/m.test(text))
    return readMt940(text);
  if (!columns) return refuse('bank_columns_missing');
  return readBankCsv(text, columns, currency);
}

function decode(bytes: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return refuse('bank_file_encoding', { encoding });
  }
}
