import Type, { type Static } from 'typebox';
import { refuse } from '../../../foundation/contract/refusals/refused.ts';
import { formatMoney } from '../../../foundation/money.ts';
import {
  creditLine,
  ignoreLine,
  listLines,
  markPaidOut,
  type StoredLine,
  takeLineBack,
} from '../../../money/bank/bank-queries.ts';
import { type OpenReason, openReasons } from '../../../money/bank/decide-line.ts';
import {
  countImported,
  type Imported as ImportedLine,
  importLines,
} from '../../../money/bank/import-lines.ts';
import { decodeBankFile, readBankText, readColumns } from '../../../money/bank/read-bank-file.ts';
import { requireAccount } from '../../../people/accounts/require-account.ts';
import { type ConsoleContext, consoleRoute } from '../kit/console-route.ts';
import { readAmount } from '../kit/read-amount.ts';
import { requirePlatform } from '../kit/require-scope.ts';
import {
  BankChecked,
  BankFile,
  BankLines,
  BankQuery,
  Imported,
  LineCredit,
  LineIgnore,
  LinePaidOut,
  LineTakeBack,
} from './bank-contract.ts';
import { providerTitles } from './provider-titles.ts';

const mostLines = 200;
const mostShown = 100;
/** Each line is a transaction of its own, and the person waits for all of them. */
const mostImported = 5_000;
const bodyLimit = 4_100_000;

/** Files of the operator's bank: what was matched, what waits, and what becomes of it. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/payments/bank-lines',
    right: 'payments.read',
    summary: 'List the lines of bank files',
    query: BankQuery,
    reply: BankLines,
    async handle(context, { query: { state = null } }) {
      const { pool, vault, scope, registry, config } = context;
      requirePlatform(scope);
      const lines = await listLines(pool, vault, state, mostLines + 1);
      return {
        currency: config.currency,
        lines: lines.slice(0, mostLines).map(showLine),
        isMore: lines.length > mostLines,
        providers: [...registry.payment.keys()].filter((code) => code !== 'sandbox').sort(),
        titles: providerTitles(context),
      };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/payments/bank-check',
    right: 'payments.read',
    summary: 'Show what a bank file would change, without changing it',
    bodyLimit,
    body: BankFile,
    reply: BankChecked,
    async handle(context, { body }) {
      requirePlatform(context.scope);
      const bytes = Buffer.from(body.file, 'base64');
      const columns = readColumns(decodeBankFile(bytes, body.encoding));
      if (columns && !body.columns) return { columns, imported: null };
      return { columns, imported: await importFile(context, body, true) };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/payments/bank-import',
    right: 'payments.change',
    summary: 'Credit the transfers of a bank file, each once',
    bodyLimit,
    body: BankFile,
    reply: Imported,
    handle(context, { body }) {
      requirePlatform(context.scope);
      return importFile(context, body, false);
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/payments/bank-credit',
    right: 'payments.change',
    summary: 'Credit an open bank line to an account',
    body: LineCredit,
    reply: Type.Object({}),
    async handle({ scope, pool, change, config }, { body: { line: lineNo, account: accountId } }) {
      requirePlatform(scope);
      const { currency } = config;
      await requireAccount(pool, accountId);
      await change('bank.credit', (by) => creditLine(by, { lineNo, accountId, currency }));
      return {};
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/payments/bank-ignore',
    right: 'payments.change',
    summary: 'End an open bank line without crediting it',
    body: LineIgnore,
    reply: Type.Object({}),
    async handle({ scope, change }, { body: { line, reason } }) {
      requirePlatform(scope);
      await change('bank.ignore', (by) => ignoreLine(by, line, reason));
      return {};
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/payments/bank-take-back',
    right: 'payments.change',
    summary: 'End an open bank line that took the money of a credited one back',
    body: LineTakeBack,
    reply: Type.Object({}),
    async handle({ scope, change }, { body: { line: lineNo, of: creditedLine } }) {
      requirePlatform(scope);
      await change('bank.take-back', (by) => takeLineBack(by, { lineNo, creditedLine }));
      return {};
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/payments/bank-pay-out',
    right: 'payments.change',
    summary: 'End an open bank line as a pay-out of a provider of payments',
    body: LinePaidOut,
    reply: Type.Object({}),
    async handle({ scope, change, registry }, { body: { line, provider, cleared: typed = null } }) {
      requirePlatform(scope);
      if (!registry.payment.has(provider)) refuse('provider_not_of_payments', { provider });
      const cleared = typed && { ...typed, amount: readAmount('clearedAmount', typed.amount) };
      const paidOut = { providerCode: provider, cleared };
      await change('bank.pay-out', (by) => markPaidOut(by, line, paidOut));
      return {};
    },
  }),
];

async function importFile(
  { pool, vault, config, change }: ConsoleContext,
  { file, encoding, columns }: Static<typeof BankFile>,
  isTrial: boolean,
) {
  const { currency } = config;
  const text = decodeBankFile(Buffer.from(file, 'base64'), encoding);
  const lines = readBankText(text, { columns: columns ?? undefined, currency });
  if (lines.length > mostImported) {
    refuse('bank_file_too_long', { count: lines.length, limit: mostImported });
  }
  const imported = await importLines({ pool, vault, currency, change }, lines, { isTrial });
  return {
    ...countImported(imported),
    outgoing: lines.length - imported.length,
    lines: imported.slice(0, mostShown).map(showImported),
  };
}

function showImported({ line, decision, isKnown }: ImportedLine) {
  const { bookedOn: day, amount, currency, payer, text } = line;
  return {
    ...{ day, amount: formatMoney(amount), currency, payer, text, isKnown },
    account: decision && 'credit' in decision ? decision.credit : null,
    openBecause: decision && 'open' in decision ? decision.open : null,
  };
}

const isReason = (text: string): text is OpenReason => Object.hasOwn(openReasons, text);

function showLine({ lineNo, bookedOn, amount, accountId, accountName, ...line }: StoredLine) {
  const { currency, payer, text, state, providerCode, reason } = line;
  return {
    ...{ line: lineNo, day: bookedOn, amount: formatMoney(amount), currency, payer, text, state },
    account: accountId === null ? null : { accountId, name: accountName ?? '' },
    provider: providerCode,
    takesBack: line.takesBack,
    openBecause: state === 'open' && isReason(reason) ? reason : null,
    reason: state === 'ignored' ? reason : '',
  };
}
