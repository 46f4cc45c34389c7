import type { Pool } from 'pg';
import type { Mode } from '../../foundation/contract/products.ts';
import type { Money } from '../../foundation/money.ts';
import { listWallets } from '../ledger/wallet-queries.ts';
import { csvLine, csvMark } from './csv-line.ts';
import { statementCsv } from './statement-csv.ts';
import { createPaper, type Platform, type StatementPaper } from './statement-paper.ts';
import { statementPdf } from './statement-pdf.ts';
import { tarEnd, tarEntry } from './tar-entry.ts';

export interface ArchiveRequest {
  month: string;
  mode: Mode;
  now: Date;
  /** PDFs take a second of processor time each. */
  withPdf: boolean;
}

/** What an archive contains, for the operator. */
export interface ArchiveSums {
  accounts: number;
  /** Whether all statements are final, and agree with the ledger. */
  isFinal: boolean;
  isEqual: boolean;
  opening: Money;
  toppedUp: Money;
  adjusted: Money;
  charged: Money;
  refunded: Money;
  closing: Money;
}

const walletsAtOnce = 100;
const sumColumns = ['opening', 'toppedUp', 'adjusted', 'charged', 'refunded', 'closing'] as const;

/**
 * The statements of all accounts with money or movements in a month, as a tar archive with an index. It is made
 * account by account: each statement is one short snapshot, and memory holds one account at a time.
 */
export async function* archiveStatements(
  pool: Pool,
  request: ArchiveRequest,
  platform: Platform,
  onDone: (sums: ArchiveSums) => void,
): AsyncGenerator<Buffer> {
  const { month, mode } = request;
  const sums: ArchiveSums = {
    ...{ accounts: 0, isFinal: true, isEqual: true },
    ...{ opening: 0n, toppedUp: 0n, adjusted: 0n, charged: 0n, refunded: 0n, closing: 0n },
  };
  const index = [csvLine(['accountId', 'account', 'number', ...sumColumns, 'isEqual'])];
  for await (const accountId of accountsOf(pool, mode)) {
    const paper = await createPaper(pool, { accountId, mode }, request, platform);
    const row = rowOf(paper);
    if (sumColumns.every((column) => row[column] === 0n) && paper.statement.days.length === 0) {
      continue;
    }
    // The time of a final statement is the end of its month, so that the same month gives the same archive.
    const at = paper.statement.isFinal ? endOf(paper) : request.now;
    const dated = { ...paper, drawnUpAt: at };
    const name = `${month}/${paper.statement.number}`;
    yield tarEntry(`${name}.csv`, Buffer.from(statementCsv(dated)), at);
    if (request.withPdf) yield tarEntry(`${name}.pdf`, await statementPdf(dated), at);
    index.push(indexLine(paper, row));
    for (const column of sumColumns) sums[column] += row[column];
    sums.accounts++;
    sums.isFinal &&= paper.statement.isFinal;
    sums.isEqual &&= paper.statement.isEqual;
  }
  index.push(csvLine(['', 'total', '', ...sumColumns.map((column) => sums[column]), '']));
  const text = `${csvMark}${index.join('')}`;
  yield tarEntry(`${month}/index.csv`, Buffer.from(text), monthEnd(month, platform.timeZone));
  yield tarEnd;
  onDone(sums);
}

async function* accountsOf(pool: Pool, mode: Mode): AsyncGenerator<number> {
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<typeof listWallets>> = await listWallets(
      pool,
      { kind: 'platform' },
      { mode, after, limit: walletsAtOnce },
    );
    for (const { accountId } of page.wallets) yield accountId;
    after = page.next;
  }
}

type SumRow = Readonly<Record<(typeof sumColumns)[number], Money>>;

function rowOf({ statement: { opening, total, closing } }: StatementPaper): SumRow {
  return { opening, ...total, closing: closing.balance };
}

function indexLine({ statement, accountName }: StatementPaper, row: SumRow): string {
  const { accountId, number, isEqual } = statement;
  const amounts = sumColumns.map((column) => row[column]);
  return csvLine([accountId, accountName, number, ...amounts, `${isEqual}`]);
}

const endOf = ({ statement: { month, timeZone } }: StatementPaper) => monthEnd(month, timeZone);

function monthEnd(month: string, timeZone: string): Date {
  const next = Temporal.PlainYearMonth.from(month).add({ months: 1 }).toPlainDate({ day: 1 });
  return new Date(next.toZonedDateTime(timeZone).epochMilliseconds);
}
