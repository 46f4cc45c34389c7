import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { Pool } from 'pg';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import type { Bilingual } from '../../foundation/contract/text/bilingual.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { formatRate, type Money } from '../../foundation/money.ts';
import { handleDispute } from '../../money/payments/handle-dispute.ts';
import { orderNoOf, type Payment, paymentStates } from '../../money/payments/payment.ts';
import {
  findPayments,
  type ListedState,
  type PaymentFilter,
} from '../../money/payments/payment-list-queries.ts';
import { findAnyPayment, makeDue } from '../../money/payments/payment-queries.ts';
import { readPaymentStory } from '../../money/payments/payment-story.ts';
import { receiptPdf } from '../../money/payments/receipt-pdf.ts';
import { lockNamed, refundPayment } from '../../money/payments/refund-payment.ts';
import { settleMismatch } from '../../money/payments/settle-mismatch.ts';
import { platformOf } from '../../money/statements/platform-of.ts';
import { listProviders } from '../../vendors/providers/provider-queries.ts';
import { vendors } from '../../vendors/vendors.ts';
import type { OnInstallation, Output } from './command-action.ts';
import { registerAutomatic } from './payment-automatic-command.ts';
import { registerBooks } from './payment-books-commands.ts';
import { registerCards } from './payment-card-commands.ts';
import { registerTerms } from './payment-terms-commands.ts';
import { oneOf, readAmount, readId, readLanguage, readMode, readUuid } from './read-option.ts';
import { joinTexts, pairs, plain, table } from './show.ts';

const listedAtMost = 500;
const listedStates: readonly ListedState[] = [...paymentStates, 'disputed'];

export function registerPaymentCommands(payment: Command, onInstallation: OnInstallation): void {
  payment
    .command('list')
    .description('List payments, the newest first')
    .option('--account <id>', 'Only of this account', readId)
    .option('--mode <mode>', 'Only of this mode: test or live', readMode)
    .option('--provider <code>', 'Only through this provider')
    .option('--state <state>', `Only in this state: ${listedStates.join(', ')}`, (text) =>
      oneOf(listedStates, text),
    )
    .action(
      onInstallation(async ({ pool }, options: PaymentFilter) => {
        const page = { limit: listedAtMost };
        const { payments: found } = await findPayments(pool, wholePlatform, options, page);
        const rows = found.map((each) => [
          ...[each.paymentId, each.begunAt, each.accountId, each.mode, each.providerCode],
          ...[each.amount, each.currency, each.charged, each.chargedCurrency],
          ...[each.state, each.detail],
        ]);
        const titles = [
          ...['payment', 'begun', 'account', 'mode', 'provider'],
          ...['amount', 'currency', 'charged', 'in', 'state', 'detail'],
        ];
        return { json: found.map(factsOf), text: table(titles, rows, 'No payments.') };
      }),
    );

  payment
    .command('show')
    .description('Show a payment, what happened to it, and its refunds')
    .requiredOption('--payment <id>', 'Payment', readUuid)
    .action(
      onInstallation(async ({ pool }, { payment: paymentId }: { payment: string }) => {
        const found = await findAnyPayment(pool, paymentId);
        if (!found) return refuse('payment_not_found', { payment: paymentId });
        const { steps, refunds } = await readPaymentStory(pool, found);
        const story = steps.map(({ what, at, amount, times = 1, detail = '' }) => [
          ...[at, what.replaceAll('_', ' '), amount, times > 1 ? `${times} times` : '', detail],
        ]);
        const rows = refunds.map((each) => [
          ...[each.refundId, each.askedForAt, each.amount, each.charged, each.state],
          ...[each.reason, each.detail],
        ]);
        const charged = `in ${found.chargedCurrency}`;
        const titles = ['refund', 'asked for', 'amount', charged, 'state', 'reason', 'detail'];
        return {
          json: { ...factsOf(found), story: steps.map(plain), refunds: refunds.map(plain) },
          text: joinTexts(
            pairs({ ...factsOf(found) }),
            table(['at', 'what', 'amount', 'repeated', 'detail'], story, ''),
            table(titles, rows, 'No refunds.'),
          ),
        };
      }),
    );

  registerReceipt(payment, onInstallation);
  registerDecisions(payment, onInstallation);
  registerTerms(payment, onInstallation);
  registerBooks(payment, onInstallation);
  registerAutomatic(payment, onInstallation);
  registerCards(payment, onInstallation);
}

interface ReceiptOptions {
  payment: string;
  language?: Language;
  out: string;
}

