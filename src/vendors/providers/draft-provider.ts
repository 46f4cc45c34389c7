import type { Pool } from 'pg';
import type { Static, TObject } from 'typebox';
import { readCell } from '../../foundation/cell/cell-queries.ts';
import { makeSecret } from '../../foundation/cell/cell-secret.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Vault } from '../../foundation/vault.ts';
import type { Vendor } from './any-vendor.ts';
import { findVendor } from './find-vendor.ts';
import { findProvider } from './provider-queries.ts';
import { openSettings } from './provider-settings.ts';
import { readConfig } from './read-config.ts';

/** A provider whose settings may be unsaved. */
export interface DraftProvider {
  code: string;
  vendor: Vendor;
  config: Static<TObject>;
  callbackKey: string;
  /** Its callback URL works. */
  isStored: boolean;
}

type Settings = Record<string, unknown>;

/** The stored provider with the typed settings applied, or a provider that is not stored at all. */
export async function draftProvider(
  { pool, vault, vendors }: { pool: Pool; vault: Vault; vendors: readonly Vendor[] },
  { code, vendor: vendorCode }: { code?: string | undefined; vendor?: string | undefined },
  mergeSettings: (vendor: Vendor, before: Settings) => Settings | Promise<Settings>,
): Promise<DraftProvider> {
  if ((code === undefined) === (vendorCode === undefined)) {
    refuse('provider_or_vendor_required');
  }
  const stored = code === undefined ? undefined : await findProvider(pool, code);
  const vendor = findVendor(vendors, stored?.vendorCode ?? String(vendorCode));
  const before = stored
    ? openSettings(vault, stored)
    : { callbackKey: makeSecret(await readCell(pool)) };
  const { callbackKey, ...config } = await mergeSettings(vendor, before);
  return {
    code: code ?? vendor.code,
    vendor,
    config: readConfig(vendor, config),
    callbackKey: String(callbackKey),
    isStored: stored !== undefined,
  };
}
