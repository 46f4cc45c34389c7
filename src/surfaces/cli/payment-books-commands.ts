import type { Command } from 'commander';
import { compareBooks, listDifferences } from '../../money/payments/difference-queries.ts';
import { readPaymentBooks } from '../../money/payments/read-books.ts';
import type { OnInstallation } from './command-action.ts';
import { readMonth } from './read-option.ts';
import { joinTexts, plain, table, withTitle } from './show.ts';

const listedAtMost = 500;

/** The commands for the books of payments: what vendor, ledger and bank say. */
export function registerBooks(payment: Command, onInstallation: OnInstallation): void {
  payment
    .command('reconcile')
    .description('Compare what vendors said last with the ledger; the server does so every hour')
    .action(
      onInstallation(async ({ pool, change }) => {
        await change('payment.reconcile', compareBooks);
        const found = await listDifferences(pool, listedAtMost);
        const rows = found.map((each) => [
          ...[each.cause.replaceAll('_', ' '), each.paymentId, each.accountName],
          ...[each.providerCode, each.amount ?? '-', each.currency, each.foundAt],
        ]);
        const titles = ['cause', 'payment', 'account', 'provider', 'amount', 'currency', 'since'];
        return {
          json: { differences: found.map(plain) },
          text: table(titles, rows, 'Vendors and ledger agree.'),
        };
      }),
    );

  payment
    .command('books')
    .description('Show what vendors, ledger and bank say of a month, by provider and day')
    .requiredOption('--month <month>', 'Month, such as 2030-01', readMonth)
    .action(
      onInstallation(async ({ pool, config: { timeZone } }, { month }: { month: string }) => {
        const books = await readPaymentBooks(pool, { month, timeZone });
        const titles = [
          ...['day', 'payments', 'vendor paid', 'vendor paid back', 'vendor fee'],
          ...['ledger paid', 'ledger fee', 'ledger paid back', 'bank paid out'],
        ];
        const texts = books.map(({ providerCode, currency, days, month: whole }) => {
          const rows = [...days, { ...whole, day: month }].map((row) => [
            ...[row.day, row.payments, row.vendorPaid, row.vendorReturned],
            ...[row.feesKnown > 0 ? row.vendorFee : '-', row.ledgerPaid, row.ledgerFee],
            ...[row.ledgerReturned, row.bankPaidOut],
          ]);
          return withTitle(`${providerCode} (${currency})`, table(titles, rows, ''));
        });
        const json = {
          providers: books.map(({ days, month: whole, ...each }) => ({
            ...{ ...plain(each), days: days.map(plain), month: plain(whole) },
          })),
        };
        return { json, text: texts.length > 0 ? joinTexts(...texts) : 'No payments.' };
      }),
    );
}
