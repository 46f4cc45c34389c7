import type { Vault } from '../../foundation/vault.ts';
import type { Vendor } from './any-vendor.ts';
import { findVendor } from './find-vendor.ts';
import { maskSettings } from './mask-settings.ts';
import { particularsProblems } from './particulars.ts';
import { openSettings, type SealedProvider } from './provider-settings.ts';

/** A provider as it may be shown: a secret shows only that it is set. */
export function describeProvider(
  { vault, vendors, publicUrl }: { vault: Vault; vendors: readonly Vendor[]; publicUrl: string },
  stored: SealedProvider,
) {
  const { sealedConfig: _sealed, callbackHash: _hash, ...facts } = stored;
  const { callbackKey, ...settings } = openSettings(vault, stored);
  return {
    ...facts,
    config: maskSettings(findVendor(vendors, stored.vendorCode), settings),
    callbackUrl: `${publicUrl}/callbacks/${callbackKey}`,
    /** The particulars that the consent still lacks. Until they are complete, the provider checks no faces. */
    untold: facts.kind === 'face' ? particularsProblems(facts.particulars) : [],
  };
}
