import type { Command } from 'commander';
import { requireNoOpenCalls } from '../../line/calls/require-no-open-calls.ts';
import { describeProvider } from '../../vendors/providers/describe-provider.ts';
import { findVendor } from '../../vendors/providers/find-vendor.ts';
import { listLinks } from '../../vendors/providers/link-queries.ts';
import type { Particulars } from '../../vendors/providers/particulars.ts';
import type { CostList } from '../../vendors/providers/provider.ts';
import {
  changeProvider,
  findProvider,
  listProviders,
  removeProvider,
} from '../../vendors/providers/provider-queries.ts';
import { openSettings } from '../../vendors/providers/provider-settings.ts';
import { writeNewProvider, writeProvider } from '../../vendors/providers/write-provider.ts';
import { vendors } from '../../vendors/vendors.ts';
import type { CliContext, OnInstallation } from './command-action.ts';
import { platformUrl } from './platform-url.ts';
import { registerBillCommand } from './provider-bill-command.ts';
import { linksTable, registerHealthCommand } from './provider-health-command.ts';
import { registerProbeCommand } from './provider-probe-command.ts';
import { registerTestCommand } from './provider-test-command.ts';
import { readCosts, readParticulars } from './read-provider-option.ts';
import { readSettings, type SettingsOptions } from './read-settings.ts';
import { joinTexts, pairs, table } from './show.ts';

interface OfProvider {
  code: string;
}

interface WriteOptions extends OfProvider, SettingsOptions {
  costs?: CostList;
  particulars?: Particulars;
}

export function registerProviderCommands(provider: Command, onInstallation: OnInstallation): void {
  const verb = (name: string, description: string) =>
    provider.command(name).description(description).requiredOption('--code <code>', 'Provider');
  const withSettings = (command: Command) =>
    command
      .option(
        '--set <name=value...>',
        'Setting; name=@file reads a file, name alone prompts for the value',
      )
      .option('--config <file>', 'File with settings as JSON; - reads standard input')
      .option('--wait', 'Wait up to 60 s until the file is complete')
      .option('--edit', 'Edit the settings in an editor');
  const withFacts = (command: Command) =>
    command
      .option('--costs <json>', 'Cost per segment or check, such as {"each":"0.0450"}', readCosts)
      .option(
        '--particulars <json>',
        'Legal details for the consent page, as JSON',
        readParticulars,
      );

  provider
    .command('list')
    .description('List providers')
    .action(
      onInstallation(async ({ pool }) => {
        const providers = await listProviders(pool);
        const rows = providers.map((p) => [
          p.providerCode,
          p.vendorCode,
          p.kind,
          p.isOn,
          p.changedAt,
        ]);
        return {
          json: { providers },
          text: table(
            ['provider', 'vendor', 'kind', 'on', 'changed'],
            rows,
            'No providers. Add one: provider add',
          ),
        };
      }),
    );

  verb('show', 'Show a provider; secrets are masked').action(
    onInstallation(async (context, { code }: OfProvider) => showProvider(context, code)),
  );

  withFacts(withSettings(verb('add', 'Add a provider of a vendor')))
    .requiredOption('--vendor <vendor>', 'Vendor; see vendor list')
    .option('--off', 'Add it switched off')
    .action(
      onInstallation(async (context, options: WriteOptions & { vendor: string; off?: boolean }) => {
        await add(context, options);
        return showProvider(context, options.code);
      }),
    );

  withFacts(withSettings(verb('set', 'Change the settings of a provider'))).action(
    onInstallation(async (context, options: WriteOptions) => {
      await set(context, options);
      return showProvider(context, options.code);
    }),
  );

  registerSwitches(verb, onInstallation);
  registerOthers(provider, onInstallation);
}

/** The commands with files of their own. */
function registerOthers(provider: Command, onInstallation: OnInstallation): void {
  registerTestCommand(provider.command('test'), onInstallation);
  registerProbeCommand(provider.command('probe'), onInstallation);
  registerHealthCommand(provider.command('health'), onInstallation);
  registerBillCommand(provider.command('bill'), onInstallation);
}

function registerSwitches(
  verb: (name: string, description: string) => Command,
  onInstallation: OnInstallation,
): void {
  for (const isOn of [true, false]) {
    verb(
      isOn ? 'on' : 'off',
      isOn ? 'Switch a provider on' : 'Switch a provider off: it gets no more calls',
    ).action(
      onInstallation(async (context, { code }: OfProvider) => {
        await findProvider(context.pool, code);
        await context.change(isOn ? 'provider.on' : 'provider.off', (by) =>
          changeProvider(by, code, { isOn }),
        );
        return showProvider(context, code);
      }),
    );
  }

  verb('remove', 'Remove a provider that is on no route and has no open calls').action(
    onInstallation(async ({ pool, change }, { code }: OfProvider) => {
      await requireNoOpenCalls(pool, code);
      await change('provider.remove', (by) => removeProvider(by, code));
      return { json: { providerCode: code }, text: `Provider ${code} removed.` };
    }),
  );
}

async function add(
  { change, vault }: CliContext,
  {
    code,
    vendor: vendorCode,
    off,
    costs,
    particulars,
    ...given
  }: WriteOptions & {
    vendor: string;
    off?: boolean;
  },
): Promise<void> {
  const vendor = findVendor(vendors, vendorCode);
  const settings = await readSettings(vendor, {}, given);
  await change('provider.add', (by) =>
    writeNewProvider(by, vault, vendor, { code, isOn: !off, settings, costs, particulars }),
  );
}

async function set(
  { pool, change, vault }: CliContext,
  { code, costs, particulars, ...given }: WriteOptions,
): Promise<void> {
  const found = await findProvider(pool, code);
  const vendor = findVendor(vendors, found.vendorCode);
  const settings = await readSettings(vendor, openSettings(vault, found), given);
  await change('provider.set', (by) =>
    writeProvider(by, vault, vendor, found, { settings, costs, particulars }),
  );
}

async function showProvider({ pool, vault, config }: CliContext, code: string) {
  const publicUrl = platformUrl(config);
  const shown = describeProvider({ vault, vendors, publicUrl }, await findProvider(pool, code));
  const { particulars, costs, config: masked, callbackUrl, untold: missing, ...plainFacts } = shown;
  const untold = missing.map(({ en }) => en);
  const links = await listLinks(pool, code);
  return {
    json: { ...shown, untold, links },
    text: joinTexts(
      pairs({
        ...plainFacts,
        ...(Object.keys(costs).length > 0 ? { costs: JSON.stringify(costs) } : {}),
        ...(Object.keys(particulars).length > 0
          ? { particulars: JSON.stringify(particulars) }
          : {}),
        callbackUrl,
        ...(untold.length > 0 ? { 'missing details': untold.join('; ') } : {}),
      }),
      table(['setting', 'value'], Object.entries(masked), 'No settings.'),
      linksTable(links),
    ),
  };
}
