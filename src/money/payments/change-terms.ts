import type { Change } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Vendor } from '../../vendors/providers/any-vendor.ts';
import { findVendor } from '../../vendors/providers/find-vendor.ts';
import { findProvider } from '../../vendors/providers/provider-queries.ts';
import { setTerms, type Terms, type TermsKey } from './terms-queries.ts';

/** Changes some of the terms of a way to pay that its provider has; the others stay as they are. */
export async function changeTerms(
  change: Change,
  vendors: readonly Vendor[],
  key: TermsKey,
  terms: Partial<Terms>,
): Promise<void> {
  const { providerCode, method } = key;
  const { vendorCode } = await findProvider(change, providerCode);
  const vendor = findVendor(vendors, vendorCode);
  if (vendor.kind !== 'payment')
    return refuse('provider_not_of_payments', { provider: providerCode });
  if (!Object.hasOwn(vendor.methods, method)) {
    const methods = Object.keys(vendor.methods).join(', ');
    refuse('payment_method_unknown', { provider: providerCode, method, methods });
  }
  await setTerms(change, key, terms);
}
