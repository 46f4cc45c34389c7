import type { Command } from 'commander';
import type { Pool } from 'pg';
import { countUnresolvedOf } from '../calls/queries.ts';
import { countOpenSessions } from '../checks/session-queries.ts';
import { Refused } from '../db/refused.ts';
import { findServerUrl } from '../installation/running-servers.ts';
import { maskSettings } from '../providers/mask-settings.ts';
import { type Particulars, particularsProblems } from '../providers/particulars.ts';
import type { CostList } from '../providers/provider.ts';
import {
  addProvider,
  changeProvider,
  findProvider,
  listProviders,
  removeProvider,
} from '../providers/provider-queries.ts';
import {
  hashCallbackKey,
  makeCallbackKey,
  openSettings,
  type Settings,
  sealSettings,
} from '../providers/provider-settings.ts';
import { readConfig } from '../providers/read-config.ts';
import type { CliContext, OnInstallation } from './command-action.ts';
import { findVendor } from './find-vendor.ts';
import { registerHealthCommand } from './provider-health-command.ts';
import { registerTestCommand } from './provider-test-command.ts';
import { readCosts, readParticulars } from './read-provider-option.ts';
import { readSettings, type SettingsOptions } from './read-settings.ts';
import { pairs, table } from './show.ts';

interface OfProvider {
  code: string;
}

interface WriteOptions extends OfProvider, SettingsOptions {
  costs?: CostList;
  particulars?: Particulars;
}

export function registerProviderCommands(provider: Command, onInstallation: OnInstallation): void {
  const verb = (name: string, description: string) =>
    provider.command(name).description(description).requiredOption('--code <code>', 'the provider');
  const withSettings = (command: Command) =>
    command
      .option('--set <name=value...>', 'a setting; name=@file reads it, name alone asks for it')
      .option('--config <file>', 'settings as JSON; - reads standard input')
      .option('--edit', 'write the settings in an editor');
  const withFacts = (command: Command) =>
    command
      .option('--costs <json>', 'what it charges us, such as {"each":"0.0450"}', readCosts)
      .option('--particulars <json>', 'what a consent names of it', readParticulars);

  provider
    .command('list')
    .description('all providers')
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
          text: table(['provider', 'vendor', 'kind', 'on', 'changed'], rows),
        };
      }),
    );

  verb('show', 'one provider, with its settings masked').action(
    onInstallation(async (context, { code }: OfProvider) => showProvider(context, code)),
  );

  withFacts(withSettings(verb('add', 'make a provider of a vendor')))
    .requiredOption('--vendor <vendor>', 'the vendor; see vendor list')
    .option('--off', 'add it switched off')
    .action(
      onInstallation(async (context, options: WriteOptions & { vendor: string; off?: boolean }) => {
        await add(context, options);
        return showProvider(context, options.code);
      }),
    );

  withFacts(withSettings(verb('set', 'change settings of a provider'))).action(
    onInstallation(async (context, options: WriteOptions) => {
      await set(context, options);
      return showProvider(context, options.code);
    }),
  );

  registerSwitches(verb, onInstallation);
  registerTestCommand(provider.command('test'), onInstallation);
  registerHealthCommand(provider.command('health'), onInstallation);
}

function registerSwitches(
  verb: (name: string, description: string) => Command,
  onInstallation: OnInstallation,
): void {
  for (const isOn of [true, false]) {
    verb(isOn ? 'on' : 'off', isOn ? 'give it calls' : 'give it no more calls').action(
      onInstallation(async (context, { code }: OfProvider) => {
        await findProvider(context.pool, code);
        await context.change(isOn ? 'provider.on' : 'provider.off', (by) =>
          changeProvider(by, code, { isOn }),
        );
        return showProvider(context, code);
      }),
    );
  }

  verb('remove', 'forget a provider that is on no route and has no open calls').action(
    onInstallation(async ({ pool, change }, { code }: OfProvider) => {
      await refuseWhileAsked(pool, code);
      await change('provider.remove', (by) => removeProvider(by, code));
      return { json: { providerCode: code }, text: `The provider ${code} is removed.` };
    }),
  );
}

