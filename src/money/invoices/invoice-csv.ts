import type { Money } from '../../foundation/money.ts';
import { lineOfPayment } from '../bank/line-payment.ts';
import { csvLine, csvMark } from '../statements/csv-line.ts';
import type { ListedInvoice } from './invoice-queries.ts';

/** Documents as CSV, for the books. The amounts of a credit note are negative. */
export function invoiceCsv(invoices: readonly ListedInvoice[]): string {
  const titles = [
    ...['number', 'kind', 'issued_on', 'paid_on', 'corrects', 'account_id', 'account', 'buyer'],
    ...['country', 'vat_id', 'currency', 'net', 'vat_percent', 'vat', 'gross', 'vat_kind'],
    ...['payment_id', 'bank_line'],
  ];
  const lines = invoices.map((one) => {
    const { buyer, kind, currency, net, vat, gross } = one;
    const line = lineOfPayment(one.paymentId);
    const paid = (amount: Money) => ({ paid: kind === 'credit_note' ? -amount : amount, currency });
    return csvLine([
      ...[one.number, kind, one.issuedOn, one.paidOn, one.correctsNumber, one.accountId],
      ...[one.accountName, buyer.name, buyer.country, buyer.vatId, currency, paid(net)],
      ...[one.vatPercent, paid(vat), paid(gross), one.vatKind],
      ...[line === undefined ? one.paymentId : '', line ?? ''],
    ]);
  });
  return [csvMark, csvLine(titles), ...lines].join('');
}
