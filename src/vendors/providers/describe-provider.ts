import type { Vault } from '../../foundation/vault.ts';
import { findVendor } from './find-vendor.ts';
import { maskSettings } from './mask-settings.ts';
import { particularsProblems } from './particulars.ts';
import { openSettings, type SealedProvider } from './provider-settings.ts';
import type { Vendor } from './vendor.ts';

/** A provider as it may be shown: secrets show that they are there, and nothing of themselves. */
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
    /** What a consent cannot name yet; nobody's face is checked by it before. */
    untold: facts.kind === 'face' ? particularsProblems(facts.particulars).map(({ en }) => en) : [],
  };
}
