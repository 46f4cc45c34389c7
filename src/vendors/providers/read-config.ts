import type { Static, TObject } from 'typebox';
import Value from 'typebox/value';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { fillText, prefixField } from '../../foundation/contract/text/bilingual.ts';
import { problems } from '../../foundation/contract/text/problems.ts';
import type { Vendor } from './any-vendor.ts';

const unknownSetting = { en: 'is not a setting of {code}', zh: '不是 {code} 的设置项' } as const;

/**
 * Validates a provider's settings. It reports all faults at once and never prints a value, because it may be a
 * secret.
 */
export function readConfig(
  vendor: Pick<Vendor, 'code' | 'config' | 'findConfigFaults' | 'retiredSettings'>,
  saved: unknown,
): Static<TObject> {
  const { code, config, findConfigFaults, retiredSettings = [] } = vendor;
  if (typeof saved !== 'object' || saved === null || Array.isArray(saved))
    return refuse('settings_not_object');
  const given = Object.fromEntries(
    Object.entries(saved).filter(([name]) => !retiredSettings.includes(name)),
  );
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
    ...strangers.map((name) => prefixField(name, fillText(unknownSetting, { code }))),
    ...missing.map((name) => prefixField(name, problems.required)),
    ...wrong.map((name) => prefixField(name, problems.wrong_form)),
  ];
  if (faults.length > 0) refuse('settings_invalid', { faults, vendor: code, names });
  const deeper = findConfigFaults?.(complete as Static<TObject>) ?? [];
  if (deeper.length > 0) refuse('fields_invalid', { faults: deeper });
  return complete as Static<TObject>;
}
