import { makeDue } from '../../../money/payments/payment-queries.ts';
import { receiptPdf } from '../../../money/payments/receipt-pdf.ts';
import { forgetSavedMethods } from '../../../money/payments/remove-methods.ts';
import { platformOf } from '../../../money/statements/platform-of.ts';
import { consoleRoute } from '../kit/console-route.ts';
import { requireOneAccount } from '../kit/require-scope.ts';
import { digestOf, readKey } from '../kit/share-reads.ts';
import { watchChanges } from '../kit/watch-changes.ts';
import {
  Asked,
  AutoTopUpForm,
  Begun,
  Forgotten,
  Funds,
  InMode,
  NewPayment,
  Nothing,
  PaymentAsked,
  PaymentsPage,
  PaymentsQuery,
  PaymentView,
  ReceiptQuery,
} from './funds-contract.ts';
import {
  beginHere,
  readFunds,
  readPayment,
  readPayments,
  requirePayment,
  setAutomatic,
  titleOf,
} from './show-funds.ts';

/** How a customer pays into a wallet of theirs, and what became of it. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/funds/show',
    right: 'wallet.read',
    summary: 'Show the ways to pay into the wallet',
    query: InMode,
    reply: Funds,
    handle: (context, { query: { mode } }) => readFunds(context, mode),
  }),
  consoleRoute({
    method: 'GET',
    path: '/funds/payments',
    right: 'wallet.read',
    summary: 'List the payments of a wallet, newest first',
    query: PaymentsQuery,
    reply: PaymentsPage,
    handle: (context, { query }) => readPayments(context, query),
  }),
  consoleRoute({
    method: 'GET',
    path: '/funds/payment',
    right: 'wallet.read',
    summary: 'Show a payment',
    query: PaymentAsked,
    reply: PaymentView,
    handle: (context, { query }) => readPayment(context, query),
  }),
  consoleRoute({
    method: 'GET',
    path: '/funds/changes',
    right: 'wallet.read',
    summary: 'Server-sent events when a payment changes',
    query: PaymentAsked,
    reply: 'text/event-stream',
    async handle(context, { query, signal }) {
      await requirePayment(context, query);
      const readState = async () => {
        const { state, show, refunded, takenBack } = await requirePayment(context, query);
        return digestOf([state, show, `${refunded}`, `${takenBack}`]);
      };
      return watchChanges(context, signal, {
        key: readKey('payment', [context.scope, query]),
        readState,
      });
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/funds/receipt',
    right: 'wallet.read',
    summary: 'Export the receipt of a paid payment as a PDF',
    query: ReceiptQuery,
    reply: 'application/pdf',
    async handle(context, { query: { language, ...asked } }) {
      const { pool, clock, config } = context;
      const payment = await requirePayment(context, asked);
      const request = { language, method: titleOf(context, payment), now: clock.now() };
      const { fileName, pdf } = await receiptPdf(pool, payment, request, platformOf(config));
      return { type: 'application/pdf', fileName, body: pdf };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/funds/begin',
    right: 'funds.pay',
    summary: 'Begin a payment into the wallet',
    body: NewPayment,
    reply: Begun,
    handle: (context, { body }) => beginHere(context, body),
  }),
  consoleRoute({
    method: 'POST',
    path: '/funds/automatic',
    right: 'funds.automatic',
    summary: 'Set the automatic top-up of the live wallet',
    body: AutoTopUpForm,
    reply: Nothing,
    async handle(context, { body }) {
      await setAutomatic(context, body);
      return {};
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/funds/forget-card',
    right: 'funds.pay',
    summary: 'Switch the automatic top-up off and remove the saved card, at its provider too',
    body: Nothing,
    reply: Forgotten,
    async handle({ scope, payments, change }) {
      const accountId = requireOneAccount(scope);
      return { isRemoved: await forgetSavedMethods(payments, accountId, change) };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/funds/ask',
    right: 'funds.pay',
    summary: 'Ask the provider about a pending payment within seconds',
    body: PaymentAsked,
    reply: Asked,
    async handle(context, { body }) {
      const { pool, clock } = context;
      const payment = await requirePayment(context, body);
      const isAsked = payment.state === 'pending';
      if (isAsked) await makeDue(pool, payment, clock.databaseNow());
      return { isAsked };
    },
  }),
];
