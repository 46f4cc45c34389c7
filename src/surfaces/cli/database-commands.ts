import type { Command } from 'commander';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { pluralize } from '../../foundation/contract/text/pluralize.ts';
import { readTarget, withoutPassword } from '../../foundation/db/connection-target.ts';
import { withSchema } from '../../foundation/db/session-settings.ts';
import { Unreachable } from '../../foundation/db/unreachable.ts';
import { moveDatabase } from '../../installation/backup/move-database.ts';
import { keyPlaceName, readDataKeys } from '../../installation/data-dir/data-key.ts';
import { openVault } from '../../installation/data-keys/bind-keys.ts';
import type { OnInstallation, OnNoInstallation } from './command-action.ts';

export function registerDatabaseCommands(
  database: Command,
  _onInstallation: OnInstallation,
  onNoInstallation: OnNoInstallation,
): void {
  database
    .command('move')
    .description("Move the server's own database to your PostgreSQL, while no server runs")
    .requiredOption('--to <url>', 'URL of an empty database, as for DATABASE_URL')
    .action(
      onNoInstallation<{ to: string }>(async ({ config, version }, { to: url }, _words, say) => {
        const { dataDir, databaseSchema } = config;
        if (config.databaseUrl) refuse('move_not_embedded');
        if (!readTarget(url)) refuse('move_target_unusable', { why: 'its URL is malformed' });
        const to = withoutPassword(url);
        const tell = (_fields: object, line: string) => say(line);
        const { tables, rows } = await moveDatabase({
          ...{ dataDir, databaseSchema, to, say, program: version },
          target: withSchema(url, databaseSchema),
          log: { debug() {}, info() {}, warn: tell, error: tell },
          openVault: async (pool) => {
            const keys = await readDataKeys(config);
            if (!keys) throw new Unreachable(`${keyPlaceName(config)} is missing.`);
            return openVault(pool, keys);
          },
        });
        const text =
          `Moved to ${to}: ${pluralize(rows, 'row')} of ${pluralize(tables, 'table')}, with correct books.\n` +
          'Start the server with DATABASE_URL set to the URL that you gave, and keep DATA_DIR, which holds the ' +
          'data key.\n' +
          `The old database stays in ${dataDir}/pg, and no server starts on it. Delete it when you have a backup ` +
          'of the new one.';
        return { json: { to, tables, rows }, text };
      }),
    );
}
