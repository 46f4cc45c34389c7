import { refuse } from '../../foundation/contract/refusals/refused.ts';

/** Members of the European Union, with what VAT IDs of each begin with: Greece alone has letters of its own. */
const union =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

/**
 * A VAT ID as invoices print it. Its form is checked, and its country where that belongs to the European Union; whether
 * it was ever given out is for the operator to look up.
 */
export function tidyVatId(typed: string, country: string): string {
  const vatId = typed.replaceAll(/[\s.]/g, '').toUpperCase();
  if (vatId === '') return '';
  const prefix = country === 'GR' ? 'EL' : country;
  const isWhole = union.includes(country)
    ? vatId.startsWith(prefix) && /^[A-Z]{2}[0-9A-Z+*]{2,13}$/.test(vatId)
    : /^[0-9A-Z/-]{4,20}$/.test(vatId);
  if (!isWhole) {
    const example = union.includes(country) ? `${prefix}123456789` : '123456789';
    refuse('vat_id_invalid', { country, example });
  }
  return vatId;
}
