import { type Change, noteChange } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { isCurrency } from '../../foundation/contract/text/is-currency.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { formatMoney, type Money, paidText } from '../../foundation/money.ts';
import type { SealedColumn, Vault } from '../../foundation/vault.ts';
import { findClosure } from '../../people/accounts/closure-queries.ts';
import { takeBackFromBank, topUpFromBank } from '../ledger/queries.ts';
import type { BankLine } from './bank-line.ts';
import type { Decision } from './decide-line.ts';

export const lineStates = ['open', 'credited', 'ignored', 'paid_out', 'taken_back'] as const;
export type LineState = (typeof lineStates)[number];

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
  /** What the bank took back of it. */
  takenBack: Money;
  /** The credited line of which it took something back. */
  takesBack: number | null;
  reason: string;
}

/** What of a line may be personal. */
type Details = Pick<BankLine, 'payer' | 'text' | 'bankRef' | 'bankAccount'> & {
  /** Undefined for a line of an earlier version. */
  readAs?: string;
};

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
  const { bookedOn, amount, currency, payer, text, bankRef, bankAccount, readAs } = line;
  const details: Details = { payer, text, bankRef, bankAccount, readAs };
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
export interface CreditedLine extends Pick<BankLine, 'bookedOn' | 'amount' | 'bankRef'> {
  accountId: number;
  readAs?: string | undefined;
}

/** So many days are at most between those that a bank names for one transfer, such as those of booking and of value. */
export const daysApart = 5;

/** What was credited near the days of a file by lines that are not in it, as they stand in another form of the same file. */
export async function findCreditedElsewhere(
  db: Queryable,
  vault: Vault,
  days: readonly string[],
  fingerprints: readonly string[],
): Promise<CreditedLine[]> {
  const { rows } = await db.query<
    Omit<CreditedLine, 'bankRef' | 'readAs'> & { fingerprint: string; sealed: Buffer }
  >(
    `select fingerprint, sealed_details as sealed, booked_on::text as "bookedOn", amount,
       account_id as "accountId"
     from bank_lines
     where state = 'credited' and fingerprint <> all ($2)
       and exists (select from unnest($1::date[]) d where abs(booked_on - d) <= $3)`,
    [days, fingerprints, daysApart],
  );
  return rows.map(({ fingerprint, sealed, ...line }) => {
    const { bankRef, readAs }: Details = JSON.parse(vault.open(sealed, contextOf(fingerprint)));
    return { ...line, bankRef, readAs };
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

/** What a pay-out took from the vendor's balance, in the currency that was charged. */
export interface Cleared {
  amount: Money;
  currency: string;
}

/** Ends an open line as a pay-out of a provider of payments, or as one that its bank took back. */
export async function markPaidOut(
  change: Change,
  lineNo: number,
  { providerCode, cleared }: { providerCode: string; cleared: Cleared | null },
): Promise<void> {
  const { amount } = await takeOpenLine(change, lineNo);
  if (cleared && cleared.amount <= 0n) refuse('amount_not_positive');
  if (cleared && !isCurrency(cleared.currency)) {
    refuse('payment_conversion_unknown', { currency: cleared.currency });
  }
  // What the bank took back is back in the vendor's balance.
  const signed = cleared && {
    ...{ amount: amount < 0n ? -cleared.amount : cleared.amount, currency: cleared.currency },
  };
  const ended = { lineNo, state: 'paid_out', providerCode, cleared: signed } as const;
  await endLine(change, 'bank.pay-out', ended);
}

/** A credited line, locked: what becomes of it and of its documents happens one after the other. */
export async function lockCredited(
  change: Change,
  lineNo: number,
): Promise<
  | { accountId: number; bookedOn: string; amount: Money; currency: string; takenBack: Money }
  | undefined
> {
  const { rows } = await change.query(
    `select account_id as "accountId", booked_on::text as "bookedOn", amount, currency,
       taken_back as "takenBack"
     from bank_lines
     where line_no = $1 and state = 'credited'
     for update`,
    [lineNo],
  );
  return rows[0];
}

/**
 * Ends an open line by which the bank took money of a credited one back. The money leaves the wallet even if it was
 * spent, because it is gone.
 */
export async function takeLineBack(
  change: Change,
  { lineNo, creditedLine }: { lineNo: number; creditedLine: number },
): Promise<{ accountId: number; amount: Money }> {
  const back = await takeOpenLine(change, lineNo);
  const credited = await lockCredited(change, creditedLine);
  if (!credited) return refuse('bank_line_not_credited', { line: creditedLine });
  const { accountId, currency, amount, takenBack } = credited;
  if (back.amount >= 0n || back.currency !== currency || -back.amount > amount - takenBack) {
    refuse('bank_line_takes_other', {
      ...{ line: creditedLine, left: paidText(amount - takenBack, currency), currency },
    });
  }
  await takeBackFromBank(change, { accountId, amount: -back.amount, lineNo });
  await change.query('update bank_lines set taken_back = taken_back + $2 where line_no = $1', [
    ...[creditedLine, -back.amount],
  ]);
  await endLine(change, 'bank.take-back', { lineNo, state: 'taken_back', takesBack: creditedLine });
  return { accountId, amount: -back.amount };
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
  action: 'bank.credit' | 'bank.ignore' | 'bank.pay-out' | 'bank.take-back',
  ended: {
    lineNo: number;
    state: LineState;
    accountId?: number;
    providerCode?: string;
    takesBack?: number;
    reason?: string;
    cleared?: Cleared | null;
  },
): Promise<void> {
  const { lineNo, state, accountId = null, providerCode = null, reason = '' } = ended;
  const { takesBack = null, cleared } = ended;
  await change.query(
    `update bank_lines
     set state = $2, account_id = $3, provider_code = $4, reason = $5, takes_back = $6,
       cleared = $7, cleared_currency = $8, ended_at = now()
     where line_no = $1`,
    [
      ...[lineNo, state, accountId, providerCode, reason, takesBack],
      ...[cleared?.amount ?? null, cleared?.currency ?? null],
    ],
  );
  const shown = cleared ? { cleared: `${formatMoney(cleared.amount)} ${cleared.currency}` } : {};
  await noteChange(change, {
    ...{ accountId, action, subject: 'bank_lines', key: { line_no: lineNo } },
    ...{
      before: { state: 'open' },
      after: {
        ...{ state, account_id: accountId, provider_code: providerCode, reason },
        ...{ takes_back: takesBack, ...shown },
      },
    },
  });
}

/** The lines that wait for a person, and what came in by them, for each currency. */
export interface OpenLines {
  count: number;
  oldestOn: string | null;
  sums: { currency: string; amount: Money }[];
}

export async function sumOpenLines(db: Queryable): Promise<OpenLines> {
  const { rows } = await db.query<{
    count: number;
    oldestOn: string;
    currency: string;
    amount: Money;
  }>(
    `select currency, count(*)::integer as count, min(booked_on)::text as "oldestOn",
       coalesce(sum(amount) filter (where amount > 0), 0)::bigint as amount
     from bank_lines
     where state = 'open'
     group by currency
     order by currency`,
  );
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    oldestOn: rows.map(({ oldestOn }) => oldestOn).sort()[0] ?? null,
    sums: rows
      .filter(({ amount }) => amount > 0n)
      .map(({ currency, amount }) => ({ currency, amount })),
  };
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
       provider_code as "providerCode", taken_back as "takenBack", takes_back as "takesBack", reason,
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
