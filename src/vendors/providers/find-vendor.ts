import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Vendor } from './any-vendor.ts';

export function findVendor(vendors: readonly Vendor[], code: string): Vendor {
  const found = vendors.find((vendor) => vendor.code === code);
  if (found) return found;
  return refuse('vendor_not_found', { vendor: code, vendors: vendors.map((v) => v.code) });
}
