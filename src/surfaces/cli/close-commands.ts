import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Mode } from '../../foundation/contract/products.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Money } from '../../foundation/money.ts';
import {
  closeAccount,
  readOpenWork,
  recordPayOut,
  reopenAccount,
} from '../../line/closures/close-account.ts';
import type { PayOut } from '../../money/ledger/pay-out-queries.ts';
import { createPayOutNote, noteJson } from '../../money/statements/pay-out-note.ts';
import { payOutPdf } from '../../money/statements/pay-out-pdf.ts';
import { createPaper } from '../../money/statements/statement-paper.ts';
import { statementPdf } from '../../money/statements/statement-pdf.ts';
import { requireAccount } from '../../people/accounts/require-account.ts';
import { platformOf } from '../reports/platform-of.ts';
import type { CliContext, OnInstallation, Output } from './command-action.ts';
import { readAmount } from './read-option.ts';
import { joinTexts, pairs } from './show.ts';

interface CloseOptions {
  account: number;
  reason?: string;
  whenSettled?: boolean;
  paidOut?: string;
  amount?: Money;
  out?: string;
}

export function registerClose(
  verb: (name: string, description: string) => Command,
  onInstallation: OnInstallation,
): void {
  verb('close', 'Close an account, show where a closure stands, or record its pay-out')
    .option('--reason <text>', 'Reason, for the pay-out note and the audit log')
    .option('--when-settled', 'Close it as soon as its open calls and checks have ended')
    .option('--paid-out <reference>', 'Record that its balance was paid out, with your reference')
    .option('--amount <amount>', 'Amount that was paid out', readAmount)
    .option('--out <folder>', 'Folder for the final statements and the pay-out note, as PDF')
    .action(
      onInstallation(async (context, options: CloseOptions) => {
        const { account: accountId, reason = '', whenSettled = false } = options;
        const paid = paidOutOf(options);
        await context.change('account.close', (by) =>
          closeAccount(by, { accountId, reason, whenSettled }),
        );
        if (paid) await context.change('account.pay-out', (by) => recordPayOut(by, paid));
        const files =
          options.out === undefined ? [] : await writePapers(context, options.out, accountId);
        return showClosure(context, accountId, files);
      }),
    );

  verb('reopen', 'Reopen a closed account whose data are not erased yet').action(
    onInstallation(async ({ pool, change }, { account: accountId }: { account: number }) => {
      await change('account.reopen', (by) => reopenAccount(by, accountId));
      const account = await requireAccount(pool, accountId);
      const text = `Account ${accountId} (${account.name}) reopened. Its keys stay revoked: create new ones.`;
      return { json: account, text };
    }),
  );
}

/** The pay-out to record, if there is one. */
function paidOutOf({ account, paidOut, amount }: CloseOptions): PayOut | undefined {
  if (paidOut === undefined) return undefined;
  return {
    accountId: account,
    reference: paidOut,
    amount: amount ?? refuse('pay_out_amount_missing'),
  };
}

async function showClosure(
  { pool, config }: CliContext,
  accountId: number,
  files: readonly string[],
): Promise<Output> {
  const { state } = await requireAccount(pool, accountId);
  const note = await createPayOutNote(pool, accountId, { now: new Date() }, platformOf(config));
  const { payOut, owed, closedAt, currency, number } = noteJson(note);
  const { calls, checks } = await readOpenWork(pool, accountId);
  const facts = { state, closedAt, 'open calls': calls.length, 'open checks': checks };
  const money =
    note.balance < 0n ? { owed: `${owed} ${currency}` } : { 'to pay out': `${payOut} ${currency}` };
  const confirm = `Pay it out with the reference ${number}, then record it: account close --account ${accountId} --paid-out ${number} --amount ${payOut}`;
  return {
    json: { ...noteJson(note), state, openCalls: calls, openChecks: checks, files },
    text: joinTexts(
      pairs({ ...facts, ...money }),
      ...files.map((file) => `Written to ${file}.`),
      ...(note.balance > 0n && closedAt ? [confirm] : []),
    ),
  };
}

/** The statements of the month in which the account was closed, and the pay-out note. */
async function writePapers(
  { pool, config }: CliContext,
  folder: string,
  accountId: number,
): Promise<string[]> {
  const platform = platformOf(config);
  const now = new Date();
  const note = await createPayOutNote(pool, accountId, { now }, platform);
  const month = Temporal.Instant.fromEpochMilliseconds((note.closedAt ?? now).getTime())
    .toZonedDateTimeISO(config.timeZone)
    .toPlainDate()
    .toPlainYearMonth()
    .toString();
  const statementOf = async (mode: Mode) =>
    statementPdf(await createPaper(pool, { accountId, mode }, { month, now }, platform));
  await mkdir(folder, { recursive: true });
  const files: string[] = [];
  const write = async (name: string, content: string | Buffer) => {
    const file = join(folder, name);
    await writeFile(file, content);
    files.push(file);
  };
  await write(`statement-${accountId}-live-${month}.pdf`, await statementOf('live'));
  await write(`${note.number}.pdf`, await payOutPdf(note));
  await write(`${note.number}.json`, `${JSON.stringify(noteJson(note), null, 2)}\n`);
  return files;
}
