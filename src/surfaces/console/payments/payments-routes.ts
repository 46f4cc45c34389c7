import Type from 'typebox';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import type { Scope } from '../../../foundation/contract/scope.ts';
import { isRequestId } from '../../../foundation/contract/text/is-request-id.ts';
import type { Queryable } from '../../../foundation/db/queryable.ts';
import { formatMoney } from '../../../foundation/money.ts';
import { sumOpenLines } from '../../../money/bank/bank-queries.ts';
import { handleDispute } from '../../../money/payments/handle-dispute.ts';
import {
  findListed,
  findPayments,
  type ListedPayment,
  type PaymentFilter,
} from '../../../money/payments/payment-list-queries.ts';
import { makeDue } from '../../../money/payments/payment-queries.ts';
import { readPaymentStory } from '../../../money/payments/payment-story.ts';
import { refundPayment } from '../../../money/payments/refund-payment.ts';
import { settleMismatch } from '../../../money/payments/settle-mismatch.ts';
import { consoleRoute } from '../kit/console-route.ts';
import { readAmount } from '../kit/read-amount.ts';
import { digestOf, readKey, readSeen } from '../kit/share-reads.ts';
import { watchChanges } from '../kit/watch-changes.ts';
import {
  PaymentAsked,
  PaymentDetail,
  PaymentDispute,
  PaymentMoved,
  PaymentRefund,
  PaymentSettle,
  PaymentsFilter,
  PaymentsPage,
  PaymentsQuery,
} from './payments-contract.ts';
import { providerTitles } from './provider-titles.ts';
import { showOpenLines, showPaymentDetail, showPaymentRow } from './show-payment.ts';

const pageSize = 50;
const pollMs = 2_000;

const readRoutes = [
  consoleRoute({
    method: 'GET',
    path: '/payments/list',
    right: 'payments.read',
    summary: 'List payments, newest first',
    query: PaymentsQuery,
    reply: PaymentsPage,
    async handle(context, { query: { before, after, seen, ...query } }) {
      const { pool, scope, language } = context;
      const filter = filterOf(query);
      const page = { limit: pageSize, before, after };
      const key = readKey('payments page', [scope, filter, page, seen, language]);
      const { payments, hasMore } = await readSeen(pool, { key, seen }, () =>
        findPayments(pool, scope, filter, page),
      );
      return {
        payments: payments.map((one) => showPaymentRow(context, one)),
        hasMore,
        bank: showOpenLines(await sumOpenLines(pool)),
        titles: providerTitles(context),
      };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/payments/changes',
    right: 'payments.read',
    summary: 'Server-sent events when the first page of payments changes',
    query: PaymentsFilter,
    reply: 'text/event-stream',
    async handle(context, { query, signal }) {
      const { pool, scope } = context;
      const filter = filterOf(query);
      return watchChanges(context, signal, {
        key: readKey('payments', [scope, filter]),
        everyMs: pollMs,
        async readState() {
          const { payments } = await findPayments(pool, scope, filter, { limit: pageSize });
          return digestOf(
            payments.map(({ paymentId, state, refunded, takenBack, isDisputeOpen }) => [
              ...[paymentId, state, String(refunded), String(takenBack), isDisputeOpen],
            ]),
          );
        },
      });
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/payments/show',
    right: 'payments.read',
    summary: 'Show a payment, and what happened to it',
    query: PaymentAsked,
    reply: PaymentDetail,
    async handle(context, { query: { paymentId } }) {
      const payment = await requirePayment(context.pool, context.scope, paymentId);
      return showPaymentDetail(context, payment, await readPaymentStory(context.pool, payment));
    },
  }),
];

const changeRoutes = [
  consoleRoute({
    method: 'POST',
    path: '/payments/refund',
    right: 'payments.change',
    summary: 'Pay back to the source, in part or whole',
    body: PaymentRefund,
    reply: PaymentMoved,
    async handle({ scope, change }, { body: { paymentId, amount, reason } }) {
      const asked = {
        paymentId,
        reason,
        ...(amount ? { amount: readAmount('amount', amount) } : {}),
      };
      const refund = await change('payment.refund', async (by) => {
        await requirePayment(by, scope, paymentId);
        return refundPayment(by, asked);
      });
      return { amount: formatMoney(refund.amount), available: formatMoney(refund.available) };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/payments/settle',
    right: 'payments.change',
    summary: 'End a payment that was put aside: credit what was paid, or nothing',
    body: PaymentSettle,
    reply: Type.Object({}),
    async handle({ scope, change }, { body: { paymentId, credit: typed, reason } }) {
      const credit = typed === null ? null : readAmount('credit', typed);
      await change('payment.settle', async (by) => {
        await requirePayment(by, scope, paymentId);
        await settleMismatch(by, paymentId, { credit, reason });
      });
      return {};
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/payments/handle-dispute',
    right: 'payments.change',
    summary: 'Note what was done about a dispute',
    body: PaymentDispute,
    reply: Type.Object({}),
    async handle({ scope, change }, { body: { paymentId, reason } }) {
      await change('payment.handle-dispute', async (by) => {
        await requirePayment(by, scope, paymentId);
        await handleDispute(by, paymentId, reason);
      });
      return {};
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/payments/ask',
    right: 'payments.change',
    summary: 'Ask the provider about a payment within seconds',
    body: PaymentAsked,
    reply: Type.Object({}),
    async handle({ scope, change }, { body: { paymentId } }) {
      await change('payment.ask', async (by) =>
        makeDue(by, await requirePayment(by, scope, paymentId), null),
      );
      return {};
    },
  }),
];

/** Payments of customers: what became of each, refunds, and those that a person decides. */
export const routes = [...readRoutes, ...changeRoutes];

function filterOf({ from, to, mode = 'live', ...filter }: PaymentsFilter): PaymentFilter {
  return {
    ...filter,
    mode,
    ...(from === undefined ? {} : { from: new Date(from) }),
    ...(to === undefined ? {} : { to: new Date(to) }),
  };
}

async function requirePayment(
  db: Queryable,
  scope: Scope,
  paymentId: string,
): Promise<ListedPayment> {
  const id = paymentId.trim().toLowerCase();
  if (!isRequestId(id)) return fail('nothing_there');
  return (await findListed(db, scope, id)) ?? fail('nothing_there');
}
