import type { Command } from 'commander';
import { pluralize } from '../../foundation/contract/text/pluralize.ts';
import type { UpgradePlan } from '../../foundation/db/migrate.ts';
import type { MigrationLock } from '../../foundation/db/read-migrations.ts';
import type { OnInstallation, OnNoInstallation, OnUpgrade } from './command-action.ts';
import { joinTexts, table } from './show.ts';

export function registerMigrateCommand(
  migrate: Command,
  _onInstallation: OnInstallation,
  _onNoInstallation: OnNoInstallation,
  onUpgrade: OnUpgrade,
): void {
  migrate
    .requiredOption(
      '--plan',
      'Show the migrations and what they lock; only a server that starts applies them',
    )
    .action(
      onUpgrade(async ({ plan }) => {
        const { database, migrations, replacesFunctions, isNewer, servers } = plan;
        const isBreaking = migrations.some((migration) => migration.isBreaking);
        const isBlocked = isBreaking && servers > 0;
        const rows = migrations.map((one) => [
          one.name,
          one.isBreaking ? 'yes' : 'no',
          locksText(one.locks),
        ]);
        const text = joinTexts(
          `The database has ${database}. ${summary(plan)}`,
          table(['migration', 'breaking', 'locks, with 10 million calls'], rows, ''),
          serversText(isBreaking, servers),
        );
        const json = { database, migrations, replacesFunctions, isNewer, servers, isBreaking };
        return { json, text, isBad: isBlocked };
      }),
    );
}

function summary({ migrations, replacesFunctions, isNewer }: UpgradePlan): string {
  if (isNewer) {
    return 'A newer version has migrated it; servers of this version can work with it too.';
  }
  if (migrations.length === 0 && !replacesFunctions) return 'There is nothing to migrate.';
  const parts = [
    ...(migrations.length > 0 ? [`applies ${pluralize(migrations.length, 'migration')}`] : []),
    ...(replacesFunctions ? ['replaces the functions'] : []),
  ];
  return `The next server of this version that starts ${parts.join(' and ')}.`;
}

function locksText(locks: readonly MigrationLock[]): string {
  const each = locks.map(({ table: name, seconds }) =>
    seconds === 0 ? `${name} for a moment` : `${name} for ${seconds} s`,
  );
  return each.join(', ') || 'nothing';
}

function serversText(isBreaking: boolean, servers: number): string {
  if (servers === 0) return '';
  const count = `${pluralize(servers, 'server')} ${servers === 1 ? 'uses' : 'use'} the database now`;
  return isBreaking
    ? `${count}. A migration is breaking: stop ${servers === 1 ? 'it' : 'them'} first.`
    : `${count} and can go on.`;
}
