import type { Money } from '../../foundation/money.ts';
import type { ProductSum } from '../ledger/statement-queries.ts';
import { csvLine, csvMark } from './csv-line.ts';
import { localTime } from './local-time.ts';
import type { StatementPaper } from './statement-paper.ts';
import { statementTexts } from './statement-texts.ts';

/** One movement of money, with the balance after it. */
export interface StatementLine {
  /** A day for calls, which are summed at its end; for everything else the local time with its offset. */
  at: string;
  kind: 'top_up' | 'adjust' | 'refund' | 'calls';
  product: ProductSum['product'] | null;
  calls: bigint | null;
  reference: string;
  reason: string;
  amount: Money;
  balance: Money;
}

/** All movements of the month in order, from the opening to the closing balance. */
export function linesOf({ statement }: Pick<StatementPaper, 'statement'>): StatementLine[] {
  const byHand = statement.entries.map((entry) => ({
    order: `${entry.day} ${entry.madeAt.toISOString()}`,
    at: localTime(entry.madeAt, statement.timeZone),
    kind: entry.kind,
    product: null,
    calls: null,
    reference: entry.reference,
    reason: entry.reason,
    amount: entry.amount,
  }));
  const byCalls = statement.byDay.map(({ day, product, calls, charged }) => ({
    // Letters sort after digits, so calls come at the end of their day.
    order: `${day} end ${product}`,
    at: day,
    kind: 'calls' as const,
    product,
    calls,
    reference: '',
    reason: '',
    amount: -charged,
  }));
  let balance = statement.opening;
  return [...byHand, ...byCalls]
    .sort((one, other) => (one.order < other.order ? -1 : 1))
    .map(({ order: _, ...line }) => {
      balance += line.amount;
      return { ...line, balance };
    });
}

/** The statement for a spreadsheet: its lines between the opening and the closing balance. */
export function statementCsv(paper: StatementPaper): string {
  const { statement, language, currency } = paper;
  const say = statementTexts[language];
  const head = [
    say.time,
    say.kind,
    say.product,
    say.count,
    say.reference,
    say.reason,
    `${say.amount} (${currency})`,
    `${say.balance} (${currency})`,
  ];
  const opening = [
    statement.from,
    say.opening,
    '',
    '',
    statement.number,
    '',
    '',
    statement.opening,
  ];
  const closing = [statement.to, say.closing, '', '', '', '', '', statement.closing.balance];
  const lines = linesOf(paper).map((line) => [
    line.at,
    say.kinds[line.kind],
    line.product ? say.products[line.product] : '',
    line.calls === null ? '' : line.calls.toString(),
    line.reference,
    line.reason,
    line.amount,
    line.balance,
  ]);
  const rows = [head, opening, ...lines, closing];
  return `${csvMark}${rows.map(csvLine).join('')}`;
}
