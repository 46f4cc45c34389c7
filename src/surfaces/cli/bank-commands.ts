import type { Command } from 'commander';
import { readCell } from '../../foundation/cell/cell-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Money } from '../../foundation/money.ts';
import {
  creditLine,
  ignoreLine,
  listLines,
  markPaidOut,
  type StoredLine,
  takeLineBack,
} from '../../money/bank/bank-queries.ts';
import { printReference, referenceOf } from '../../money/bank/creditor-reference.ts';
import { type OpenReason, openReasons } from '../../money/bank/decide-line.ts';
import { countImported, type Imported, importLines } from '../../money/bank/import-lines.ts';
import { readPayee, removePayee, setPayee } from '../../money/bank/payee-queries.ts';
import { readBankFile } from '../../money/bank/read-bank-file.ts';
import { requireAccount } from '../../people/accounts/require-account.ts';
import { findProvider } from '../../vendors/providers/provider-queries.ts';
import type { OnInstallation, Output } from './command-action.ts';
import { readAmount, readId } from './read-option.ts';
import { joinTexts, pairs, plain, table } from './show.ts';

interface ImportOptions {
  file: string;
  encoding: string;
  dryRun?: boolean;
  dayColumn?: string;
  amountColumn?: string;
  textColumn?: string;
  payerColumn?: string;
  idColumn?: string;
  currencyColumn?: string;
}

interface PayOutOptions {
  line: number;
  provider: string;
  cleared?: Money;
  clearedCurrency?: string;
}

export function registerBankCommands(bank: Command, onInstallation: OnInstallation): void {
  registerImport(bank, onInstallation);
  registerPayee(bank, onInstallation);

  bank
    .command('lines')
    .description('Show the lines of bank files')
    .option('--all', 'Those that were credited or ignored too')
    .action(
      onInstallation(async ({ pool, vault }, { all }: { all?: boolean }) => {
        const lines = await listLines(pool, vault, all ? null : 'open');
        const rows = lines.map((line) => [
          ...[line.lineNo, line.bookedOn, line.amount, line.currency, line.payer, line.text],
          stateText(line),
        ]);
        const titles = ['line', 'day', 'amount', 'currency', 'payer', 'text', 'state'];
        return { json: lines.map(plain), text: table(titles, rows, 'No line is open.') };
      }),
    );

  registerEnds(bank, onInstallation);

  bank
    .command('reference')
    .description('Show the reference that an account writes on its transfers')
    .requiredOption('--account <id>', 'Account', readId)
    .action(
      onInstallation(async ({ pool }, { account: accountId }: { account: number }) => {
        await requireAccount(pool, accountId);
        const reference = referenceOf({ cell: await readCell(pool), accountId });
        return shown({ accountId, reference: printReference(reference) });
      }),
    );
}

/** The commands that end an open line. */
function registerEnds(bank: Command, onInstallation: OnInstallation): void {
  bank
    .command('credit')
    .description('Credit an open line to an account')
    .requiredOption('--line <number>', 'Line', readId)
    .requiredOption('--account <id>', 'Account', readId)
    .action(
      onInstallation(
        async ({ pool, change, config }, { line, account }: { line: number; account: number }) => {
          await requireAccount(pool, account);
          const asked = { lineNo: line, accountId: account, currency: config.currency };
          await change('bank.credit', (by) => creditLine(by, asked));
          return shown({ line, state: 'credited', accountId: account });
        },
      ),
    );

  bank
    .command('ignore')
    .description('End an open line without crediting it')
    .requiredOption('--line <number>', 'Line', readId)
    .requiredOption('--reason <text>', 'Reason')
    .action(
      onInstallation(async ({ change }, { line, reason }: { line: number; reason: string }) => {
        await change('bank.ignore', (by) => ignoreLine(by, line, reason));
        return shown({ line, state: 'ignored', reason });
      }),
    );

  bank
    .command('take-back')
    .description('End an open line by which the bank took the money of a credited one back')
    .requiredOption('--line <number>', 'Line', readId)
    .requiredOption('--of <number>', 'The line that was credited', readId)
    .action(
      onInstallation(async ({ change }, { line, of }: { line: number; of: number }) => {
        const asked = { lineNo: line, creditedLine: of };
        const { accountId, amount } = await change('bank.take-back', (by) =>
          takeLineBack(by, asked),
        );
        return shown({ line, state: 'taken_back', of, accountId, amount });
      }),
    );

  bank
    .command('pay-out')
    .description('End an open line as a pay-out of a provider of payments, for its books')
    .requiredOption('--line <number>', 'Line', readId)
    .requiredOption('--provider <code>', 'Provider of payments')
    .option(
      '--cleared <amount>',
      "What it took from the provider's balance, if that is another currency",
      readAmount,
    )
    .option('--cleared-currency <code>', 'The currency of that, such as JPY')
    .action(
      onInstallation(async ({ pool, change }, { line, provider, ...options }: PayOutOptions) => {
        await findProvider(pool, provider);
        const { cleared: amount, clearedCurrency: currency } = options;
        if ((amount === undefined) !== (currency === undefined)) refuse('bank_cleared_half');
        const cleared = amount === undefined || !currency ? null : { amount, currency };
        const paidOut = { providerCode: provider, cleared };
        await change('bank.pay-out', (by) => markPaidOut(by, line, paidOut));
        return shown({ line, state: 'paid_out', provider, ...options });
      }),
    );
}

