import type { InvoiceSettings } from '../../../../src/surfaces/console/invoices/invoices-contract.ts';

/** The VAT of everyone, of a country or of an account. */
export type VatRow = InvoiceSettings['rules'][number];
