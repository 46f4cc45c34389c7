import type { Static, TObject } from 'typebox';
import Value from 'typebox/value';
import { Refused } from '../db/refused.ts';
import type { Vendor } from './vendor.ts';

/**
 * A provider's settings, complete and valid; what is wrong is said for all of them at once, and never
 * with a value, which may be a secret.
 */
export function readConfig(
  { code, config, findConfigFaults }: Pick<Vendor, 'code' | 'config' | 'findConfigFaults'>,
  given: unknown,
): Static<TObject> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new Refused('The settings of a provider are an object.');
  }
  const names = Object.keys(config.properties);
  const strangers = Object.keys(given).filter((name) => !names.includes(name));
  const complete = Value.Default(config, structuredClone(given)) as Record<string, unknown>;
  const required = (config.required ?? []) as readonly string[];
  const missing = required.filter((name) => complete[name] === undefined);
  const wrong = names.filter(
    (name) =>
      complete[name] !== undefined &&
      !Value.Check(config.properties[name] as never, complete[name]),
  );
  const faults = [
    ...strangers.map((name) => `${name} is no setting of ${code}`),
    ...missing.map((name) => `${name} is missing`),
    ...wrong.map((name) => `${name} has an invalid format`),
  ];
  if (faults.length > 0) {
    throw new Refused(`${faults.join('; ')}. The settings of ${code} are ${names.join(', ')}.`);
  }
  const deeper = findConfigFaults?.(complete as Static<TObject>) ?? [];
  if (deeper.length > 0) throw new Refused(`${deeper.join('; ')}.`);
  return complete as Static<TObject>;
}
