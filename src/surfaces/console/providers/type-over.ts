import { refuse } from '../../../foundation/contract/refusals/refused.ts';
import { isSecret } from '../../../vendors/providers/mask-settings.ts';
import type { Vendor } from '../../../vendors/providers/vendor.ts';

type Settings = Record<string, unknown>;

/**
 * What is typed over what was: null takes a setting away, and what is left out stays. Secrets that stay go
 * to no other place than the one that they were given for, or whoever may change an address could have
 * them sent to their own and read them there.
 */
export function typeOver({ config }: Vendor, before: Settings, typed: Settings): Settings {
  const { callbackKey: _, ...given } = typed;
  const after = Object.fromEntries(
    Object.entries({ ...before, ...given }).filter(([, value]) => value !== null),
  );
  const isMoved = Object.keys(given).some(
    (name) => isPlace(name) && placeOf(after[name]) !== placeOf(before[name]),
  );
  const isKept = Object.keys(config.properties).some(
    (name) => isSecret(config, name) && before[name] !== undefined && given[name] === undefined,
  );
  if (isMoved && isKept) refuse('secrets_required_again');
  return after;
}

/** Vendors name them so. */
const isPlace = (name: string) => /^(endpoint|address)$|Url$/.test(name);

/** The server of an address, so that a path may change; of what is no address, all of it. */
function placeOf(value: unknown): string {
  const url = URL.parse(String(value ?? ''));
  return url ? `${url.protocol}//${url.host}` : String(value ?? '');
}
