import Type, { type TSchema } from 'typebox';
import { Reference } from '../../foundation/settings/reference.ts';
import type { Vendor } from '../../vendors/providers/any-vendor.ts';
import { isSecret } from '../../vendors/providers/mask-settings.ts';

interface SettingSchema {
  type?: string;
  title?: { en: string };
  help?: { en: string };
  default?: unknown;
}

/**
 * The settings of a vendor in the file: a secret only by reference, so that no file holds one; any other text by
 * reference or as itself.
 */
export function settingsSchemaOf({ code, config }: Pick<Vendor, 'code' | 'config'>): TSchema {
  const properties = Object.fromEntries(
    Object.entries(config.properties).map(([name, schema]) => {
      const {
        title,
        help,
        secret: _,
        multiline: __,
        ...rest
      } = schema as SettingSchema & Record<string, unknown>;
      const description = [title?.en, help?.en].filter(Boolean).join('. ');
      if (isSecret(config, name)) return [name, { ...Reference, description }];
      const plain = { ...rest, description };
      return [name, rest.type === 'string' ? { anyOf: [plain, Reference], description } : plain];
    }),
  );
  const required = ((config.required ?? []) as string[]).filter(
    (name) => (config.properties[name] as SettingSchema).default === undefined,
  );
  return Type.Unsafe({
    type: 'object',
    additionalProperties: false,
    description: `Settings of ${code}`,
    properties,
    required,
  });
}
