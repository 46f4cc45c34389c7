import type { Command } from 'commander';
import type { Vendor } from '../../vendors/providers/any-vendor.ts';
import { findVendor } from '../../vendors/providers/find-vendor.ts';
import type { FaceVendor } from '../../vendors/providers/vendor.ts';
import { vendors } from '../../vendors/vendors.ts';
import type { OnInstallation, OnNoInstallation } from './command-action.ts';
import { joinTexts, pairs, type Text, table } from './show.ts';

/** These commands need no installation: vendors are defined in the program. */
export function registerVendorCommands(
  vendor: Command,
  _onInstallation: OnInstallation,
  onNoInstallation: OnNoInstallation,
): void {
  vendor
    .command('list')
    .description('List supported vendors')
    .action(
      onNoInstallation(async () => ({
        json: { vendors: vendors.map(factsOf) },
        text: joinTexts(
          table(
            ['vendor', 'kind', 'name', 'receipts, devices or methods'],
            vendors.map((v) => [v.code, v.kind, v.title.en, offerOf(v)]),
            '',
          ),
          'To see the settings of a vendor: vendor show <vendor>',
        ),
      })),
    );

  vendor
    .command('show')
    .description('Show what a vendor can do and which settings it needs')
    .argument('<vendor>', 'Vendor')
    .action(
      onNoInstallation(async (_context, _options, [code]) => {
        const found = findVendor(vendors, String(code));
        return {
          json: factsOf(found),
          text: joinTexts(pairs(textFacts(found)), settingsOf(found)),
        };
      }),
    );
}

/** How receipts arrive, on which devices a check works, or how customers pay. */
function offerOf(vendor: Vendor): readonly string[] {
  if (vendor.kind === 'face') return vendor.devices;
  return vendor.kind === 'payment' ? Object.keys(vendor.methods) : vendor.receipts;
}

/** Everything that a form or a program needs to know about a vendor. */
function factsOf(vendor: Vendor) {
  const { code, kind, title, config, codes, horizonHours } = vendor;
  const common = { code, kind, title, horizonHours, config, codes };
  if (vendor.kind === 'face') {
    const { devices, browserData, identityProof } = vendor;
    const needsNationalId = nationalIdOf(vendor);
    const capabilities = { devices, needsNationalId, needsBrowserData: browserData !== null };
    return { ...common, identityProof, capabilities };
  }
  if (vendor.kind === 'payment') {
    const { methods, currencies } = vendor;
    return { ...common, capabilities: { methods, currencies } };
  }
  const { regions, receipts, longMessages, template, receiptCodes } = vendor;
  return { ...common, receiptCodes, capabilities: { regions, receipts, longMessages, template } };
}

/** Whether the vendor needs a national ID; `setting` if its settings decide. */
function nationalIdOf({ needsNationalId }: FaceVendor): boolean | 'setting' {
  return typeof needsNationalId === 'function' ? 'setting' : needsNationalId;
}

function textFacts(vendor: Vendor): Record<string, unknown> {
  const common = {
    vendor: vendor.code,
    kind: vendor.kind,
    name: `${vendor.title.en} (${vendor.title.zh})`,
  };
  if (vendor.kind === 'face') {
    return {
      ...common,
      devices: vendor.devices,
      'national ID': nationalIdOf(vendor),
      'proof of identity': vendor.identityProof.en,
    };
  }
  if (vendor.kind === 'payment') {
    return { ...common, methods: Object.keys(vendor.methods), currencies: vendor.currencies };
  }
  const { form, needsCode, needsSignature } = vendor.template;
  return {
    ...common,
    regions: vendor.regions,
    receipts: vendor.receipts.join(',') || 'none',
    'long messages': vendor.longMessages,
    template: [form, needsCode && 'code', needsSignature && 'signature'].filter(Boolean),
  };
}

function settingsOf({ config }: Vendor): Text {
  const required = (config.required ?? []) as readonly string[];
  return table(
    ['setting', 'required', 'secret', 'default', 'meaning'],
    Object.entries(config.properties).map(([name, schema]) => {
      const { title, help, secret, default: preset } = schema as SettingSchema;
      const meaning = [title?.en, help?.en].filter(Boolean).join(': ');
      const isNeeded = required.includes(name) && preset === undefined;
      return [
        name,
        isNeeded,
        secret ?? false,
        preset === undefined ? null : String(preset),
        meaning,
      ];
    }),
    'No settings.',
  );
}

interface SettingSchema {
  title?: { en: string };
  help?: { en: string };
  secret?: boolean;
  default?: unknown;
}
