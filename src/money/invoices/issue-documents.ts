import { randomUUIDv7 } from 'node:crypto';
import type { Change } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Money } from '../../foundation/money.ts';
import { readBilling } from './billing-queries.ts';
import { endDue } from './due-queries.ts';
import type { Invoice, InvoiceKind } from './invoice.ts';
import {
  insertInvoice,
  listDocuments,
  nextSerial,
  readDays,
  recordInvoice,
} from './invoice-queries.ts';
import type { Paid } from './lock-paid.ts';
import { numberOf, rangeYearOf } from './number-pattern.ts';
import { type InvoiceSettings, lockInvoiceSettings, readSeller } from './settings-queries.ts';
import { applyVat, vatOfPart } from './vat.ts';
import { findVatRule } from './vat-queries.ts';

export interface IssuePorts {
  timeZone: string;
  /** The clock of a test; null for the database's. */
  now: Date | null;
}

/** What all documents of a payment have in common; a credited bank line is one. */
type Terms = Pick<Invoice, 'seller' | 'buyer' | 'currency' | 'vatKind' | 'vatPercent' | 'note'>;

/**
 * Issues the documents that a locked payment lacks: the invoice of everything that was paid, then credit notes until
 * they come to what was kept. If money came back from a lost refund or a won dispute, it gets an invoice of its own.
 */
export async function issueDocuments(
  change: Change,
  payment: Paid,
  ports: IssuePorts,
): Promise<Invoice[]> {
  const known = await listDocuments(change, payment);
  const settings = await lockInvoiceSettings(change);
  const [first] = known;
  if (!first && !settings.isOn) return endWithout(change, payment);
  const terms = first ?? (await termsOf(change, payment, settings));
  const issued: Invoice[] = [];
  const issue = async (kind: InvoiceKind, gross: Money, corrected: Invoice | null) => {
    const all = [...known, ...issued];
    const before = corrected ? creditedOf(corrected, all) : 0n;
    const part = { part: all.length + 1, gross, before, corrected };
    issued.push(await issueOne(change, payment, { kind, terms, settings, ...part }, ports));
  };
  if (!first) await issue('invoice', payment.total, null);
  let missing = payment.kept - sumOf([...known, ...issued]);
  if (missing > 0n) await issue('invoice', missing, null);
  // The newest invoice first: it is of what came back last.
  const invoices = [...known, ...issued].filter(({ kind }) => kind === 'invoice').reverse();
  for (const invoice of invoices) {
    if (missing >= 0n) break;
    const left = invoice.gross - creditedOf(invoice, known);
    const gross = left < -missing ? left : -missing;
    if (gross > 0n) await issue('credit_note', gross, invoice);
    missing += gross;
  }
  await endDue(change, payment);
  return issued;
}

async function endWithout(change: Change, payment: Paid): Promise<Invoice[]> {
  await endDue(change, payment);
  return [];
}

function sumOf(documents: readonly Invoice[]): Money {
  return documents.reduce((so, { kind, gross }) => so + (kind === 'invoice' ? gross : -gross), 0n);
}

function creditedOf({ invoiceId }: Invoice, documents: readonly Invoice[]): Money {
  return -sumOf(documents.filter(({ corrects }) => corrects === invoiceId));
}

async function termsOf(
  change: Change,
  { accountId, currency }: Paid,
  settings: InvoiceSettings,
): Promise<Terms> {
  const buyer = await readBilling(change, accountId);
  if (!buyer) return refuse('billing_missing', { account: accountId });
  const rule = await findVatRule(change, { accountId, country: buyer.country });
  if (!rule) return refuse('vat_rule_not_set');
  const seller = await readSeller(change, settings);
  return { seller, buyer, currency, ...applyVat(rule, buyer.vatId) };
}

async function issueOne(
  change: Change,
  { accountId, paymentId, paid }: Paid,
  asked: {
    kind: InvoiceKind;
    terms: Terms;
    settings: InvoiceSettings;
    part: number;
    gross: Money;
    /** What the credit notes of the same invoice come to already. */
    before: Money;
    corrected: Invoice | null;
  },
  { timeZone, now }: IssuePorts,
): Promise<Invoice> {
  const { kind, settings, gross, before, corrected, part } = asked;
  const { seller, buyer, currency, vatKind, vatPercent, note } = asked.terms;
  const days = await readDays(change, paid, { timeZone, now });
  const pattern = kind === 'invoice' ? settings.invoicePattern : settings.creditNotePattern;
  const year = Number(days.issuedOn.slice(0, 4));
  const { number, ...range } = await nextNumber(change, kind, { pattern, year });
  const vat = vatOfPart({ before, part: gross }, vatPercent, currency);
  const invoice = {
    ...{ accountId, invoiceId: randomUUIDv7(), kind, number },
    ...{
      paymentId,
      part,
      corrects: corrected?.invoiceId ?? null,
      ...days,
      seller,
      buyer,
      currency,
    },
    ...{ net: gross - vat, vat, gross, vatKind, vatPercent, note },
  };
  await insertInvoice(change, invoice, range);
  await recordInvoice(change, invoice, corrected?.number ?? null);
  return invoice;
}

/** The number that the next document of a year gets; it is taken only under the lock of the settings. */
export async function nextNumber(
  db: Queryable,
  kind: InvoiceKind,
  { pattern, year }: { pattern: string; year: number },
): Promise<{ rangeYear: number; serial: number; number: string }> {
  const rangeYear = rangeYearOf(pattern, year);
  const serial = await nextSerial(db, kind, rangeYear);
  return { rangeYear, serial, number: numberOf(pattern, { year, serial }) };
}
