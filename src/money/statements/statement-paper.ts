import type { Pool } from 'pg';
import type { Owner } from '../../foundation/contract/products.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { readOperator } from '../../people/accounts/operator-queries.ts';
import { type Account, findAccount } from '../../people/accounts/queries.ts';
import { readStatement, type Statement } from '../ledger/read-statement.ts';
import { localTime } from './local-time.ts';

/** A statement with its header data. */
export interface StatementPaper {
  statement: Statement;
  /** The operator of the platform; empty until the operator has entered it. */
  operatorName: string;
  operatorContact: string;
  accountName: string;
  /** Null also if the account was closed after the month. */
  closedAt: Date | null;
  currency: string;
  language: Language;
  drawnUpAt: Date;
}

export interface PaperRequest {
  /** The account's language, unless another one is requested. */
  language?: Language | undefined;
  month: string;
  now: Date;
}

export interface Platform {
  currency: string;
  timeZone: string;
  region: string;
}

/** Creates the statement of a month, in the account's language or a requested one. */
export async function createPaper(
  pool: Pool,
  owner: Owner,
  { month, now, ...request }: PaperRequest,
  platform: Platform,
): Promise<StatementPaper> {
  const { currency, timeZone } = platform;
  const account = await findAccount(pool, owner.accountId);
  if (!account) refuse('account_not_found', { account: owner.accountId });
  checkMonth(month, now, timeZone);
  const operator = await readOperator(pool);
  const language = languageOf(account, request.language, platform);
  return {
    statement: await readStatement(pool, owner, month, timeZone),
    operatorName: operator?.legalName[language] ?? '',
    operatorContact: operator?.contact ?? '',
    accountName: account.name,
    closedAt: closedBy(account.closedAt, month, timeZone),
    currency,
    language,
    drawnUpAt: now,
  };
}

/** A closing after the month changes nothing in its statement, which customers may have by then. */
function closedBy(closedAt: Date | null, month: string, timeZone: string): Date | null {
  return closedAt && localTime(closedAt, timeZone).slice(0, month.length) <= month
    ? closedAt
    : null;
}

/** The requested language, or the account's, or that of the platform's region. */
export function languageOf(
  { language }: Pick<Account, 'language'>,
  requested: Language | undefined,
  { region }: Pick<Platform, 'region'>,
): Language {
  return requested ?? language ?? (region === 'CN' ? 'zh' : 'en');
}

export function checkMonth(month: string, now: Date, timeZone: string): void {
  const current = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toPlainYearMonth();
  const asked = /^20[0-9]{2}-(0[1-9]|1[0-2])$/.test(month)
    ? Temporal.PlainYearMonth.from(month)
    : undefined;
  if (!asked) refuse('month_invalid');
  if (Temporal.PlainYearMonth.compare(asked, current) > 0) refuse('month_not_started', { month });
}
