import type { Pool } from 'pg';
import type { Act } from '../../foundation/audit/acts.ts';
import { type Change, noteChange } from '../../foundation/audit/change-queries.ts';
import { readCell } from '../../foundation/cell/cell-queries.ts';
import { Refused } from '../../foundation/contract/refusals/refused.ts';
import type { Vault } from '../../foundation/vault.ts';
import type { BankLine } from './bank-line.ts';
import {
  type CreditedLine,
  creditLine,
  daysApart,
  findCreditedElsewhere,
  findKnown,
  findObstacle,
  storeLine,
} from './bank-queries.ts';
import { type Decision, decideLine } from './decide-line.ts';

interface ImportPorts {
  pool: Pool;
  vault: Vault;
  currency: string;
  change<Result>(action: Act, work: (change: Change) => Promise<Result>): Promise<Result>;
}

/** What became of a line of the file. */
export interface Imported {
  line: BankLine;
  /** Undefined for a line that is not stored: known from an earlier file, or not to be stored. */
  decision?: Decision;
  lineNo?: number;
  isKnown: boolean;
}

/**
 * Imports the incoming money of a file, line by line: each is stored and credited in one transaction, so an import that was
 * cut off goes on when the file is imported again. Outgoing money is nobody's top-up and is not stored.
 */
export async function importLines(
  ports: ImportPorts,
  lines: readonly BankLine[],
  { isTrial }: { isTrial: boolean },
): Promise<Imported[]> {
  const { pool, vault, currency } = ports;
  const ours = { currency, cell: await readCell(pool) };
  const incoming = lines.filter(({ amount, isReversal }) => amount > 0n || isReversal);
  const named = nameLines(vault, incoming);
  const known = await findKnown(pool, [...named.keys()]);
  const days = [...new Set(incoming.map(({ bookedOn }) => bookedOn))];
  const elsewhere = await findCreditedElsewhere(pool, vault, days, [...named.keys()]);
  const weighCredit = async (accountId: number, line: BankLine): Promise<Decision> => {
    const obstacle = await findObstacle(pool, accountId);
    if (obstacle) return obstacle;
    const isAlike = elsewhere.some((one) => one.accountId === accountId && isMaybeSame(one, line));
    return isAlike ? { open: 'maybe_known' } : { credit: accountId };
  };
  const imported: Imported[] = [];
  for (const [fingerprint, line] of named) {
    if (known.has(fingerprint)) {
      imported.push({ line, isKnown: true });
      continue;
    }
    const found = decideLine(line, ours);
    const decision = 'credit' in found ? await weighCredit(found.credit, line) : found;
    imported.push(
      isTrial
        ? { line, decision, isKnown: false }
        : await importLine(ports, fingerprint, line, decision),
    );
  }
  if (!isTrial) await noteImport(ports, imported);
  return imported;
}

/** How many lines of a file were credited, wait for a person, and were known from an earlier file. */
export function countImported(imported: readonly Imported[]) {
  const fresh = imported.filter(({ isKnown }) => !isKnown);
  const credited = fresh.filter(({ decision }) => decision && 'credit' in decision).length;
  return { credited, waiting: fresh.length - credited, known: imported.length - fresh.length };
}

/** The log has each line that was credited; those that wait are only counted here. */
async function noteImport({ change }: ImportPorts, imported: readonly Imported[]): Promise<void> {
  const { credited, waiting } = countImported(imported);
  const lines = credited + waiting;
  if (lines === 0) return;
  await change('bank.import', (by) =>
    noteChange(by, {
      ...{ accountId: null, action: 'bank.import', subject: 'bank_lines', key: {} },
      ...{ before: null, after: { lines, credited } },
    }),
  );
}

/**
 * The same transfers in another format, encoding or choice of columns give lines with other names. Two transfers are certainly
 * two only by different days or IDs of the bank that were read from the same place.
 */
function isMaybeSame(one: CreditedLine, { bookedOn, amount, bankRef, readAs }: BankLine): boolean {
  if (one.amount !== amount) return false;
  if (one.readAs !== readAs) return Math.abs(daysBetween(one.bookedOn, bookedOn)) <= daysApart;
  const areTwo = one.bankRef !== '' && bankRef !== '' && one.bankRef !== bankRef;
  return one.bookedOn === bookedOn && !areTwo;
}

function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days;
}

async function importLine(
  ports: ImportPorts,
  fingerprint: string,
  line: BankLine,
  decision: Decision,
): Promise<Imported> {
  const { vault, currency, change } = ports;
  try {
    const lineNo = await change('bank.credit', async (by) => {
      const stored = await storeLine(
        by,
        vault,
        fingerprint,
        line,
        'open' in decision ? decision.open : '',
      );
      if (stored !== undefined && 'credit' in decision) {
        await creditLine(by, { lineNo: stored, accountId: decision.credit, currency });
      }
      return stored;
    });
    // Another import stored it meanwhile.
    if (lineNo === undefined) return { line, isKnown: true };
    return { line, decision, lineNo, isKnown: false };
  } catch (fault) {
    const isFull = fault instanceof Refused && fault.code === 'wallet_full';
    const isClosed = fault instanceof Refused && fault.code === 'account_closed';
    if (!isFull && !isClosed) throw fault;
    const open = isFull ? 'wallet_full' : 'account_closed';
    return importLine(ports, fingerprint, line, { open });
  }
}

/**
 * Gives each line the name by which it is known in another file: the bank's ID, and everything else that the file says. Equal
 * payments of one day without an ID are counted, so that each keeps its name.
 */
function nameLines(vault: Vault, lines: readonly BankLine[]): Map<string, BankLine> {
  const named = new Map<string, BankLine>();
  const counts = new Map<string, number>();
  for (const line of lines) {
    const { bankAccount, bookedOn, amount, currency, bankRef, payer, text } = line;
    const facts = JSON.stringify([
      bankAccount,
      bookedOn,
      String(amount),
      currency,
      bankRef,
      payer,
      text,
    ]);
    const count = counts.get(facts) ?? 0;
    counts.set(facts, count + 1);
    named.set(vault.fingerprint('bank line', `${facts} ${count}`).toString('hex'), line);
  }
  return named;
}
