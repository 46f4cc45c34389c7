import type { Static, TObject } from 'typebox';
import { Refused } from '../db/refused.ts';
import { findProvider } from '../providers/provider-queries.ts';
import { makeCallbackKey, openSettings } from '../providers/provider-settings.ts';
import { readConfig } from '../providers/read-config.ts';
import type { Vendor } from '../providers/vendor.ts';
import type { CliContext } from './command-action.ts';
import { findVendor } from './find-vendor.ts';
import { readSettings, type SettingsOptions } from './read-settings.ts';

export interface DraftProviderOptions extends SettingsOptions {
  code?: string;
  vendor?: string;
}

/** A provider with settings that need not be stored. */
export interface DraftProvider {
  code: string;
  vendor: Vendor;
  config: Static<TObject>;
  callbackKey: string;
}

/** The stored provider with what is typed over its settings, or one that is nowhere stored. */
export async function draftProvider(
  { pool, vault }: Pick<CliContext, 'pool' | 'vault'>,
  { code, vendor: vendorCode, ...given }: DraftProviderOptions,
): Promise<DraftProvider> {
  if ((code === undefined) === (vendorCode === undefined)) {
    throw new Refused('Name a provider (--code) or a vendor (--vendor), and not both.');
  }
  const stored = code === undefined ? undefined : await findProvider(pool, code);
  const vendor = findVendor(stored?.vendorCode ?? String(vendorCode));
  const before = stored ? openSettings(vault, stored) : { callbackKey: makeCallbackKey() };
  const { callbackKey, ...config } = await readSettings(vendor, before, given);
  return {
    code: code ?? vendor.code,
    vendor,
    config: readConfig(vendor, config),
    callbackKey: String(callbackKey),
  };
}
