import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { Pool } from 'pg';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { lineOfPayment, paymentOfLine } from '../../money/bank/line-payment.ts';
import { countWaiting, listFailing } from '../../money/invoices/due-queries.ts';
import { type InvoiceKind, invoiceKinds } from '../../money/invoices/invoice.ts';
import { invoiceCsv } from '../../money/invoices/invoice-csv.ts';
import { invoicePdf } from '../../money/invoices/invoice-pdf.ts';
import {
  findInvoice,
  type ListedInvoice,
  listInvoices,
} from '../../money/invoices/invoice-queries.ts';
import { issueForPayment } from '../../money/invoices/issue-for-payment.ts';
import { spanOfMonth } from '../../money/invoices/month-span.ts';
import { platformOf } from '../../money/statements/platform-of.ts';
import { languageOf } from '../../money/statements/statement-paper.ts';
import { requireAccount } from '../../people/accounts/require-account.ts';
import type { OnInstallation } from './command-action.ts';
import { registerInvoiceSettings } from './invoice-settings-commands.ts';
import { oneOf, readId, readLanguage, readMonth, readUuid } from './read-option.ts';
import { joinTexts, pairs, plain, table } from './show.ts';

const listedAtMost = 500;
const exportedAtMost = 1_000_000;

interface ListOptions {
  account?: number;
  month?: string;
  kind?: InvoiceKind;
  csv?: string;
}

interface PdfOptions {
  invoice: string;
  language?: Language;
  out: string;
}

interface IssueOptions {
  payment?: string;
  line?: number;
}

export function registerInvoiceCommands(invoice: Command, onInstallation: OnInstallation): void {
  invoice
    .command('list')
    .description('List invoices and credit notes, the newest first')
    .option('--account <id>', 'Only of this account', readId)
    .option('--month <month>', 'Only of this month, such as 2030-01', readMonth)
    .option('--kind <kind>', `Only of this kind: ${invoiceKinds.join(', ')}`, (text) =>
      oneOf(invoiceKinds, text),
    )
    .option('--csv <file>', 'Write all of them to a CSV file')
    .action(
      onInstallation(async ({ pool }, { month, csv, ...options }: ListOptions) => {
        const filter = { ...options, ...(month === undefined ? {} : spanOfMonth(month)) };
        const limit = csv === undefined ? listedAtMost : exportedAtMost;
        const { invoices } = await listInvoices(pool, wholePlatform, filter, { limit });
        if (csv !== undefined) {
          await writeFile(csv, invoiceCsv(invoices));
          const count = invoices.length;
          return { json: { count, file: csv }, text: `${count} documents written to ${csv}.` };
        }
        const waiting = await countWaiting(pool, options.account ?? null);
        const failing = await listFailing(pool, listedAtMost);
        const rows = invoices.map((one) => [
          ...[one.number, one.kind.replace('_', ' '), one.issuedOn, one.accountId, one.buyer.name],
          ...[one.net, one.vat, one.gross, one.currency],
        ]);
        const titles = [
          ...['number', 'kind', 'issued', 'account', 'buyer', 'net', 'vat', 'gross', 'currency'],
        ];
        return {
          json: { invoices: invoices.map(plain), waiting, failing },
          text: joinTexts(
            table(titles, rows, 'No invoices.'),
            waiting === 0 ? '' : `Payments that wait for billing details: ${waiting}`,
            ...failing.map(
              ({ paymentId, accountId, fault }) =>
                `Not issued for ${nameOf(paymentId)} of account ${accountId}: ${fault.en}`,
            ),
          ),
        };
      }),
    );

  registerPapers(invoice, onInstallation);
  registerInvoiceSettings(invoice, onInstallation);
}

function registerPapers(invoice: Command, onInstallation: OnInstallation): void {
  invoice
    .command('show')
    .description('Show an invoice or a credit note')
    .requiredOption('--invoice <number>', 'Its number or ID')
    .action(
      onInstallation(async ({ pool }, { invoice: named }: { invoice: string }) => {
        const found = await requireInvoice(pool, named);
        const { seller, buyer, ...rest } = found;
        const shown = {
          ...rest,
          seller: [seller.name.en, seller.address, seller.taxId].join(', '),
          buyer: [buyer.name, buyer.address, buyer.country, buyer.vatId].filter(Boolean).join(', '),
        };
        return { json: plain(found), text: pairs(shown) };
      }),
    );

  invoice
    .command('pdf')
    .description('Write an invoice or a credit note as a PDF')
    .requiredOption('--invoice <number>', 'Its number or ID')
    .option(
      '--language <language>',
      "Language: en or zh; default: the account's, else that of DEFAULT_REGION",
      readLanguage,
    )
    .requiredOption('--out <file>', 'File to write')
    .action(
      onInstallation(async ({ pool, config }, { invoice: named, out, ...asked }: PdfOptions) => {
        const found = await requireInvoice(pool, named);
        const account = await requireAccount(pool, found.accountId);
        const language = languageOf(account, asked.language, platformOf(config));
        const { pdf } = await invoicePdf(found, language);
        await writeFile(out, pdf);
        return { json: { number: found.number, file: out }, text: `Written to ${out}.` };
      }),
    );

  invoice
    .command('issue')
    .description('Issue what a payment lacks, such as one from before invoicing was switched on')
    .option('--payment <id>', 'Payment through a provider', readUuid)
    .option('--line <number>', 'Credited line of the bank', readId)
    .action(
      onInstallation(async ({ change, config }, { payment: named, line }: IssueOptions) => {
        const { timeZone } = config;
        const payment = line === undefined ? named : paymentOfLine(line);
        if (payment === undefined || (named !== undefined && line !== undefined)) {
          return refuse('invoice_issue_of');
        }
        const issued = await change('invoice.issue', (by) =>
          issueForPayment(by, payment, { timeZone, now: null }),
        );
        const rows = issued.map(({ number, kind, gross, currency }) => [
          ...[number, kind.replace('_', ' '), gross, currency],
        ]);
        return {
          json: { issued: issued.map(plain) },
          text: table(['number', 'kind', 'gross', 'currency'], rows, ''),
        };
      }),
    );
}

function nameOf(paymentId: string): string {
  const line = lineOfPayment(paymentId);
  return line === undefined ? `payment ${paymentId}` : `bank line ${line}`;
}

async function requireInvoice(pool: Pool, named: string): Promise<ListedInvoice> {
  const found = await findInvoice(pool, wholePlatform, named);
  return found ?? refuse('invoice_not_found', { invoice: named });
}
