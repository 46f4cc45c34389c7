import { createHash } from 'node:crypto';
import type { SealedColumn, Vault } from '../../foundation/vault.ts';
import type { Particulars } from './particulars.ts';
import type { CostList, ProviderKind } from './provider.ts';

/** A provider as it is stored. */
export interface SealedProvider {
  providerCode: string;
  kind: ProviderKind;
  vendorCode: string;
  isOn: boolean;
  sealedConfig: Buffer;
  version: number;
  callbackHash: Buffer;
  particulars: Partial<Particulars>;
  costs: CostList;
}

/** The vendor's settings, and the unguessable last part of the callback URL. */
export type Settings = Record<string, unknown> & { callbackKey: string };

export function sealSettings(vault: Vault, providerCode: string, settings: Settings): Buffer {
  return vault.seal(JSON.stringify(settings), contextOf(providerCode));
}

export function openSettings(
  vault: Vault,
  { providerCode, sealedConfig }: Pick<SealedProvider, 'providerCode' | 'sealedConfig'>,
): Settings {
  return JSON.parse(vault.open(sealedConfig, contextOf(providerCode)));
}

function contextOf(providerCode: string): string {
  return `provider ${providerCode}`;
}

/** Where the settings of providers are stored. */
export const sealedSettings: SealedColumn = {
  table: 'providers',
  column: 'sealed_config',
  key: { provider_code: 'text' },
  contextOf: ({ provider_code }) => contextOf(provider_code ?? ''),
};

export function hashCallbackKey(callbackKey: string): Buffer {
  return createHash('sha256').update(callbackKey).digest();
}
