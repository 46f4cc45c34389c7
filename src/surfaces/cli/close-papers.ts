import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mode } from '../../foundation/contract/products.ts';
import { readOpenWork } from '../../line/closures/close-account.ts';
import { createPayOutNote, noteJson } from '../../money/statements/pay-out-note.ts';
import { payOutPdf } from '../../money/statements/pay-out-pdf.ts';
import { platformOf } from '../../money/statements/platform-of.ts';
import { createPaper } from '../../money/statements/statement-paper.ts';
import { statementPdf } from '../../money/statements/statement-pdf.ts';
import { requireAccount } from '../../people/accounts/require-account.ts';
import type { CliContext, Output } from './command-action.ts';
import { joinTexts, pairs } from './show.ts';

/** Where a closure stands. */
export async function showClosure(
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
export async function writePapers(
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
