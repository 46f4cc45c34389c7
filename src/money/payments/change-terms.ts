import type { Change } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { paidText, smallestUnit } from '../../foundation/money.ts';
import type { Vendor } from '../../vendors/providers/any-vendor.ts';
import { findVendor } from '../../vendors/providers/find-vendor.ts';
import { takesCurrency } from '../../vendors/providers/payment.ts';
import { findProvider } from '../../vendors/providers/provider-queries.ts';
import {
  findWithoutAmount,
  readTerms,
  setTerms,
  type Terms,
  type TermsKey,
} from './terms-queries.ts';

interface Platform {
  vendors: readonly Vendor[];
  currency: string;
}

/**
 * Changes some of the terms of a way to pay that its provider has; the others stay as they are. Terms by which nobody
 * could pay are refused, so that nothing is set that is not offered.
 */
export async function changeTerms(
  change: Change,
  { vendors, currency }: Platform,
  key: TermsKey,
  terms: Partial<Terms>,
): Promise<void> {
  const { providerCode: provider, method } = key;
  const { vendorCode } = await findProvider(change, provider);
  const vendor = findVendor(vendors, vendorCode);
  if (vendor.kind !== 'payment') return refuse('provider_not_of_payments', { provider });
  const facts = Object.hasOwn(vendor.methods, method) ? vendor.methods[method] : undefined;
  if (!facts) {
    const methods = Object.keys(vendor.methods).join(', ');
    return refuse('payment_method_unknown', { provider, method, methods });
  }
  if (terms.chargedCurrency === currency) refuse('payment_conversion_same', { currency });
  await setTerms(change, key, terms);
  const inForce = (await readTerms(change, key.accountId))(provider, method);
  const charged = inForce.chargedCurrency ?? currency;
  // What is switched off may be anything.
  if (terms.isOn !== false && !takesCurrency(vendor, facts, charged)) {
    refuse('payment_currency_not_taken', { provider, method, currency: charged });
  }
  const empty = await findWithoutAmount(change, key, smallestUnit(currency));
  if (!empty) return;
  const { accountName, minimum, maximum } = empty;
  refuse('payment_terms_without_amount', {
    account: accountName ?? '–',
    ...{ minimum: paidText(minimum, currency), maximum: paidText(maximum, currency) },
  });
}
