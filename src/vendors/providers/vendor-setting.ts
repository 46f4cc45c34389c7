import Type, { type TSchemaOptions } from 'typebox';
import type { Language } from '../../foundation/contract/text/languages.ts';

/** A text in every language of the platform. */
export type Words = Readonly<Record<Language, string>>;

interface Setting {
  title: Words;
  /** Where to find the value, or what it does. */
  help?: Words;
  examples?: readonly string[];
}

/** A secret setting: stored encrypted, masked in output, and write-only. */
export function secret(setting: Setting & { minLength?: number; maxLength?: number }) {
  return text({ ...setting, secret: true });
}

export function text(
  setting: Setting & {
    pattern?: string;
    minLength?: number;
    maxLength?: number;
    default?: string;
    secret?: true;
    /** The input has several lines. */
    multiline?: true;
  },
) {
  return Type.String({ minLength: 1, maxLength: 4_096, ...asOptions(setting) });
}

/**
 * An http or https URL without a trailing slash; usually the vendor's own, or a simulator's. It must not
 * contain a user name and password: they would be displayed, and never sent.
 */
export function address(setting: Setting & { default?: string }) {
  return Type.String({
    pattern: '^https?://[^\\s/?#@]+(/[^\\s?#]*[^\\s/?#])?$',
    maxLength: 2_048,
    ...asOptions(setting),
  });
}

export function choice<Value extends string>(
  values: readonly Value[],
  setting: Setting & { default?: Value },
) {
  return Type.Enum(values as [Value, ...Value[]], { type: 'string', ...asOptions(setting) });
}

export function whole(setting: Setting & { minimum: number; maximum: number; default?: number }) {
  return Type.Integer(asOptions(setting));
}

/** A vendor price in the platform's currency, with at most four decimals, as `parseMoney` reads it. */
export function amount(setting: Setting) {
  return Type.String({ pattern: '^[0-9]{1,9}(\\.[0-9]{1,4})?$', ...asOptions(setting) });
}

export function flag(setting: Setting & { default?: boolean }) {
  return Type.Boolean(asOptions(setting));
}

/** JSON Schema allows one title. The code that renders a form picks the language. */
function asOptions(setting: Setting): TSchemaOptions {
  return setting as object as TSchemaOptions;
}
