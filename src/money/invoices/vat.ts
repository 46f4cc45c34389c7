import { type Money, smallestUnit, wholePercent } from '../../foundation/money.ts';

/** `rate`: VAT is in the amount. `reverse_charge`: the buyer owes it. `exempt`: there is none, for a reason. */
export const vatKinds = ['rate', 'reverse_charge', 'exempt'] as const;
export type VatKind = (typeof vatKinds)[number];

/** What applies to a buyer. */
export interface VatRule {
  /** With four decimals, as an amount is written: 21.0000 is 21 percent. */
  percent: Money;
  /** Whether a buyer with a VAT ID owes the VAT himself. */
  isReverseCharge: boolean;
  /** Why there is no VAT, for a rule without a rate. */
  note: string;
}

/** The VAT of one document. */
export interface AppliedVat {
  vatKind: VatKind;
  vatPercent: Money;
  note: string;
}

export function applyVat({ percent, isReverseCharge, note }: VatRule, vatId: string): AppliedVat {
  if (isReverseCharge && vatId !== '')
    return { vatKind: 'reverse_charge', vatPercent: 0n, note: '' };
  if (percent === 0n) return { vatKind: 'exempt', vatPercent: 0n, note };
  return { vatKind: 'rate', vatPercent: percent, note };
}

/** The VAT that is in an amount: to the nearest unit of the currency, and half a unit up. */
export function vatWithin(gross: Money, vatPercent: Money, currency: string): Money {
  const unit = smallestUnit(currency);
  const step = (wholePercent + vatPercent) * unit;
  return ((2n * gross * vatPercent + step) / (2n * step)) * unit;
}

/**
 * The VAT that is in the next part of an amount. Parts are rounded by what they come to in all, so that the parts of a
 * whole have the VAT of the whole.
 */
export function vatOfPart(
  { before, part }: { before: Money; part: Money },
  vatPercent: Money,
  currency: string,
): Money {
  const vat =
    vatWithin(before + part, vatPercent, currency) - vatWithin(before, vatPercent, currency);
  return vat > part ? part : vat;
}
