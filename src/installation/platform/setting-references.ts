import type { Reference } from '../../foundation/settings/reference.ts';
import type { Vault } from '../../foundation/vault.ts';

/** A value that no plan shows. Two of them are compared by a keyed hash. */
export interface Hidden {
  hidden: string;
}

/** The hash of a value that was not read: it counts as unchanged. */
export const unread = '?';

export function isHidden(value: unknown): value is Hidden {
  return (
    typeof value === 'object' && value !== null && typeof (value as Hidden).hidden === 'string'
  );
}

/** The settings of providers that a file gives by reference. */
export interface SettingReferences {
  /** The reference of a setting; undefined if the file gives the value itself. */
  referenceOf(provider: string, setting: string): Reference | undefined;
  /** The value that the reference leads to; undefined if references were not followed. */
  valueOf(provider: string, setting: string): string | undefined;
  /** The hash of the value. */
  markOf(vault: Vault, provider: string, setting: string): string;
}

/** By provider and setting. */
export type BySetting<Value> = Readonly<Record<string, Readonly<Record<string, Value>>>>;

/** References that were followed, or whose hashes were kept when they were. */
export function settingReferences(
  references: BySetting<Reference>,
  { values = {}, marks = {} }: { values?: BySetting<string>; marks?: BySetting<string> },
): SettingReferences {
  const followed = (provider: string, setting: string) => values[provider]?.[setting];
  return {
    referenceOf: (provider, setting) => references[provider]?.[setting],
    valueOf: followed,
    markOf(vault, provider, setting) {
      const value = followed(provider, setting);
      if (value !== undefined) return markOfValue(vault, value);
      return marks[provider]?.[setting] ?? unread;
    },
  };
}

export function markOfValue(vault: Vault, value: unknown): string {
  return vault.fingerprint('provider secret', JSON.stringify(value)).toString('hex');
}
