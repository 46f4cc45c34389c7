import Type from 'typebox';
import { formatMoney } from '../../../foundation/money.ts';
import { endRun, listRuns } from '../../../installation/jobs/queries.ts';
import { sumOpenLines } from '../../../money/bank/bank-queries.ts';
import { compareBooks, listDifferences } from '../../../money/payments/difference-queries.ts';
import { explainUnknown, listUnknown, readListed } from '../../../money/payments/list-queries.ts';
import { type ProviderBooks, readPaymentBooks } from '../../../money/payments/read-books.ts';
import type { PaymentProvider } from '../../../vendors/providers/payment.ts';
import { consoleRoute } from '../kit/console-route.ts';
import { nullableMoney } from '../kit/nullable.ts';
import { requirePlatform } from '../kit/require-scope.ts';
import { BooksQuery, PaymentBooks, UnknownExplained } from './payments-contract.ts';
import { providerTitles } from './provider-titles.ts';
import { showOpenLines } from './show-payment.ts';

const mostDifferences = 100;
const compareJob = 'compare payments';

/** The books of payments: what vendor, ledger and bank say. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/payments/books',
    right: 'payments.read',
    summary: 'What vendors, ledger and bank say of a month, and where they differ',
    query: BooksQuery,
    reply: PaymentBooks,
    async handle(context, { query: { month } }) {
      const { pool, scope, config, payments } = context;
      requirePlatform(scope);
      const { timeZone } = config;
      const books = await readPaymentBooks(pool, { month, timeZone });
      const found = await listDifferences(pool, mostDifferences + 1);
      const unknown = await listUnknown(pool, mostDifferences);
      const run = (await listRuns(pool)).find(({ job }) => job === compareJob);
      return {
        providers: books.map(showBooks),
        differences: found.slice(0, mostDifferences).map((one) => ({
          ...{ paymentId: one.paymentId, accountName: one.accountName, cause: one.cause },
          ...{ provider: one.providerCode, currency: one.currency },
          ...{ amount: nullableMoney(one.amount), foundAt: one.foundAt.toISOString() },
        })),
        unknown: unknown.map(({ providerCode, amount, paidAt, foundAt, ...one }) => ({
          ...{ ...one, provider: providerCode, amount: formatMoney(amount) },
          ...{ paidAt: paidAt.toISOString(), foundAt: foundAt.toISOString() },
        })),
        lists: showLists(payments.providers, await readListed(pool)),
        titles: providerTitles(context),
        bank: showOpenLines(await sumOpenLines(pool)),
        isMore: found.length > mostDifferences,
        comparedAt: run?.endedAt?.toISOString() ?? null,
      };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/payments/reconcile',
    right: 'payments.change',
    summary: 'Compare the books by what vendors said last',
    body: Type.Object({}),
    reply: Type.Object({}),
    async handle({ pool, scope, change }) {
      requirePlatform(scope);
      const startedAtMs = performance.now();
      await change('payment.reconcile', compareBooks);
      // It counts like a run of the job: the screen says when the books were last compared.
      const durationMs = performance.now() - startedAtMs;
      await endRun(pool, compareJob, { durationMs, failure: null, claimedBy: null });
      return {};
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/payments/explain',
    right: 'payments.change',
    summary: 'Note what a payment in the list of a vendor is that is not ours',
    body: UnknownExplained,
    reply: Type.Object({}),
    async handle({ scope, change }, { body: { provider: providerCode, ...asked } }) {
      requirePlatform(scope);
      await change('payment.explain', (by) => explainUnknown(by, { providerCode, ...asked }));
      return {};
    },
  }),
];

function showLists(
  providers: ReadonlyMap<string, PaymentProvider>,
  listed: ReadonlyMap<string, string>,
) {
  return [...providers.values()]
    .filter(({ code }) => code !== 'sandbox')
    .map(({ code, list }) => ({
      ...{ provider: code, hasList: list !== undefined, listedTo: listed.get(code) ?? null },
    }));
}

type Sums = ProviderBooks['month'];

function showBooks({ providerCode: provider, days, month, atVendor, ...of }: ProviderBooks) {
  const { currency, ledgerCurrency } = of;
  return {
    ...{ provider, currency, ledgerCurrency },
    ...{ month: showSums(month), atVendor: formatMoney(atVendor) },
    days: days.map((day) => ({ day: day.day, ...showSums(day) })),
  };
}

function showSums(of: Sums) {
  const difference = of.vendorPaid - of.vendorReturned - of.due;
  return {
    ...{ payments: of.payments, unanswered: of.unanswered },
    ...{ vendorPaid: formatMoney(of.vendorPaid), vendorReturned: formatMoney(of.vendorReturned) },
    vendorFee: of.feesKnown > 0 ? formatMoney(of.vendorFee) : null,
    ...{ ledgerPaid: formatMoney(of.ledgerPaid), ledgerFee: formatMoney(of.ledgerFee) },
    ...{ ledgerReturned: formatMoney(of.ledgerReturned), difference: formatMoney(difference) },
    bankPaidOut: formatMoney(of.bankPaidOut),
  };
}
