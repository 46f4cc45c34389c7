import type { Vault } from '../../foundation/vault.ts';
import type { Vendor } from './any-vendor.ts';
import { findFault } from './find-fault.ts';
import { findVendor } from './find-vendor.ts';
import type { FormFault, TemplateSend } from './provider.ts';
import { openSettings, type SealedProvider } from './provider-settings.ts';
import { readConfig } from './read-config.ts';
import type { MessageVendor } from './vendor.ts';

/** Finds what a provider would refuse in a message. Throws Refused if its settings cannot be read. */
export function findProviderFault(
  { vault, vendors }: { vault: Vault; vendors: readonly Vendor[] },
  provider: SealedProvider,
  send: TemplateSend,
): FormFault | undefined {
  const vendor = findVendor(vendors, provider.vendorCode) as MessageVendor;
  const { callbackKey, ...settings } = openSettings(vault, provider);
  return findFault(vendor, readConfig(vendor, settings), send);
}
