import { refuse } from '../../../foundation/contract/refusals/refused.ts';
import type { Vendor } from '../../../vendors/providers/any-vendor.ts';
import { isSecret } from '../../../vendors/providers/mask-settings.ts';

type Settings = Record<string, unknown>;

/**
 * Merges typed settings into the stored ones: null removes a setting, and one that is left out stays. If a
 * server address changes, all secrets must be entered again. Otherwise someone who may change an address
 * could have the stored secrets sent to their own server.
 */
export function mergeSettings({ config }: Vendor, before: Settings, typed: Settings): Settings {
  const { callbackKey: _, ...given } = typed;
  const after = Object.fromEntries(
    Object.entries({ ...before, ...given }).filter(([, value]) => value !== null),
  );
  const isMoved = Object.keys(given).some(
    (name) => isAddress(name) && originOf(after[name]) !== originOf(before[name]),
  );
  const isKept = Object.keys(config.properties).some(
    (name) => isSecret(config, name) && before[name] !== undefined && given[name] === undefined,
  );
  if (isMoved && isKept) refuse('secrets_required_again');
  return after;
}

/** The names that vendors use for address settings. */
const isAddress = (name: string) => /^(endpoint|address|page|script)$|(Endpoint|Url)$/.test(name);

/** The origin of a URL, so that its path may change; any other value is compared as a whole. */
function originOf(value: unknown): string {
  const url = URL.parse(String(value ?? ''));
  return url ? `${url.protocol}//${url.host}` : String(value ?? '');
}
