import type { Language } from '../../foundation/contract/text/languages.ts';
import { formatMoney, type Money } from '../../foundation/money.ts';
import { lineOfPayment } from '../bank/line-payment.ts';
import { chargeText } from '../payments/charge-text.ts';
import { orderNoOf } from '../payments/payment.ts';
import { documentPdf } from '../statements/document-pdf.ts';
import type { Pair } from '../statements/draw-document.ts';
import { paidOnPaper } from '../statements/statement-tables.ts';
import type { ListedInvoice } from './invoice-queries.ts';
import { type InvoiceTexts, invoiceTexts } from './invoice-texts.ts';

/** A document as a PDF: everything in it is what was stored when it was issued. */
export async function invoicePdf(
  invoice: ListedInvoice,
  language: Language,
): Promise<{ fileName: string; pdf: Buffer }> {
  const say = invoiceTexts[language];
  const { kind, number, seller, currency } = invoice;
  const isCredit = kind === 'credit_note';
  const rows = [
    [say.net, paidOnPaper(invoice.net, currency)],
    [vatName(invoice, say), paidOnPaper(invoice.vat, currency)],
  ];
  const pdf = await documentPdf({
    ...{ language, title: say.title[kind], name: number, drawnUpAt: invoice.issuedAt },
    ...{ senderName: seller.name[language], senderContact: seller.contact },
    head: headOf(invoice, say, language),
    notes: [
      ...(invoice.vatKind === 'reverse_charge' ? [{ text: say.reverse_charge }] : []),
      ...(invoice.note ? [{ text: invoice.note }] : []),
      { text: isCredit ? say.isBack : say.isPaid, isSoft: true },
    ],
    parts: [
      {
        title: say.amounts,
        table: {
          columns: [
            { title: isCredit ? say.back : say.prepaid, width: 340 },
            { title: `${say.amount} (${currency})`, width: 159, isNumber: true },
          ],
          rows,
          total: [say.gross, paidOnPaper(invoice.gross, currency)],
        },
      },
    ],
    ...{ none: say.none, page: say.page },
  });
  return { fileName: `${number.replaceAll('/', '-')}.pdf`, pdf };
}

function headOf(invoice: ListedInvoice, say: InvoiceTexts, language: Language): Pair[] {
  const { seller, buyer, correctsNumber } = invoice;
  const { atVendorAmount: amount, atVendorCurrency } = invoice;
  const paid = amount === null || !atVendorCurrency ? null : { amount, currency: atVendorCurrency };
  const charged = chargeText(invoice, paid);
  return [
    [say.number, invoice.number],
    [say.issuedOn, invoice.issuedOn],
    [say.paidOn, invoice.paidOn],
    ...(correctsNumber ? [[say.corrects, correctsNumber] as Pair] : []),
    [say.seller, `${seller.name[language]}\n${seller.address}`],
    [say.taxId, seller.taxId],
    [say.buyer, `${buyer.name}\n${buyer.address}\n${countryName(buyer.country, language)}`],
    ...(buyer.vatId ? [[say.vatId, buyer.vatId] as Pair] : []),
    [say.account, `${invoice.accountId}`],
    [say.payment, paymentName(invoice.paymentId, say)],
    ...(charged ? [[say.charged, charged] as Pair] : []),
  ];
}

function paymentName(paymentId: string, say: InvoiceTexts): string {
  const line = lineOfPayment(paymentId);
  if (line === undefined) return orderNoOf(paymentId);
  return say.bankTransfer.replace('{line}', `${line}`);
}

function countryName(country: string, language: Language): string {
  return new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country;
}

function vatName({ vatKind, vatPercent }: ListedInvoice, say: InvoiceTexts): string {
  return vatKind === 'rate' ? say.vat.replace('{percent}', percentText(vatPercent)) : say.noVat;
}

/** A percentage without the zeros at its end. */
export function percentText(percent: Money): string {
  return formatMoney(percent).replace(/\.?0+$/, '');
}
