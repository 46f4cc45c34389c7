import { isDeepStrictEqual } from 'node:util';
import type { Act } from '../../foundation/audit/acts.ts';
import { type Change, noteChange } from '../../foundation/audit/change-queries.ts';
import { readCell } from '../../foundation/cell/cell-queries.ts';
import { makeSecret } from '../../foundation/cell/cell-secret.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Vault } from '../../foundation/vault.ts';
import type { Vendor } from './any-vendor.ts';
import { costsProblems } from './listed-cost.ts';
import { isSecret } from './mask-settings.ts';
import { type Particulars, particularsProblems } from './particulars.ts';
import type { CostList } from './provider.ts';
import { addProvider, changeProvider } from './provider-queries.ts';
import {
  hashCallbackKey,
  openSettings,
  type SealedProvider,
  type Settings,
  sealSettings,
} from './provider-settings.ts';
import { readConfig } from './read-config.ts';

/** The operator's input for a provider, apart from its on/off switch. */
interface WantedProvider {
  /** The vendor's settings; include `callbackKey` to keep an existing one. */
  settings: Readonly<Record<string, unknown>>;
  costs?: CostList | undefined;
  particulars?: Particulars | undefined;
}

/** Refuses invalid costs and particulars, reporting all faults at once. */
export function requireFacts({ costs, particulars }: Omit<WantedProvider, 'settings'>): void {
  const problems = [
    ...(costs ? costsProblems(costs) : []),
    ...(particulars ? particularsProblems(particulars) : []),
  ];
  if (problems.length > 0) refuse('fields_invalid', { faults: problems });
}

/** Creates a provider. Incomplete settings are refused, and nothing is stored. */
export async function writeNewProvider(
  change: Change,
  vault: Vault,
  vendor: Vendor,
  { code, isOn, ...wanted }: WantedProvider & { code: string; isOn: boolean },
): Promise<void> {
  const callbackKey = makeSecret(await readCell(change));
  const settings = readSettings(vendor, { callbackKey, ...wanted.settings });
  await addProvider(change, {
    providerCode: code,
    kind: vendor.kind,
    vendorCode: vendor.code,
    isOn,
    sealedConfig: sealSettings(vault, code, settings),
    callbackHash: hashCallbackKey(settings.callbackKey),
    particulars: wanted.particulars ?? {},
    costs: wanted.costs ?? {},
  });
  await noteSecrets(change, 'provider.add', code, secretsAmong(vendor, settings, {}));
}

/** Replaces all settings of a provider, unless another operator has changed them since. */
export async function writeProvider(
  change: Change,
  vault: Vault,
  vendor: Vendor,
  stored: SealedProvider,
  { settings: given, costs, particulars }: WantedProvider,
): Promise<void> {
  const { providerCode: code, version } = stored;
  const before = openSettings(vault, stored);
  const settings = readSettings(vendor, given);
  await changeProvider(change, code, {
    version,
    // Settings that stay as they are keep their bytes: costs can change while the settings are locked to a file.
    ...(isDeepStrictEqual(settings, before)
      ? {}
      : { sealedConfig: sealSettings(vault, code, settings) }),
    callbackHash: hashCallbackKey(settings.callbackKey),
    ...(costs ? { costs } : {}),
    ...(particulars ? { particulars } : {}),
  });
  await noteSecrets(change, 'provider.set', code, secretsAmong(vendor, settings, before));
}

function readSettings(vendor: Vendor, given: Readonly<Record<string, unknown>>): Settings {
  const { callbackKey, ...config } = given;
  return { ...readConfig(vendor, config), callbackKey: checkKey(callbackKey) };
}

/** Knowing the key is enough to send callbacks in the vendor's name, so it must be unguessable. */
function checkKey(callbackKey: unknown): string {
  if (typeof callbackKey === 'string' && /^[A-Za-z0-9_-]{24,128}$/.test(callbackKey)) {
    return callbackKey;
  }
  return refuse('callback_key_invalid');
}

/** The names of the secrets that changed. */
function secretsAmong(
  { config }: Vendor,
  settings: Settings,
  before: Readonly<Record<string, unknown>>,
): string[] {
  return Object.keys(config.properties).filter(
    (name) =>
      isSecret(config, name) &&
      settings[name] !== undefined &&
      !isDeepStrictEqual(settings[name], before[name]),
  );
}

/** All settings are encrypted together, so the audit log names the secrets that changed. */
async function noteSecrets(
  change: Change,
  action: Act,
  code: string,
  secrets: readonly string[],
): Promise<void> {
  if (secrets.length === 0) return;
  await noteChange(change, {
    ...{ accountId: null, action, subject: 'provider_secrets', key: { provider_code: code } },
    ...{ before: null, after: { secrets } },
  });
}
