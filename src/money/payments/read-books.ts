import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Money } from '../../foundation/money.ts';
import { type PaidOut, sumPaidOut } from '../bank/paid-out-queries.ts';
import { type BookDay, readBookDays } from './book-queries.ts';

type Sums = Omit<BookDay, 'providerCode' | 'currency' | 'ledgerCurrency' | 'day'> & {
  bankPaidOut: Money;
};

/** The books of a provider in one currency that it counts in, for a month. Unlike currencies are never summed. */
export interface ProviderBooks {
  providerCode: string;
  currency: string;
  /** Of what the ledger says. */
  ledgerCurrency: string;
  days: (Sums & { day: string })[];
  month: Sums;
  /** Of all time: what the vendor should still have, after its known fees and its pay-outs. */
  atVendor: Money;
}

/** What vendor, ledger and bank say of a month, per provider. */
export async function readPaymentBooks(
  db: Queryable,
  { month, timeZone }: { month: string; timeZone: string },
): Promise<ProviderBooks[]> {
  const first = Temporal.PlainDate.from(`${month}-01`);
  const span = { from: String(first), to: String(first.add({ months: 1 })) };
  const days = await readBookDays(db, { ...span, timeZone });
  const ever = await readBookDays(db, { from: null, to: null, timeZone });
  const paidOut = await sumPaidOut(db);
  const keys = new Map(
    [...ever, ...paidOut].map(({ providerCode, currency }) => [
      `${providerCode} ${currency}`,
      { providerCode, currency },
    ]),
  );
  return [...keys.values()].sort(byCode).map((key) => {
    const ofKey = <Row extends typeof key>(row: Row) =>
      row.providerCode === key.providerCode && row.currency === key.currency;
    const out = paidOut.filter(ofKey);
    const outNow = out.filter(({ day }) => day >= span.from && day < span.to);
    const merged = mergeDays(days.filter(ofKey), outNow);
    const own = ever.filter(ofKey);
    const ledgerCurrency = own[0]?.ledgerCurrency ?? key.currency;
    const all = sum(own.map(withoutBank));
    const outEver = out.reduce((so, { amount }) => so + amount, 0n);
    const atVendor = all.vendorPaid - all.vendorReturned - all.vendorFee - outEver;
    return { ...key, ledgerCurrency, days: merged, month: sum(merged), atVendor };
  });
}

function byCode(a: { providerCode: string }, b: { providerCode: string }): number {
  return a.providerCode < b.providerCode ? -1 : 1;
}

const nothing: Sums = {
  ...{ payments: 0, unanswered: 0, feesKnown: 0 },
  ...{ vendorPaid: 0n, vendorReturned: 0n, vendorFee: 0n },
  ...{ ledgerPaid: 0n, ledgerFee: 0n, ledgerReturned: 0n, due: 0n, bankPaidOut: 0n },
};

function withoutBank({ day: _, providerCode, currency, ledgerCurrency, ...sums }: BookDay): Sums {
  return { ...sums, bankPaidOut: 0n };
}

/** A day has payments, pay-outs or both. */
function mergeDays(days: readonly BookDay[], out: readonly PaidOut[]): (Sums & { day: string })[] {
  const names = [...new Set([...days, ...out].map(({ day }) => day))].sort();
  return names.map((name) => {
    const own = days.find(({ day }) => day === name);
    const bankPaidOut = out
      .filter(({ day }) => day === name)
      .reduce((so, { amount }) => so + amount, 0n);
    return { ...(own ? withoutBank(own) : nothing), bankPaidOut, day: name };
  });
}

function sum(rows: readonly Sums[]): Sums {
  return rows.reduce(
    (so, row) => ({
      payments: so.payments + row.payments,
      unanswered: so.unanswered + row.unanswered,
      feesKnown: so.feesKnown + row.feesKnown,
      vendorPaid: so.vendorPaid + row.vendorPaid,
      vendorReturned: so.vendorReturned + row.vendorReturned,
      vendorFee: so.vendorFee + row.vendorFee,
      ledgerPaid: so.ledgerPaid + row.ledgerPaid,
      ledgerFee: so.ledgerFee + row.ledgerFee,
      ledgerReturned: so.ledgerReturned + row.ledgerReturned,
      due: so.due + row.due,
      bankPaidOut: so.bankPaidOut + row.bankPaidOut,
    }),
    nothing,
  );
}
