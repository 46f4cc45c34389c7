import { type Change, noteChange } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Money } from '../../foundation/money.ts';
import type { SealedColumn, Vault } from '../../foundation/vault.ts';
import { findClosure } from '../../people/accounts/closure-queries.ts';
import { topUpFromBank } from '../ledger/queries.ts';
import type { BankLine } from './bank-line.ts';
import type { Decision } from './decide-line.ts';

export type LineState = 'open' | 'credited' | 'ignored' | 'paid_out';

/** A line that was imported. */
export interface StoredLine {
  lineNo: number;
  bookedOn: string;
  amount: Money;
  currency: string;
  payer: string;
  text: string;
  state: LineState;
  accountId: number | null;
  accountName: string | null;
  /** The provider of payments that paid it out. */
  providerCode: string | null;
  reason: string;
}

/** What of a line may be personal. */
type Details = Pick<BankLine, 'payer' | 'text' | 'bankRef' | 'bankAccount'>;

const contextOf = (fingerprint: string) => `bank line ${fingerprint}`;

export const sealedBankLines: SealedColumn = {
  table: 'bank_lines',
  column: 'sealed_details',
  key: { fingerprint: 'text' },
  isQuiet: true,
  contextOf: ({ fingerprint }) => contextOf(fingerprint as string),
};

/** Stores a line that is not known yet. Returns its number, or undefined if it is known. */
export async function storeLine(
  change: Change,
  vault: Vault,
  fingerprint: string,
  line: BankLine,
  reason: string,
): Promise<number | undefined> {
  const { bookedOn, amount, currency, payer, text, bankRef, bankAccount } = line;
  const details: Details = { payer, text, bankRef, bankAccount };
  const sealed = vault.seal(JSON.stringify(details), contextOf(fingerprint));
  const { rows } = await change.query<{ lineNo: number }>(
    `insert into bank_lines (fingerprint, booked_on, amount, currency, sealed_details, reason)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (fingerprint) do nothing
     returning line_no as "lineNo"`,
    [fingerprint, bookedOn, amount, currency, sealed, reason],
  );
  return rows[0]?.lineNo;
}

export async function findKnown(
  db: Queryable,
  fingerprints: readonly string[],
): Promise<Set<string>> {
  const { rows } = await db.query<{ fingerprint: string }>(
    'select fingerprint from bank_lines where fingerprint = any ($1)',
    [fingerprints],
  );
  return new Set(rows.map(({ fingerprint }) => fingerprint));
}

/** A line that was credited by another file. */
interface CreditedLine extends Pick<BankLine, 'bookedOn' | 'amount' | 'bankRef'> {
  accountId: number;
}

/** What was credited on the days of a file by lines that are not in it, as they stand in another form of the same file. */
export async function findCreditedElsewhere(
  db: Queryable,
  vault: Vault,
  days: readonly string[],
  fingerprints: readonly string[],
): Promise<CreditedLine[]> {
  const { rows } = await db.query<
    Omit<CreditedLine, 'bankRef'> & { fingerprint: string; sealed: Buffer }
  >(
    `select fingerprint, sealed_details as sealed, booked_on::text as "bookedOn", amount,
       account_id as "accountId"
     from bank_lines
     where state = 'credited' and booked_on = any ($1) and fingerprint <> all ($2)`,
    [days, fingerprints],
  );
  return rows.map(({ fingerprint, sealed, ...line }) => {
    const { bankRef }: Details = JSON.parse(vault.open(sealed, contextOf(fingerprint)));
    return { ...line, bankRef };
  });
}

/** Why an account cannot be credited; undefined if it can. */
export async function findObstacle(
  db: Queryable,
  accountId: number,
): Promise<Decision | undefined> {
  const { rows } = await db.query('select from accounts where account_id = $1', [accountId]);
  if (rows.length === 0) return { open: 'account_not_found' };
  return (await findClosure(db, accountId)) ? { open: 'account_closed' } : undefined;
}

/** Credits an open line to an account: the line and the wallet change together, and once. */
export async function creditLine(
  change: Change,
  { lineNo, accountId, currency }: { lineNo: number; accountId: number; currency: string },
): Promise<void> {
  const line = await takeOpenLine(change, lineNo);
  if (line.amount <= 0n) refuse('amount_not_positive');
  if (line.currency !== currency) {
    refuse('bank_line_currency', { line: lineNo, currency: line.currency });
  }
  if (await findClosure(change, accountId)) refuse('account_closed', { account: accountId });
  await topUpFromBank(change, { accountId, amount: line.amount, lineNo });
  await endLine(change, 'bank.credit', { lineNo, state: 'credited', accountId });
}

/** Ends an open line without crediting it, such as one that is no payment of a customer. */
export async function ignoreLine(change: Change, lineNo: number, reason: string): Promise<void> {
  await takeOpenLine(change, lineNo);
  await endLine(change, 'bank.ignore', { lineNo, state: 'ignored', reason });
}

/** Ends an open line as a pay-out of a provider of payments, or as one that its bank took back. */
export async function markPaidOut(
  change: Change,
  lineNo: number,
  providerCode: string,
): Promise<void> {
  await takeOpenLine(change, lineNo);
  await endLine(change, 'bank.pay-out', { lineNo, state: 'paid_out', providerCode });
}

/** Locks a line, so that two people do not credit it at once. */
async function takeOpenLine(
  change: Change,
  lineNo: number,
): Promise<{ amount: Money; currency: string }> {
  const { rows } = await change.query<{ amount: Money; currency: string; state: LineState }>(
    'select amount, currency, state from bank_lines where line_no = $1 for update',
    [lineNo],
  );
  const [line] = rows;
  if (!line) return refuse('bank_line_not_found', { line: lineNo });
  if (line.state !== 'open') refuse('bank_line_ended', { line: lineNo, state: line.state });
  return line;
}

async function endLine(
  change: Change,
  action: 'bank.credit' | 'bank.ignore' | 'bank.pay-out',
  ended: {
    lineNo: number;
    state: LineState;
    accountId?: number;
    providerCode?: string;
    reason?: string;
  },
): Promise<void> {
  const { lineNo, state, accountId = null, providerCode = null, reason = '' } = ended;
  await change.query(
    `update bank_lines
     set state = $2, account_id = $3, provider_code = $4, reason = $5, ended_at = now()
     where line_no = $1`,
    [lineNo, state, accountId, providerCode, reason],
  );
  await noteChange(change, {
    ...{ accountId, action, subject: 'bank_lines', key: { line_no: lineNo } },
    ...{
      before: { state: 'open' },
      after: { state, account_id: accountId, provider_code: providerCode, reason },
    },
  });
}

/** The newest first. */
export async function listLines(
  db: Queryable,
  vault: Vault,
  state: LineState | null,
  limit = 500,
): Promise<StoredLine[]> {
  const { rows } = await db.query<
    Omit<StoredLine, 'payer' | 'text'> & { fingerprint: string; sealed: Buffer }
  >(
    `select line_no as "lineNo", fingerprint, booked_on::text as "bookedOn", amount, currency,
       sealed_details as sealed, state, account_id as "accountId",
       provider_code as "providerCode", reason,
       (select name from accounts a where a.account_id = l.account_id) as "accountName"
     from bank_lines l
     where $1::text is null or state = $1
     order by line_no desc
     limit $2`,
    [state, limit],
  );
  return rows.map(({ fingerprint, sealed, ...line }) => {
    const { payer, text }: Details = JSON.parse(vault.open(sealed, contextOf(fingerprint)));
    return { ...line, payer, text };
  });
}
