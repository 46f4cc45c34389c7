import { formatMoney, inDecimals, type Money } from '../../foundation/money.ts';
import { movementText } from '../ledger/own-references.ts';
import type { Statement } from '../ledger/read-statement.ts';
import type { PaperPart } from './draw-document.ts';
import type { StatementPaper } from './statement-paper.ts';
import { type StatementTexts, statementTexts } from './statement-texts.ts';

/** Formats an amount with thousands separators and a typographic minus sign. */
export function paperMoney(amount: Money): string {
  const [whole = '', fraction = ''] = formatMoney(amount < 0n ? -amount : amount).split('.');
  return `${amount < 0n ? '\u2212' : ''}${grouped(whole)}.${fraction}`;
}

/** What is paid, on paper. */
export function paidOnPaper(amount: Money, currency: string): string {
  return inDecimals(paperMoney(amount), currency);
}

const grouped = (digits: string) => digits.replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** The statement as tables, each with its total. */
export function partsOf(paper: StatementPaper): PaperPart[] {
  const say = statementTexts[paper.language];
  return [
    summaryOf(paper, say),
    byProductOf(paper, say),
    ...conversionsOf(paper, say),
    byDayOf(paper, say),
    byHandOf(paper, say),
  ];
}

function summaryOf({ statement, currency }: StatementPaper, say: StatementTexts): PaperPart {
  const { opening, total, closing } = statement;
  const row = (name: string, amount: Money) => [name, paperMoney(amount)];
  const rows = [
    row(say.opening, opening),
    row(say.topUps, total.toppedUp),
    row(say.calls, -total.charged),
    row(say.refunds, total.refunded),
    row(say.adjustments, total.adjusted),
  ];
  return {
    title: say.summary,
    table: {
      columns: [
        { title: '', width: 340 },
        { title: `${say.amount} (${currency})`, width: 159, isNumber: true },
      ],
      rows,
      total: row(say.closing, closing.balance),
    },
  };
}

function byProductOf({ statement }: StatementPaper, say: StatementTexts): PaperPart {
  const calls = statement.byProduct.reduce((sum, row) => sum + row.calls, 0n);
  return {
    title: say.byProduct,
    table: {
      columns: [
        { title: say.product, width: 200 },
        { title: say.count, width: 140, isNumber: true },
        { title: say.amount, width: 159, isNumber: true },
      ],
      rows: statement.byProduct.map((row) => [
        say.products[row.product],
        grouped(row.calls.toString()),
        paperMoney(-row.charged),
      ]),
      total: [say.total, grouped(calls.toString()), paperMoney(-statement.total.charged)],
    },
  };
}

/** Approved of started verifications, with one decimal. */
export function percentOf({ started, approved }: Statement['verifications']): string {
  return `${started === 0 ? '0.0' : ((100 * approved) / started).toFixed(1)}%`;
}

/** Nothing for a month without verifications. */
function conversionsOf({ statement }: StatementPaper, say: StatementTexts): PaperPart[] {
  const { verifications } = statement;
  if (verifications.started === 0) return [];
  const { started, approved } = verifications;
  return [
    {
      title: say.verifications,
      table: {
        columns: [
          { title: say.started, width: 200, isNumber: true },
          { title: say.approved, width: 140, isNumber: true },
          { title: say.conversion, width: 159, isNumber: true },
        ],
        rows: [[grouped(String(started)), grouped(String(approved)), percentOf(verifications)]],
      },
    },
  ];
}

function byDayOf({ statement }: StatementPaper, say: StatementTexts): PaperPart {
  const calls = statement.byDay.reduce((sum, row) => sum + row.calls, 0n);
  return {
    title: say.byDay,
    table: {
      columns: [
        { title: say.day, width: 100 },
        { title: say.product, width: 140 },
        { title: say.count, width: 100, isNumber: true },
        { title: say.amount, width: 159, isNumber: true },
      ],
      rows: statement.byDay.map((row) => [
        row.day,
        say.products[row.product],
        grouped(row.calls.toString()),
        paperMoney(-row.charged),
      ]),
      total: [say.total, '', grouped(calls.toString()), paperMoney(-statement.total.charged)],
    },
  };
}

function byHandOf({ statement, language }: StatementPaper, say: StatementTexts): PaperPart {
  const { toppedUp, adjusted, refunded } = statement.total;
  return {
    title: say.movements,
    table: {
      columns: [
        { title: say.time, width: 92 },
        { title: say.kind, width: 64 },
        { title: say.reference, width: 128 },
        { title: say.reason, width: 118 },
        { title: say.amount, width: 97, isNumber: true },
      ],
      rows: statement.entries.map((entry) => [
        paperTime(entry.madeAt, statement.timeZone),
        say.kinds[entry.kind],
        movementText(entry.reference, language),
        movementText(entry.reason, language),
        paperMoney(entry.amount),
      ]),
      total: [say.total, '', '', '', paperMoney(toppedUp + adjusted + refunded)],
    },
  };
}

export function paperTime(at: Date, timeZone: string): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  return zoned.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
}
