import { formatRate } from '../../foundation/money.ts';
import { paidOnPaper } from '../statements/statement-tables.ts';
import type { Charge } from './charge.ts';
import type { PaidAtVendor } from './report-queries.ts';

/** A charge, or the absence of one: a bank transfer charges nothing. */
export type ChargeIfAny = { [Name in keyof Charge]: Charge[Name] | null };

/**
 * What was paid in another currency than the wallet's, for papers: the same in every language. A payment that was not paid as
 * it was charged has no rate: a person decided what it was worth.
 */
export function chargeText(
  { charged, chargedCurrency, rate, rateSetAt, currency }: ChargeIfAny & { currency: string },
  atVendor: PaidAtVendor | null,
): string | undefined {
  if (charged === null || chargedCurrency === null) return undefined;
  const paid = atVendor ?? { amount: charged, currency: chargedCurrency };
  if (paid.currency === currency) return undefined;
  const text = `${paidOnPaper(paid.amount, paid.currency)} ${paid.currency}`;
  const isAsCharged = paid.amount === charged && paid.currency === chargedCurrency;
  if (!isAsCharged || rate === null || rateSetAt === null) return text;
  const day = rateSetAt.toISOString().slice(0, 10);
  return `${text} (1 ${currency} = ${formatRate(rate)} ${chargedCurrency}, ${day})`;
}
