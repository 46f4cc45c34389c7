import Type from 'typebox';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import { accountOf } from '../../../foundation/contract/scope.ts';
import { formatMoney } from '../../../foundation/money.ts';
import { lineOfPayment } from '../../../money/bank/line-payment.ts';
import { readBilling, setBilling } from '../../../money/invoices/billing-queries.ts';
import { countWaiting, listFailing } from '../../../money/invoices/due-queries.ts';
import { countAskedFapiao } from '../../../money/invoices/fapiao-queries.ts';
import { invoiceCsv } from '../../../money/invoices/invoice-csv.ts';
import { invoicePdf } from '../../../money/invoices/invoice-pdf.ts';
import {
  findInvoice,
  type ListedInvoice,
  listInvoices,
} from '../../../money/invoices/invoice-queries.ts';
import { spanOfMonth } from '../../../money/invoices/month-span.ts';
import { readInvoiceSettings } from '../../../money/invoices/settings-queries.ts';
import { consoleRoute } from '../kit/console-route.ts';
import { requireOneAccount, requirePlatform } from '../kit/require-scope.ts';
import {
  Billing,
  BillingForm,
  CsvQuery,
  type InvoiceRow,
  InvoicesPage,
  InvoicesQuery,
  PdfQuery,
} from './invoices-contract.ts';

const pageSize = 50;
const mostFailing = 20;
const exportedAtMost = 1_000_000;

/** Invoices and credit notes, and whom they are made out to. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/invoices/list',
    right: 'invoices.read',
    summary: 'List invoices and credit notes, newest first',
    query: InvoicesQuery,
    reply: InvoicesPage,
    async handle({ pool, scope, language }, { query: { month, account, before } }) {
      const filter = { account, ...(month === undefined ? {} : spanOfMonth(month)) };
      const page = { limit: pageSize, before };
      const { invoices, next } = await listInvoices(pool, scope, filter, page);
      const { isOn, takesFapiao } = await readInvoiceSettings(pool);
      const failing = scope.kind === 'platform' ? await listFailing(pool, mostFailing) : [];
      return {
        ...{ isOn, takesFapiao },
        askedFapiao: scope.kind === 'platform' ? await countAskedFapiao(pool) : 0,
        failing: failing.map(({ paymentId, accountName, fault }) => ({
          ...{ paymentId, line: lineOfPayment(paymentId) ?? null },
          ...{ accountName, detail: fault[language] },
        })),
        ...{ invoices: invoices.map(showInvoice), next },
        waiting: await countWaiting(pool, accountOf(scope, account)),
      };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/invoices/csv',
    right: 'invoices.read',
    summary: 'Export the invoices and credit notes of a month as CSV',
    query: CsvQuery,
    reply: 'text/csv',
    async handle({ pool, scope }, { query: { month } }) {
      requirePlatform(scope);
      const page = { limit: exportedAtMost };
      const { invoices } = await listInvoices(pool, scope, spanOfMonth(month), page);
      return {
        type: 'text/csv; charset=utf-8',
        fileName: `invoices-${month}.csv`,
        body: Buffer.from(invoiceCsv(invoices)),
      };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/invoices/pdf',
    right: 'invoices.read',
    summary: 'Export an invoice or a credit note as a PDF',
    query: PdfQuery,
    reply: 'application/pdf',
    async handle({ pool, scope }, { query: { invoice, language } }) {
      const found = (await findInvoice(pool, scope, invoice)) ?? fail('nothing_there');
      const { fileName, pdf } = await invoicePdf(found, language);
      return { type: 'application/pdf', fileName, body: pdf };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/invoices/billing',
    right: 'invoices.read',
    summary: 'Show whom invoices of the account are made out to',
    reply: Billing,
    async handle({ pool, scope }) {
      return { billing: await readBilling(pool, requireOneAccount(scope)) };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/invoices/set-billing',
    right: 'invoices.billing',
    summary: 'Set whom invoices are made out to from now on',
    body: BillingForm,
    reply: Type.Object({}),
    async handle({ scope, change }, { body }) {
      const accountId = requireOneAccount(scope);
      await change('invoice.billing', (by) => setBilling(by, accountId, body));
      return {};
    },
  }),
];

function showInvoice(invoice: ListedInvoice): InvoiceRow {
  const { invoiceId, kind, number, correctsNumber, issuedOn, accountId, accountName } = invoice;
  return {
    ...{ invoiceId, kind, number, correctsNumber, issuedOn, accountId, accountName },
    ...{ buyer: invoice.buyer.name, currency: invoice.currency, vatKind: invoice.vatKind },
    ...{ net: formatMoney(invoice.net), vat: formatMoney(invoice.vat) },
    gross: formatMoney(invoice.gross),
  };
}
