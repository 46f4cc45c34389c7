import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { isPlainLine } from '../../foundation/contract/text/plain-lines.ts';
import type { Money } from '../../foundation/money.ts';
import { isTaxpayerNumber } from './taxpayer-number.ts';

/** `reversed`: a red-letter fapiao took it back. */
export const fapiaoStates = ['asked', 'issued', 'refused', 'cancelled', 'reversed'] as const;
export type FapiaoState = (typeof fapiaoStates)[number];

export const fapiaoKinds = ['normal', 'special'] as const;
export type FapiaoKind = (typeof fapiaoKinds)[number];

const texts = ['title', 'taxNumber', 'address', 'phone', 'bank', 'bankAccount', 'email'] as const;

/** What a fapiao says of its buyer, and where it is sent. */
export type FapiaoForm = Record<(typeof texts)[number], string> & {
  kind: FapiaoKind;
  isCompany: boolean;
  remark: string;
};

export interface FapiaoRequest extends FapiaoForm {
  accountId: number;
  accountName: string;
  requestId: string;
  state: FapiaoState;
  currency: string;
  /** What its payments came to when it was asked for. */
  amount: Money;
  /** How much of that was paid back since: the operator has to reverse it. */
  returned: Money;
  askedAt: Date;
  decidedAt: Date | null;
  fapiaoCode: string;
  fapiaoNumber: string;
  issuedOn: string | null;
  file: string;
  reason: string;
}

const longest = 100;

/** A form without blanks at its ends, and without what its kind does not need; refused if something is missing. */
export function tidyForm(typed: FapiaoForm): FapiaoForm {
  const { kind, isCompany } = typed;
  const form = { ...typed, remark: requireText(typed.remark.trim()) };
  for (const name of texts) form[name] = requireText(typed[name].trim());
  form.taxNumber = isCompany ? form.taxNumber.replaceAll(/\s/g, '').toUpperCase() : '';
  if (form.title === '') refuse('fapiao_title_missing');
  if (isCompany && !isTaxpayerNumber(form.taxNumber)) refuse('fapiao_tax_number_invalid');
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(form.email)) refuse('fapiao_email_invalid');
  if (kind === 'special' && !isCompany) refuse('fapiao_special_personal');
  const ofSpecial = [form.address, form.phone, form.bank, form.bankAccount];
  if (kind === 'special' && ofSpecial.includes('')) refuse('fapiao_special_incomplete');
  if (kind === 'special') return form;
  return { ...form, address: '', phone: '', bank: '', bankAccount: '' };
}

function requireText(text: string): string {
  if (text.length > longest || !isPlainLine(text)) refuse('fapiao_text_invalid', { longest });
  return text;
}
