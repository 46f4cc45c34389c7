import type { Command } from 'commander';
import type { Pool } from 'pg';
import {
  listProviders,
  type ProviderKind,
  setProviderOn,
  setProviderOrder,
} from '../providers/queries.ts';
import type { OnInstallation } from './command-action.ts';
import { readKind, readList } from './read-option.ts';
import { table } from './show.ts';

export function registerProviderCommands(provider: Command, onInstallation: OnInstallation): void {
  const verb = (name: string, description: string) =>
    provider
      .command(name)
      .description(description)
      .requiredOption('--kind <kind>', 'sms or face', readKind);

  provider
    .command('list')
    .description('all providers, in the order in which they are asked')
    .action(onInstallation(async ({ pool }) => showProviders(pool)));

  for (const isOn of [true, false]) {
    verb(isOn ? 'on' : 'off', isOn ? 'use a provider' : 'use a provider no more')
      .requiredOption('--code <code>', 'the provider')
      .action(
        onInstallation(async ({ pool }, { kind, code }: { kind: ProviderKind; code: string }) => {
          await setProviderOn(pool, kind, code, isOn);
          return showProviders(pool);
        }),
      );
  }

  verb('order', 'say who is asked first')
    .requiredOption('--codes <list>', 'the providers, best first', readList)
    .action(
      onInstallation(async ({ pool }, { kind, codes }: { kind: ProviderKind; codes: string[] }) => {
        await setProviderOrder(pool, kind, codes);
        return showProviders(pool);
      }),
    );
}

async function showProviders(pool: Pool) {
  const providers = await listProviders(pool);
  const rows = providers.map((p) => [p.kind, p.providerCode, p.isOn, p.isConfigured]);
  return { json: { providers }, text: table(['kind', 'provider', 'on', 'configured'], rows) };
}
