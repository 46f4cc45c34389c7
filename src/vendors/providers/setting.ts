import Type, { type TSchemaOptions } from 'typebox';
import type { Language } from '../../foundation/contract/text/languages.ts';

/** A text in every language of the platform. */
export type Words = Readonly<Record<Language, string>>;

interface Setting {
  title: Words;
  /** Where to find it, or what it does. */
  help?: Words;
  examples?: readonly string[];
}

/** A setting that is shown to nobody: it is sealed, masked in print, and can only be written. */
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
    /** It has room for several lines. */
    multiline?: true;
  },
) {
  return Type.String({ minLength: 1, maxLength: 4_096, ...asOptions(setting) });
}

/**
 * An http or https address, without a trailing slash; mostly the vendor's own, unless it is rehearsed. It
 * has no name and password in it: they would be shown, and never be sent.
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

/** A price of the vendor's in the platform's money, with at most four decimals, as `parseMoney` reads it. */
export function amount(setting: Setting) {
  return Type.String({ pattern: '^[0-9]{1,9}(\\.[0-9]{1,4})?$', ...asOptions(setting) });
}

export function flag(setting: Setting & { default?: boolean }) {
  return Type.Boolean(asOptions(setting));
}

/** JSON Schema knows one title; whoever draws a form takes the language that it needs. */
function asOptions(setting: Setting): TSchemaOptions {
  return setting as object as TSchemaOptions;
}
