import { isDeepStrictEqual } from 'node:util';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { refuse } from '../../../foundation/contract/refusals/refused.ts';
import { isReference, type Reference } from '../../../foundation/settings/reference.ts';
import { requireNoOpenCalls } from '../../../line/calls/require-no-open-calls.ts';
import type { Vendor } from '../../../vendors/providers/any-vendor.ts';
import { findVendor } from '../../../vendors/providers/find-vendor.ts';
import { isSecret } from '../../../vendors/providers/mask-settings.ts';
import type { Particulars } from '../../../vendors/providers/particulars.ts';
import {
  changeProvider,
  findProvider,
  listSealedProviders,
  removeProvider,
} from '../../../vendors/providers/provider-queries.ts';
import { openSettings, type SealedProvider } from '../../../vendors/providers/provider-settings.ts';
import { readConfig } from '../../../vendors/providers/read-config.ts';
import {
  requireFacts,
  writeNewProvider,
  writeProvider,
} from '../../../vendors/providers/write-provider.ts';
import { vendors } from '../../../vendors/vendors.ts';
import { listRoutesOf } from '../effect-queries.ts';
import { Amount, sameAmount } from '../file-amount.ts';
import { settingsSchemaOf } from '../provider-settings-schema.ts';
import type { Entry, Section, SectionContext } from '../section.ts';
import { isHidden, markOfValue } from '../setting-references.ts';

const closed = { additionalProperties: false };

const Provider = Type.Object(
  {
    vendor: Type.Enum(vendors.map(({ code }) => code) as [string, ...string[]], { type: 'string' }),
    isOn: Type.Optional(Type.Boolean({ default: true, description: 'It gets calls' })),
    settings: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Settings of the vendor; secrets by reference: { env: NAME }',
    }),
    costs: Type.Optional(
      Type.Object(
        {
          each: Type.Optional(Amount('Cost of one segment or check')),
          regions: Type.Optional(
            Type.Record(
              Type.String({ pattern: '^[A-Z]{2}$' }),
              Amount('Cost in this region'),
              closed,
            ),
          ),
        },
        closed,
      ),
    ),
    particulars: Type.Optional(
      Type.Object(
        {
          legalName: Type.Object({ en: Type.String(), zh: Type.String() }, closed),
          contact: Type.String(),
          privacyUrl: Type.String(),
          keepDays: Type.Integer({ minimum: 0, description: 'Days that it keeps the data' }),
          isAbroad: Type.Boolean({ description: 'The data leaves the country' }),
        },
        { ...closed, description: 'Legal details of a company that checks faces' },
      ),
    ),
  },
  {
    ...closed,
    allOf: vendors.map((vendor) => ({
      if: { properties: { vendor: { const: vendor.code } } },
      // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema.
      then: { properties: { settings: settingsSchemaOf(vendor) } },
    })),
  },
);
type Provider = Static<typeof Provider>;

const providerCode = '^[a-z0-9][a-z0-9_-]{0,31}$';

const schema = Type.Record(Type.String({ pattern: providerCode }), Provider, {
  ...closed,
  description: 'Vendors as configured, by provider ID',
});

type GivenProviders = Static<typeof schema>;

export const providersSection: Section = {
  schema,
  name: (code) => ({ en: `provider ${code}`, zh: `服务商 ${code}` }),
  entriesOf: (given: GivenProviders, context) =>
    new Map(
      Object.entries(given).map(([code, provider]) => {
        const { vendor, isOn = true, costs = {}, particulars = {} } = provider;
        const settings = wantedSettings(code, provider, context);
        requireSettings(code, vendor, settings, context);
        return [code, { vendor, isOn, settings, costs: sameCosts(costs), particulars }];
      }),
    ),
  fileOf: (entries, context) =>
    Object.fromEntries(
      [...entries].map(([code, entry]) => [code, fileOfEntry(code, entry, context)]),
    ),
  async read(db, context) {
    const rows = await listSealedProviders(db);
    return new Map(rows.map((row) => [row.providerCode, entryOfRow(row, context)]));
  },
  async write(change, context, { key: code, before, after }) {
    const { vendors: known, vault } = context;
    const { vendor: vendorCode, isOn, costs, particulars: given } = after as never as Provider;
    const vendor = findVendor(known, vendorCode);
    const particulars = Object.keys(given ?? {}).length > 0 ? (given as Particulars) : undefined;
    requireFacts({ costs, particulars });
    const settings = realSettings(code, after, context);
    const facts = { costs: costs ?? {}, particulars: particulars ?? ({} as Particulars) };
    if (!before) {
      await writeNewProvider(change, vault, vendor, {
        code,
        isOn: isOn ?? true,
        settings,
        ...facts,
      });
      return;
    }
    const stored = await findProvider(change, code);
    if (stored.vendorCode !== vendorCode) {
      refuse('provider_of_other_vendor', { provider: code, vendor: stored.vendorCode });
    }
    const { callbackKey } = openSettings(vault, stored);
    if (!isDeepStrictEqual({ ...before, isOn }, after)) {
      await writeProvider(change, vault, vendor, stored, {
        settings: { ...settings, callbackKey },
        ...facts,
      });
    }
    if (stored.isOn !== isOn) await changeProvider(change, code, { isOn: isOn ?? true });
  },
  async remove(change, _context, code) {
    await requireNoOpenCalls(change, code);
    await removeProvider(change, code);
  },
  async effects(db, { key, before, after }) {
    if (!before || (after && (after.isOn || !before.isOn))) return [];
    const routes = await listRoutesOf(db, key);
    return routes.length > 0 ? [`Routes lose it: ${routes.join(', ')}.`] : [];
  },
  lockable: {
    isOn: 'is_on',
    settings: 'sealed_config',
    costs: 'costs',
    particulars: 'particulars',
  },
};

