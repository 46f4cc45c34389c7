import Type from 'typebox';
import { formatMoney } from '../../../foundation/money.ts';
import type { FapiaoRequest } from '../../../money/invoices/fapiao.ts';
import {
  askFapiao,
  decideFapiao,
  fapiaoActOf,
  fapiaoCurrency,
  listFapiao,
  listFreePayments,
} from '../../../money/invoices/fapiao-queries.ts';
import { readInvoiceSettings } from '../../../money/invoices/settings-queries.ts';
import { consoleRoute } from '../kit/console-route.ts';
import { requireOneAccount, requirePlatform } from '../kit/require-scope.ts';
import {
  FapiaoAsk,
  FapiaoCancel,
  FapiaoEnd,
  FapiaoFree,
  FapiaoIssue,
  FapiaoPage,
  FapiaoQuery,
  type FapiaoRow,
} from './fapiao-contract.ts';

const pageSize = 50;

/** Requests for a fapiao: customers ask, operators note what became of them. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/invoices/fapiao',
    right: 'invoices.read',
    summary: 'List requests for a fapiao, newest first',
    query: FapiaoQuery,
    reply: FapiaoPage,
    async handle({ pool, scope }, { query: { state, before } }) {
      const page = { limit: pageSize, before };
      const { requests, next } = await listFapiao(pool, scope, { state }, page);
      const { takesFapiao: isTaken } = await readInvoiceSettings(pool);
      return { requests: requests.map(showFapiao), isTaken, next };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/invoices/fapiao-free',
    right: 'invoices.read',
    summary: 'List the payments for which a fapiao can be asked',
    reply: FapiaoFree,
    async handle({ pool, scope }) {
      const payments = await listFreePayments(pool, requireOneAccount(scope));
      return {
        isTaken: (await readInvoiceSettings(pool)).takesFapiao,
        currency: fapiaoCurrency,
        payments: payments.map(({ paymentId, paidAt, amount }) => ({
          ...{ paymentId, paidAt: paidAt.toISOString(), amount: formatMoney(amount) },
        })),
      };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/invoices/ask-fapiao',
    right: 'invoices.billing',
    summary: 'Ask for a fapiao for payments',
    body: FapiaoAsk,
    reply: Type.Object({}),
    async handle({ scope, change }, { body }) {
      const accountId = requireOneAccount(scope);
      await change('fapiao.ask', (by) => askFapiao(by, accountId, body));
      return {};
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/invoices/cancel-fapiao',
    right: 'invoices.billing',
    summary: 'Cancel a request for a fapiao that is not issued yet',
    body: FapiaoCancel,
    reply: Type.Object({}),
    async handle({ scope, change }, { body: { requestId } }) {
      const decision = { to: 'cancelled', reason: '' } as const;
      await change('fapiao.cancel', (by) => decideFapiao(by, scope, requestId, decision));
      return {};
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/invoices/issue-fapiao',
    right: 'invoices.change',
    summary: 'Note that a fapiao was issued',
    body: FapiaoIssue,
    reply: Type.Object({}),
    async handle({ scope, change }, { body: { requestId, ...fapiao } }) {
      requirePlatform(scope);
      const decision = { to: 'issued', ...fapiao } as const;
      await change('fapiao.issue', (by) => decideFapiao(by, scope, requestId, decision));
      return {};
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/invoices/end-fapiao',
    right: 'invoices.change',
    summary: 'Refuse a request for a fapiao, or note that one was reversed',
    body: FapiaoEnd,
    reply: Type.Object({}),
    async handle({ scope, change }, { body: { requestId, to, reason } }) {
      requirePlatform(scope);
      await change(fapiaoActOf(to), (by) => decideFapiao(by, scope, requestId, { to, reason }));
      return {};
    },
  }),
];

function showFapiao({ decidedAt: _, ...request }: FapiaoRequest): FapiaoRow {
  return {
    ...request,
    ...{ amount: formatMoney(request.amount), returned: formatMoney(request.returned) },
    askedAt: request.askedAt.toISOString(),
  };
}