function registerImport(bank: Command, onInstallation: OnInstallation): void {
  bank
    .command('import')
    .description('Credit the transfers of a bank file (camt.053, MT940 or CSV), each once')
    .requiredOption('--file <file>', 'The file')
    .option('--encoding <name>', 'Its encoding, such as gb18030 or latin1', 'utf-8')
    .option('--dry-run', 'Only show what would be credited')
    .option('--day-column <name>', 'CSV: column with the booking day')
    .option('--amount-column <name>', 'CSV: column with the amount')
    .option('--text-column <name>', 'CSV: column with what the payer wrote')
    .option('--payer-column <name>', 'CSV: column with the payer')
    .option('--id-column <name>', 'CSV: column with the bank’s ID of the movement')
    .option('--currency-column <name>', 'CSV: column with the currency; else the platform’s')
    .action(
      onInstallation(async ({ pool, vault, config, change }, options: ImportOptions) => {
        const { currency } = config;
        const { file, encoding, dryRun: isTrial = false } = options;
        const lines = await readBankFile(file, { columns: columnsOf(options), currency, encoding });
        const imported = await importLines({ pool, vault, currency, change }, lines, { isTrial });
        return showImport(imported, lines.length - imported.length, isTrial);
      }),
    );
}

function registerPayee(bank: Command, onInstallation: OnInstallation): void {
  bank
    .command('payee')
    .description('Show or set where customers send bank transfers; they read it in the console')
    .option('--set <text>', 'Payee, bank and account number, in lines')
    .option('--remove', 'Offer no bank transfers any more')
    .action(
      onInstallation(async ({ pool, change }, { set, remove }: { set?: string; remove?: true }) => {
        if (set !== undefined && remove) refuse('bank_payee_or');
        if (set !== undefined) await change('bank.payee', (by) => setPayee(by, set));
        if (remove) await change('bank.payee', removePayee);
        const details = await readPayee(pool);
        return { json: { details }, text: details ?? 'Not set: customers see no bank transfer.' };
      }),
    );
}

function columnsOf({ dayColumn, amountColumn, ...others }: ImportOptions) {
  if (dayColumn === undefined || amountColumn === undefined) return undefined;
  const { textColumn: text, payerColumn: payer, idColumn: id, currencyColumn: currency } = others;
  return { day: dayColumn, amount: amountColumn, text, payer, id, currency };
}

function showImport(imported: readonly Imported[], outgoing: number, isTrial: boolean): Output {
  const fresh = imported.filter(({ isKnown }) => !isKnown);
  const { credited, waiting, known } = countImported(imported);
  const counts = {
    [isTrial ? 'would be credited' : 'credited']: credited,
    'wait for you': waiting,
    'known from an earlier file': known,
    'outgoing, not stored': outgoing,
  };
  const rows = fresh.map(({ line, lineNo, decision }) => [
    ...[lineNo ?? '', line.bookedOn, line.amount, line.currency, line.payer],
    decision && 'credit' in decision
      ? `account ${decision.credit}`
      : openReasons[decision?.open ?? 'no_reference'],
  ]);
  const titles = ['line', 'day', 'amount', 'currency', 'payer', isTrial ? 'would be' : 'is'];
  return {
    json: { ...counts, lines: fresh.map(({ line, ...rest }) => ({ ...plain(line), ...rest })) },
    text: joinTexts(pairs(counts), table(titles, rows, 'Nothing new in this file.')),
  };
}

function stateText({ state, accountId, providerCode, takesBack, reason }: StoredLine): string {
  if (state === 'credited') return `credited to account ${accountId}`;
  if (state === 'taken_back') return `took line ${takesBack} back`;
  if (state === 'paid_out') return `paid out by ${providerCode}`;
  if (state === 'ignored') return `ignored: ${reason}`;
  return openReasons[reason as OpenReason] ?? 'open';
}

function shown(value: object): Output {
  return { json: plain(value), text: pairs({ ...value }) };
}