type Settings = Record<string, unknown>;

/** Fills in the vendor's defaults, which are stored too. */
function withDefaults({ config }: Vendor, settings: Settings): Settings {
  return Value.Default(config, structuredClone(settings)) as Settings;
}

function wantedSettings(code: string, given: Provider, context: SectionContext): Settings {
  const { vendors: known, references, vault } = context;
  const shown = Object.entries(given.settings).map(([name, value]) => [
    name,
    isReference(value) ? { hidden: references.markOf(vault, code, name) } : value,
  ]);
  return withDefaults(findVendor(known, given.vendor), Object.fromEntries(shown));
}

/** Finds what the vendor itself would refuse, unless a reference was not followed. */
function requireSettings(
  code: string,
  vendorCode: string,
  settings: Settings,
  context: SectionContext,
): void {
  const real = realSettings(code, { settings }, context);
  const isWhole = Object.keys(settings).every((name) => real[name] !== undefined);
  if (isWhole) readConfig(findVendor(context.vendors, vendorCode), real);
}

/** The values themselves, for writing. */
function realSettings(code: string, { settings }: Entry, { references }: SectionContext): Settings {
  return Object.fromEntries(
    Object.entries(settings as Settings).map(([name, value]) => [
      name,
      isHidden(value) ? references.valueOf(code, name) : value,
    ]),
  );
}

function entryOfRow(
  row: SealedProvider,
  { vendors: known, vault, references }: SectionContext,
): Entry {
  const { providerCode: code, vendorCode, isOn, costs, particulars } = row;
  const vendor = findVendor(known, vendorCode);
  const { callbackKey: _, ...settings } = openSettings(vault, row);
  const { retiredSettings = [] } = vendor;
  const shown = Object.entries(settings)
    .filter(([name]) => !retiredSettings.includes(name))
    .map(([name, value]) => {
      const isShown = !isSecret(vendor.config, name) && !references.referenceOf(code, name);
      return [name, isShown ? value : { hidden: markOfValue(vault, value) }];
    });
  const whole = withDefaults(vendor, Object.fromEntries(shown));
  return { vendor: vendorCode, isOn, settings: whole, costs: sameCosts(costs), particulars };
}

function sameCosts({
  each,
  regions,
}: {
  each?: string;
  regions?: Readonly<Record<string, string>>;
}) {
  const byRegion = Object.entries(regions ?? {}).map(([name, cost]) => [name, sameAmount(cost)]);
  return {
    ...(each === undefined ? {} : { each: sameAmount(each) }),
    ...(byRegion.length === 0 ? {} : { regions: Object.fromEntries(byRegion) }),
  };
}

/** An exported provider leaves out what is the default, and names where each secret is to be found. */
function fileOfEntry(code: string, entry: Entry, { vendors: known, references }: SectionContext) {
  const { vendor, isOn, settings, costs, particulars } = entry as never as Required<Provider>;
  const { config } = findVendor(known, vendor);
  const kept = Object.entries(settings).flatMap(([name, value]): [string, unknown][] => {
    if (isHidden(value))
      return [[name, references.referenceOf(code, name) ?? placeholder(code, name)]];
    const usual = (config.properties[name] as { default?: unknown } | undefined)?.default;
    return isDeepStrictEqual(value, usual) ? [] : [[name, value]];
  });
  return {
    vendor,
    isOn,
    settings: Object.fromEntries(kept),
    ...(Object.keys(costs).length > 0 ? { costs } : {}),
    ...(Object.keys(particulars).length > 0 ? { particulars } : {}),
  };
}

function placeholder(code: string, setting: string): Reference {
  const words = `${code}_${setting.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')}`;
  return {
    env: words
      .replaceAll('-', '_')
      .toUpperCase()
      .replace(/^(?=[0-9])/, '_'),
  };
}
