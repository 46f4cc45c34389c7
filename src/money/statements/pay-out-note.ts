import type { Pool } from 'pg';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { formatMoney, type Money } from '../../foundation/money.ts';
import { findClosure } from '../../people/accounts/closure-queries.ts';
import { readOperator } from '../../people/accounts/operator-queries.ts';
import { requireAccount } from '../../people/accounts/require-account.ts';
import { countPayOuts } from '../ledger/pay-out-queries.ts';
import { readBalance } from '../ledger/queries.ts';
import { localTime } from './local-time.ts';
import { languageOf, type Platform } from './statement-paper.ts';

/** What is left of an account's live money when it closes: to be paid out, owed, or nothing. */
export interface PayOutNote {
  /** The same every time the note is created, until its pay-out is recorded. */
  number: string;
  accountId: number;
  accountName: string;
  operatorName: string;
  operatorContact: string;
  /** Negative if the customer owes it. */
  balance: Money;
  currency: string;
  timeZone: string;
  reason: string;
  closedAt: Date | null;
  drawnUpAt: Date;
  language: Language;
}

export async function createPayOutNote(
  pool: Pool,
  accountId: number,
  request: { language?: Language | undefined; now: Date },
  platform: Platform,
): Promise<PayOutNote> {
  const account = await requireAccount(pool, accountId);
  const closure = await findClosure(pool, accountId);
  const operator = await readOperator(pool);
  const language = languageOf(account, request.language, platform);
  return {
    number: numberOf(accountId, await countPayOuts(pool, accountId)),
    accountId,
    accountName: account.name,
    operatorName: operator?.legalName[language] ?? '',
    operatorContact: operator?.contact ?? '',
    balance: (await readBalance(pool, accountId, 'live')).available,
    currency: platform.currency,
    timeZone: platform.timeZone,
    reason: closure?.reason ?? '',
    closedAt: closure?.closedAt ?? null,
    drawnUpAt: request.now,
    language,
  };
}

/** A reference moves money once, so each pay-out of an account needs one of its own. */
function numberOf(accountId: number, earlier: number): string {
  return earlier === 0 ? `${accountId}-payout` : `${accountId}-payout-${earlier + 1}`;
}

/** The note as JSON: amounts are text with four decimals. */
export function noteJson({ balance, closedAt, drawnUpAt, timeZone, ...note }: PayOutNote) {
  return {
    ...note,
    timeZone,
    payOut: formatMoney(balance > 0n ? balance : 0n),
    owed: formatMoney(balance < 0n ? -balance : 0n),
    closedAt: closedAt && localTime(closedAt, timeZone),
    drawnUpAt: localTime(drawnUpAt, timeZone),
  };
}
