import type { Vendor } from '../../../vendors/providers/any-vendor.ts';
import type { VendorRow, VendorSetting } from './providers-contract.ts';

/** The schema fields that a vendor's setting can have, whatever its type. */
interface SettingSchema {
  type?: string;
  title?: { en: string; zh: string };
  help?: { en: string; zh: string };
  secret?: boolean;
  multiline?: boolean;
  enum?: readonly string[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  examples?: readonly unknown[];
}

/** A vendor as its form needs it. */
export function vendorRow(vendor: Vendor): VendorRow {
  const { code, kind, title, config } = vendor;
  const required = (config.required ?? []) as readonly string[];
  return {
    ...{ code, kind, title, docs: vendor.docs ?? null },
    settings: Object.entries(config.properties).map(([name, schema]) =>
      settingOf(name, schema as SettingSchema, required.includes(name)),
    ),
    devices: vendor.kind === 'face' ? [...vendor.devices] : [],
  };
}

function settingOf(name: string, schema: SettingSchema, isNamed: boolean): VendorSetting {
  const { title, help, secret, multiline, minimum, maximum, examples } = schema;
  return {
    name,
    title: title ?? { en: name, zh: name },
    help: help ?? null,
    type: typeOf(schema),
    isSecret: secret ?? false,
    isMultiline: multiline ?? false,
    isRequired: isNamed && schema.default === undefined,
    default: schema.default ?? null,
    choices: [...(schema.enum ?? [])],
    minimum: minimum ?? null,
    maximum: maximum ?? null,
    example: examples?.[0] === undefined ? null : String(examples[0]),
  };
}

function typeOf({ type, enum: choices }: SettingSchema): VendorSetting['type'] {
  if (choices) return 'choice';
  if (type === 'integer' || type === 'number') return type;
  if (type === 'boolean') return 'flag';
  return type === 'string' ? 'text' : 'json';
}
