import type { Change } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Bilingual } from '../../foundation/contract/text/bilingual.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { readOperator } from '../../people/accounts/operator-queries.ts';
import type { InvoiceKind, Seller } from './invoice.ts';
import { findOfOtherRange } from './invoice-queries.ts';
import { numbersOf, rangeYearOf, requireApart, requirePattern } from './number-pattern.ts';
import { requirePlain } from './require-plain.ts';
import { listVatRules } from './vat-queries.ts';

export interface InvoiceSettings {
  /** Whether payments get an invoice by themselves. */
  isOn: boolean;
  invoicePattern: string;
  creditNotePattern: string;
  sellerAddress: string;
  sellerTaxId: string;
  /** Whether customers can ask for a fapiao. */
  takesFapiao: boolean;
}

/** Until an operator sets others. */
export const usualSettings: InvoiceSettings = {
  ...{ isOn: false, sellerAddress: '', sellerTaxId: '', takesFapiao: false },
  ...{ invoicePattern: 'INV-{year}-{number:6}', creditNotePattern: 'CN-{year}-{number:6}' },
};

const columns = `is_on as "isOn", invoice_pattern as "invoicePattern",
  credit_note_pattern as "creditNotePattern", seller_address as "sellerAddress",
  seller_tax_id as "sellerTaxId", takes_fapiao as "takesFapiao"`;

export async function readInvoiceSettings(db: Queryable): Promise<InvoiceSettings> {
  const { rows } = await db.query<InvoiceSettings>(`select ${columns} from invoice_settings`);
  return rows[0] ?? usualSettings;
}

/**
 * Locks the settings. All documents are numbered and dated under this lock, one after the other, so numbers have no gaps
 * and are in the order of time.
 */
export async function lockInvoiceSettings(change: Change): Promise<InvoiceSettings> {
  const { rows } = await change.query<InvoiceSettings>(
    `select ${columns} from invoice_settings for update`,
  );
  return rows[0] ?? usualSettings;
}

/** Changes some of the settings; the others stay as they are. */
export async function setInvoiceSettings(
  change: Change,
  wanted: Partial<InvoiceSettings>,
): Promise<InvoiceSettings> {
  const before = await lockInvoiceSettings(change);
  const { isOn, invoicePattern, creditNotePattern, takesFapiao, ...seller } = {
    ...before,
    ...wanted,
  };
  requirePattern(invoicePattern);
  requirePattern(creditNotePattern);
  requireApart(invoicePattern, creditNotePattern);
  await requireUnused(change, 'invoice', invoicePattern);
  await requireUnused(change, 'credit_note', creditNotePattern);
  const tidy = (field: 'address' | 'taxId', text: string, longest: number) =>
    text.trim() === '' ? '' : requirePlain(field, text, longest);
  const after = {
    ...{ isOn, invoicePattern, creditNotePattern, takesFapiao },
    sellerAddress: tidy('address', seller.sellerAddress, 400),
    sellerTaxId: tidy('taxId', seller.sellerTaxId, 40),
  };
  if (isOn) await requireComplete(change, after);
  await change.query(
    `insert into invoice_settings as s (
       is_on, on_since, invoice_pattern, credit_note_pattern, seller_address, seller_tax_id,
       takes_fapiao
     )
     values ($1, now(), $2, $3, $4, $5, $6)
     on conflict (one) do update
     set is_on = excluded.is_on,
       on_since = case when excluded.is_on and not s.is_on then excluded.on_since else s.on_since end,
       invoice_pattern = excluded.invoice_pattern,
       credit_note_pattern = excluded.credit_note_pattern,
       seller_address = excluded.seller_address, seller_tax_id = excluded.seller_tax_id,
       takes_fapiao = excluded.takes_fapiao`,
    [
      ...[isOn, invoicePattern, creditNotePattern, after.sellerAddress, after.sellerTaxId],
      takesFapiao,
    ],
  );
  return after;
}

/** A number that another range has cannot be given again, so nothing more could be issued in this one. */
async function requireUnused(change: Change, kind: InvoiceKind, pattern: string): Promise<void> {
  const number = await findOfOtherRange(change, {
    ...{ kind, isYearly: rangeYearOf(pattern, 1) > 0, numbers: numbersOf(pattern) },
  });
  if (number !== undefined) refuse('invoice_pattern_used', { pattern, number });
}

/** Who issues documents now. */
export async function readSeller(
  db: Queryable,
  { sellerAddress: address, sellerTaxId: taxId }: InvoiceSettings,
): Promise<Seller> {
  const operator = await readOperator(db);
  const name = operator?.legalName ?? { en: '', zh: '' };
  return { name, contact: operator?.contact ?? '', address, taxId };
}

const words: Readonly<Record<string, Bilingual>> = {
  operator: { en: 'legal details of the operator', zh: '运营方主体信息' },
  address: { en: 'address of the seller', zh: '销售方地址' },
  taxId: { en: 'tax ID of the seller', zh: '销售方税号' },
  rate: { en: 'default VAT rate', zh: '默认税率' },
};

async function requireComplete(change: Change, settings: InvoiceSettings): Promise<void> {
  const missing = await listMissing(change, settings);
  if (missing.length > 0) refuse('invoicing_incomplete', { missing });
}

/** What must be entered before invoices can be issued. */
export async function listMissing(db: Queryable, settings: InvoiceSettings): Promise<Bilingual[]> {
  const { name, address, taxId } = await readSeller(db, settings);
  const rules = await listVatRules(db);
  const has = {
    ...{ operator: name.en !== '', address: address !== '', taxId: taxId !== '' },
    rate: rules.some(({ country, accountId }) => country === null && accountId === null),
  };
  return Object.entries(has).flatMap(([part, isThere]) => {
    const word = words[part];
    return isThere || !word ? [] : [word];
  });
}