function registerReceipt(payment: Command, onInstallation: OnInstallation): void {
  payment
    .command('receipt')
    .description('Write the receipt of a paid payment as a PDF')
    .requiredOption('--payment <id>', 'Payment', readUuid)
    .option(
      '--language <language>',
      "Language: en or zh; default: the account's, else that of DEFAULT_REGION",
      readLanguage,
    )
    .requiredOption('--out <file>', 'File to write')
    .action(
      onInstallation(async ({ pool, config }, options: ReceiptOptions) => {
        const { payment: paymentId, language, out } = options;
        const found = await findAnyPayment(pool, paymentId);
        if (!found) return refuse('payment_not_found', { payment: paymentId });
        const method = await findMethodTitle(pool, found);
        const request = { language, method, now: new Date() };
        const { pdf } = await receiptPdf(pool, found, request, platformOf(config));
        await writeFile(out, pdf);
        return { json: { paymentId, file: out }, text: `Receipt written to ${out}.` };
      }),
    );
}

async function findMethodTitle(
  pool: Pool,
  { providerCode, method }: Payment,
): Promise<Bilingual | undefined> {
  const provider = (await listProviders(pool)).find((each) => each.providerCode === providerCode);
  const vendor = vendors.find(({ code }) => code === provider?.vendorCode);
  return vendor?.kind === 'payment' ? vendor.methods[method]?.title : undefined;
}

interface RefundOptions {
  payment: string;
  amount?: Money;
  reason: string;
}

interface SettleOptions {
  payment: string;
  credit?: Money;
  ignore?: true;
  reason: string;
}

/** The commands by which an operator decides about a payment. */
function registerDecisions(payment: Command, onInstallation: OnInstallation): void {
  payment
    .command('refund')
    .description('Pay back to the source; the server asks the provider within seconds')
    .requiredOption('--payment <id>', 'Payment', readUuid)
    .option(
      '--amount <amount>',
      'Amount; if omitted, all that is left of what was credited, without the fee',
      readAmount,
    )
    .requiredOption('--reason <text>', 'Reason')
    .action(
      onInstallation(async ({ change }, { payment: paymentId, amount, reason }: RefundOptions) => {
        const asked = { paymentId, reason, ...(amount === undefined ? {} : { amount }) };
        return shown(await change('payment.refund', (by) => refundPayment(by, asked)));
      }),
    );

  payment
    .command('settle-mismatch')
    .description('End a payment that was put aside, because what was paid differs')
    .requiredOption('--payment <id>', 'Payment', readUuid)
    .option('--credit <amount>', 'Credit this amount', readAmount)
    .option('--ignore', 'Credit nothing')
    .requiredOption('--reason <text>', 'Evidence for the decision')
    .action(
      onInstallation(async ({ change }, options: SettleOptions) => {
        const { payment: paymentId, credit = null, ignore = false, reason } = options;
        if ((credit === null) !== ignore) return refuse('payment_credit_or_ignore');
        await change('payment.settle', (by) => settleMismatch(by, paymentId, { credit, reason }));
        return shown({ paymentId, state: ignore ? 'ignored' : 'paid', credited: credit });
      }),
    );

  payment
    .command('handle-dispute')
    .description('Note what was done about a dispute, so that it no longer waits')
    .requiredOption('--payment <id>', 'Payment', readUuid)
    .requiredOption('--reason <text>', 'What was done')
    .action(
      onInstallation(async ({ change }, { payment: paymentId, reason }: RefundOptions) => {
        await change('payment.handle-dispute', (by) => handleDispute(by, paymentId, reason));
        return shown({ paymentId, isDisputeOpen: false });
      }),
    );

  payment
    .command('ask')
    .description('Ask the provider about a payment now; the server does so within seconds')
    .requiredOption('--payment <id>', 'Payment', readUuid)
    .action(
      onInstallation(async ({ change }, { payment: paymentId }: { payment: string }) => {
        await change('payment.ask', async (by) =>
          makeDue(by, await lockNamed(by, paymentId), null),
        );
        return shown({ paymentId, isDue: true });
      }),
    );
}

/** A payment as the operator sees it. Its order number is how the vendor names it. */
function factsOf({ show: _, isOverdue: __, isSettled: ___, corrections: ____, ...facts }: Payment) {
  const rate = facts.rate === null ? null : formatRate(facts.rate);
  return plain({ ...facts, rate, orderNo: orderNoOf(facts.paymentId) });
}

function shown(value: object): Output {
  return { json: plain(value), text: pairs({ ...value }) };
}
