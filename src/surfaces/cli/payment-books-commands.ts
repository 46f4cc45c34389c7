import type { Command } from 'commander';
import { compareBooks, listDifferences } from '../../money/payments/difference-queries.ts';
import { explainUnknown, listUnknown } from '../../money/payments/list-queries.ts';
import { readPaymentBooks } from '../../money/payments/read-books.ts';
import type { OnInstallation } from './command-action.ts';
import { readMonth } from './read-option.ts';
import { joinTexts, plain, table, withTitle } from './show.ts';

const listedAtMost = 500;

interface ExplainOptions {
  provider: string;
  ref: string;
  reason: string;
}

/** The commands for the books of payments: what vendor, ledger and bank say. */
export function registerBooks(payment: Command, onInstallation: OnInstallation): void {
  payment
    .command('reconcile')
    .description('Compare what vendors said last with the ledger; the server does so every hour')
    .action(
      onInstallation(async ({ pool, change }) => {
        await change('payment.reconcile', compareBooks);
        const found = await listDifferences(pool, listedAtMost);
        const unknown = await listUnknown(pool, listedAtMost);
        const rows = found.map((each) => [
          ...[each.cause.replaceAll('_', ' '), each.paymentId, each.accountName],
          ...[each.providerCode, each.amount ?? '-', each.currency, each.foundAt],
        ]);
        const titles = ['cause', 'payment', 'account', 'provider', 'amount', 'currency', 'since'];
        const others = unknown.map((each) => [
          ...[each.paymentRef, each.orderNo, each.providerCode, each.amount, each.currency],
          each.paidAt,
        ]);
        const named = ['vendor payment', 'its order', 'provider', 'amount', 'currency', 'paid'];
        return {
          json: { differences: found.map(plain), unknown: unknown.map(plain) },
          text: joinTexts(
            table(titles, rows, 'Vendors and ledger agree.'),
            table(named, others, 'No payment of a vendor is unknown to us.'),
          ),
        };
      }),
    );

  registerExplain(payment, onInstallation);

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
        const texts = books.map(({ providerCode, days, month: whole, ...of }) => {
          const { currency, ledgerCurrency } = of;
          const inLedger = currency === ledgerCurrency ? '' : `, ledger in ${ledgerCurrency}`;
          const rows = [...days, { ...whole, day: month }].map((row) => [
            ...[row.day, row.payments, row.vendorPaid, row.vendorReturned],
            ...[row.feesKnown > 0 ? row.vendorFee : '-', row.ledgerPaid, row.ledgerFee],
            ...[row.ledgerReturned, row.bankPaidOut],
          ]);
          return withTitle(`${providerCode} (${currency}${inLedger})`, table(titles, rows, ''));
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

function registerExplain(payment: Command, onInstallation: OnInstallation): void {
  payment
    .command('explain')
    .description("Note what a payment in a vendor's list is that is not ours")
    .requiredOption('--provider <code>', 'Provider of payments')
    .requiredOption('--ref <id>', "The vendor's ID of the payment")
    .requiredOption('--reason <text>', 'What it is')
    .action(
      onInstallation(async ({ change }, { provider, ref, reason }: ExplainOptions) => {
        const asked = { providerCode: provider, paymentRef: ref, reason };
        await change('payment.explain', (by) => explainUnknown(by, asked));
        return { json: { ...asked }, text: `Payment ${ref} of ${provider} is explained.` };
      }),
    );
}
