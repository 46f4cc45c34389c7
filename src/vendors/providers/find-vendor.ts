import { Refused } from '../../foundation/db/refused.ts';
import type { Vendor } from './vendor.ts';

export function findVendor(vendors: readonly Vendor[], code: string): Vendor {
  const found = vendors.find((vendor) => vendor.code === code);
  if (found) return found;
  throw new Refused(
    `There is no vendor ${code}; there is ${vendors.map((v) => v.code).join(', ')}.`,
  );
}
