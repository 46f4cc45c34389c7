import type { Command } from 'commander';
import type { Pool } from 'pg';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { keyIdOf } from '../../foundation/key-ring.ts';
import type { Config } from '../../foundation/settings/config.ts';
import { appendDataKey, keyPlaceName, readDataKeys } from '../../installation/data-dir/data-key.ts';
import { describeKeys } from '../../installation/data-keys/describe-keys.ts';
import {
  addDataKey,
  listConnectedServers,
  listDataKeys,
  lockBinding,
  startSealing,
} from '../../installation/data-keys/key-queries.ts';
import { listReseals } from '../../installation/data-keys/reseal-queries.ts';
import type { CliContext, OnInstallation } from './command-action.ts';
import { joinTexts, table } from './show.ts';

export function registerDataKeyCommands(dataKey: Command, onInstallation: OnInstallation): void {
  dataKey
    .command('list')
    .description('List the data keys, the servers that know them, and how far values are resealed')
    .action(onInstallation(listKeys));

  dataKey
    .command('add')
    .description('Add a data key that all servers learn; it seals nothing until data-key rotate')
    .action(
      onInstallation(async ({ pool, config, change }) => {
        const keyId = await newKeyId(pool, config);
        await change('data_key.add', (by) => addDataKey(by, keyId));
        const place = keyPlaceName(config);
        const text =
          `Data key ${keyId} added to ${place}. Copy it to every other machine that runs a server, ` +
          'keep a copy where you keep the others, and then run data-key rotate.';
        return { json: { keyId, keptIn: place }, text };
      }),
    );

  dataKey
    .command('rotate')
    .description('Seal with the added key from now on, and reseal older values in the background')
    .action(onInstallation(rotate));
}

/** The key to add: generated into the file, or one that the operator has put beside the others. */
async function newKeyId(pool: Pool, config: Config): Promise<string> {
  const known = new Set((await listDataKeys(pool)).map(({ keyId }) => keyId));
  const ids = ((await readDataKeys(config)) ?? []).map(keyIdOf);
  const found = ids.find((id) => !known.has(id));
  if (found) return found;
  if (config.dataKey || config.dataKeyCommand) {
    return refuse('data_key_none_new', { place: keyPlaceName(config) });
  }
  return keyIdOf(await appendDataKey(config.dataDir));
}

/** Switches to the key that was added last, if every server that runs now knows it. */
async function rotate({ config, change, vault }: CliContext) {
  const keyId = await change('data_key.rotate', async (by) => {
    await lockBinding(by);
    const added = (await listDataKeys(by)).filter((key) => !key.sealingSince).at(-1);
    if (!added) return refuse('data_key_none_added');
    const { keyId: key } = added;
    if (!vault.ring.ids.includes(key)) {
      refuse('data_key_not_here', { place: keyPlaceName(config), key });
    }
    const servers = await listConnectedServers(by);
    const behind = servers.filter(({ keyIds }) => !keyIds.includes(key));
    if (behind.length > 0) {
      const addresses = [...new Set(behind.map(({ address }) => address ?? 'local'))].join(', ');
      const [count, all] = [String(behind.length), String(servers.length)];
      refuse('data_key_not_learned', { count, servers: all, key, addresses });
    }
    await startSealing(by, key);
    return key;
  });
  const text =
    `New values are sealed with data key ${keyId}. Servers reseal the older values in the background; ` +
    'data-key list shows how far they are.';
  return { json: { keyId }, text };
}

async function listKeys({ pool, vault }: CliContext) {
  const keys = describeKeys(await listDataKeys(pool), vault.ring);
  const servers = await listConnectedServers(pool);
  const columns = [...(await listReseals(pool))].map(([column, { resealed, isFinished }]) => ({
    column,
    resealed,
    isFinished,
  }));
  const keyRows = keys.map((key) => [
    ...[key.keyId, key.state, key.sealingSince, key.retiredAt, key.seals],
    ...[key.isHere, servers.filter(({ keyIds }) => keyIds.includes(key.keyId)).length],
  ]);
  const titles = ['key', 'state', 'sealingSince', 'retiredAt', 'seals', 'here', 'servers'];
  const text = joinTexts(
    table(titles, keyRows, 'No keys.'),
    columns.length === 0
      ? ''
      : table(
          ['column', 'resealed', 'finished'],
          columns.map(({ column, resealed, isFinished }) => [column, resealed, isFinished]),
          '',
        ),
  );
  return { json: { keys, servers, resealing: columns }, text };
}
