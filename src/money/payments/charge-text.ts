import { formatRate, inDecimals, type Money } from '../../foundation/money.ts';
import { paperMoney } from '../statements/statement-tables.ts';
import type { Charge } from './charge.ts';

/** A charge, or the absence of one: a bank transfer charges nothing. */
export type ChargeIfAny = { [Name in keyof Charge]: Charge[Name] | null };

/** What is paid, on paper. */
export function paidOnPaper(amount: Money, currency: string): string {
  return inDecimals(paperMoney(amount), currency);
}

/** What the payer was charged, with its rate, for papers: the same in every language. Undefined if nothing was converted. */
export function chargeText(payment: ChargeIfAny & { currency: string }): string | undefined {
  const { charged, chargedCurrency, rate, rateSetAt, currency } = payment;
  if (charged === null || chargedCurrency === null || rate === null || rateSetAt === null) {
    return undefined;
  }
  const day = rateSetAt.toISOString().slice(0, 10);
  const terms = `1 ${currency} = ${formatRate(rate)} ${chargedCurrency}, ${day}`;
  return `${paidOnPaper(charged, chargedCurrency)} ${chargedCurrency} (${terms})`;
}
