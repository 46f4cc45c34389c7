import { formatMoney } from '../../foundation/money.ts';
import { localTime } from './local-time.ts';
import type { StatementPaper } from './statement-paper.ts';
import { percentOf } from './statement-tables.ts';

/** Null for a month without verifications. */
function conversionOf({ verifications }: StatementPaper['statement']) {
  const { started, approved } = verifications;
  return started === 0 ? null : { started, approved, percent: percentOf(verifications) };
}

/** The statement as JSON: amounts are text with four decimals. */
export function statementJson({ statement, closedAt, ...head }: StatementPaper) {
  const { total, closing } = statement;
  return {
    ...head,
    drawnUpAt: localTime(head.drawnUpAt, statement.timeZone),
    accountId: statement.accountId,
    closedAt: closedAt && localTime(closedAt, statement.timeZone),
    mode: statement.mode,
    month: statement.month,
    number: statement.number,
    from: statement.from,
    to: statement.to,
    timeZone: statement.timeZone,
    isFinal: statement.isFinal,
    isEqual: statement.isEqual,
    opening: formatMoney(statement.opening),
    toppedUp: formatMoney(total.toppedUp),
    charged: formatMoney(total.charged),
    refunded: formatMoney(total.refunded),
    adjusted: formatMoney(total.adjusted),
    closing: formatMoney(closing.balance),
    held: formatMoney(closing.held),
    byProduct: statement.byProduct.map(({ product, calls, charged }) => ({
      product,
      calls: Number(calls),
      charged: formatMoney(charged),
    })),
    byDay: statement.byDay.map(({ day, product, calls, charged }) => ({
      day,
      product,
      calls: Number(calls),
      charged: formatMoney(charged),
    })),
    verifications: conversionOf(statement),
    entries: statement.entries.map((entry) => ({
      transferId: entry.transferId,
      madeAt: localTime(entry.madeAt, statement.timeZone),
      day: entry.day,
      kind: entry.kind,
      amount: formatMoney(entry.amount),
      reference: entry.reference,
      reason: entry.reason,
    })),
  };
}
