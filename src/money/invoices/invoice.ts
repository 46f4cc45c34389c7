import type { Bilingual } from '../../foundation/contract/text/bilingual.ts';
import type { Money } from '../../foundation/money.ts';
import type { AppliedVat } from './vat.ts';

export const invoiceKinds = ['invoice', 'credit_note'] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

/** Who issues a document: as it was then. */
export interface Seller {
  name: Bilingual;
  contact: string;
  address: string;
  taxId: string;
}

/** Whom it is made out to. */
export interface BillingDetails {
  name: string;
  /** In lines. */
  address: string;
  /** ISO 3166, two letters. */
  country: string;
  /** Empty for a buyer without one. */
  vatId: string;
}

/** An invoice for a payment, or a credit note for what was paid back of it. It never changes. */
export interface Invoice extends AppliedVat {
  accountId: number;
  invoiceId: string;
  kind: InvoiceKind;
  number: string;
  paymentId: string;
  part: number;
  /** The invoice of which a credit note takes something back. */
  corrects: string | null;
  issuedAt: Date;
  /** Days of the platform: of the document, and of the payment. */
  issuedOn: string;
  paidOn: string;
  seller: Seller;
  buyer: BillingDetails;
  currency: string;
  net: Money;
  vat: Money;
  gross: Money;
}