/** Once it is gone nobody can be asked how they ended. */
async function refuseWhileAsked(pool: Pool, code: string): Promise<void> {
  const calls = await countUnresolvedOf(pool, code);
  if (calls > 0) {
    throw new Refused(
      `${code} is still asked about ${calls} calls without an outcome; switch it off, and remove it ` +
        'when they have one (call review shows those that you must decide).',
    );
  }
  const sessions = await countOpenSessions(pool, code);
  if (sessions > 0) {
    throw new Refused(
      `${code} is still asked about ${sessions} open sessions of persons; switch it off, and remove ` +
        'it when they are over.',
    );
  }
}

async function add(
  { change, vault }: CliContext,
  {
    code,
    vendor: vendorCode,
    off,
    costs = {},
    particulars,
    ...given
  }: WriteOptions & {
    vendor: string;
    off?: boolean;
  },
): Promise<void> {
  const vendor = findVendor(vendorCode);
  const { callbackKey = makeCallbackKey(), ...config } = await readSettings(vendor, {}, given);
  const settings = { ...readConfig(vendor, config), callbackKey: checkKey(callbackKey) };
  await change('provider.add', (by) =>
    addProvider(by, {
      providerCode: code,
      kind: vendor.kind,
      vendorCode,
      isOn: !off,
      sealedConfig: sealSettings(vault, code, settings),
      callbackHash: hashCallbackKey(settings.callbackKey),
      particulars: particulars ?? {},
      costs,
    }),
  );
}

async function set(
  { pool, change, vault }: CliContext,
  { code, costs, particulars, ...given }: WriteOptions,
): Promise<void> {
  const found = await findProvider(pool, code);
  const vendor = findVendor(found.vendorCode);
  const before = openSettings(vault, found);
  const { callbackKey, ...config } = await readSettings(vendor, before, given);
  const settings: Settings = { ...readConfig(vendor, config), callbackKey: checkKey(callbackKey) };
  await change('provider.set', (by) =>
    changeProvider(by, code, {
      version: found.version,
      sealedConfig: sealSettings(vault, code, settings),
      callbackHash: hashCallbackKey(settings.callbackKey),
      ...(costs ? { costs } : {}),
      ...(particulars ? { particulars } : {}),
    }),
  );
}

/** Whoever knows it can speak in the vendor's name, so it cannot be guessed. */
function checkKey(callbackKey: unknown): string {
  if (typeof callbackKey === 'string' && /^[A-Za-z0-9_-]{24,128}$/.test(callbackKey)) {
    return callbackKey;
  }
  throw new Refused('A callbackKey has 24 to 128 letters, digits, dashes and underscores.');
}

async function showProvider({ pool, vault, config }: CliContext, code: string) {
  const found = await findProvider(pool, code);
  const { sealedConfig, callbackHash, ...facts } = found;
  const { callbackKey, ...settings } = openSettings(vault, found);
  const masked = maskSettings(findVendor(found.vendorCode), settings);
  const { publicUrl = findServerUrl(config.dataDir), port } = config;
  const callbackUrl = `${publicUrl ?? `http://127.0.0.1:${port}`}/callbacks/${callbackKey}`;
  const { particulars, costs, ...plainFacts } = facts;
  const untold = facts.kind === 'face' ? particularsProblems(particulars) : [];
  return {
    json: { ...facts, config: masked, callbackUrl, untold },
    text: pairs({
      ...plainFacts,
      ...masked,
      ...(Object.keys(costs).length > 0 ? { costs: JSON.stringify(costs) } : {}),
      ...(Object.keys(particulars).length > 0 ? { particulars: JSON.stringify(particulars) } : {}),
      callbackUrl,
      ...(untold.length > 0 ? { 'not told yet': untold.join(' ') } : {}),
    }),
  };
}
