import { resolve } from 'node:path';
import type { Command } from 'commander';
import { adoptHead } from '../../foundation/audit/kept-head.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { pluralize } from '../../foundation/contract/text/pluralize.ts';
import { KeyRing } from '../../foundation/key-ring.ts';
import type { Config } from '../../foundation/settings/config.ts';
import { firstKeyCheck } from '../../foundation/vault.ts';
import type { BackupHeader } from '../../installation/backup/backup-sections.ts';
import { createBackup } from '../../installation/backup/create-backup.ts';
import { checkBackup, restoreBackup } from '../../installation/backup/restore-backup.ts';
import { keyPlaceName, readDataKeys } from '../../installation/data-dir/data-key.ts';
import { noteBackup } from '../../installation/jobs/queries.ts';
import type { OnInstallation, OnNoInstallation } from './command-action.ts';

export function registerBackupCommands(
  backup: Command,
  onInstallation: OnInstallation,
  onNoInstallation: OnNoInstallation,
): void {
  backup
    .command('create')
    .description('Write all data to one file while servers keep running')
    .argument('<file>', 'File to create; it must not exist')
    .action(
      onInstallation(async ({ pool, vault, config, version }, _options, [file]) => {
        const path = resolve(file as string);
        const startedMs = performance.now();
        const { header, tables, rows, bytes } = await createBackup(pool, path, {
          program: version,
          vault,
        });
        await noteBackup(pool, performance.now() - startedMs);
        const dataKey = { keptIn: keyPlaceName(config), keyIds: keyNamesOf(header) };
        const text =
          `Backup ${path} created: ${pluralize(rows, 'row')} of ${pluralize(tables, 'table')}, ` +
          `${pluralize(bytes, 'byte')}.\n` +
          `It does not contain the data key. Keep the key in a separate place: ${dataKey.keptIn} ` +
          `(${dataKey.keyIds.join(', ')}).`;
        return { json: { file: path, madeAt: header.madeAt, tables, rows, bytes, dataKey }, text };
      }),
    );

  backup
    .command('restore')
    .description('Create an installation from a backup; the target must be empty')
    .argument('<file>', 'File that backup create wrote')
    .action(
      onNoInstallation(async ({ config, open }, _options, [file]) => {
        const path = resolve(file as string);
        // Verify the whole file and the data key before creating anything.
        const checked = await checkBackup(path);
        const { header, end } = checked.content;
        const vault = await readRing(config, header);
        const hasKey = vault !== undefined;
        const pool = await open();
        const audit = await restoreBackup(pool, checked);
        const restored = { sealed: header.auditHead ?? null, madeAt: header.madeAt };
        const auditHead = await adoptHead(pool, config.dataDir, { vault, restored });
        const { tables, rows } = end;
        const place = keyPlaceName(config);
        const dataKey = { place, isThere: hasKey, keyIds: keyNamesOf(header) };
        const text =
          `Backup ${path} of ${header.madeAt} restored: ${pluralize(rows, 'row')} of ` +
          `${pluralize(tables, 'table')}. The books are correct: ` +
          `${pluralize(audit.wallets, 'wallet')}, ${pluralize(audit.transfers, 'transfer')}.` +
          (hasKey
            ? ''
            : `\nBefore you start the server, put the data key (${dataKey.keyIds.join(', ')}) into ${place}.`) +
          headText(auditHead);
        const { madeAt } = header;
        return { json: { file: path, madeAt, tables, rows, audit, dataKey, auditHead }, text };
      }),
    );
}

function headText({ givenUp, missing }: Awaited<ReturnType<typeof adoptHead>>): string {
  if (givenUp) {
    return (
      `\nThe audit log of this backup is older than entry ${givenUp.entryId} (${givenUp.hash}), which this ` +
      'server kept later. The server no longer compares the log with it.'
    );
  }
  if (!missing) return '';
  return (
    `\nThe audit log of this backup lacks entry ${missing.entryId} (${missing.hash}), which this server kept ` +
    'before the backup was made: entries were cut off. audit verify reports it.'
  );
}

/**
 * The keys, if they are already here. Keys of another installation are rejected before anything is restored.
 */
async function readRing(config: Config, header: BackupHeader): Promise<KeyRing | undefined> {
  const keys = await readDataKeys(config);
  if (!keys) return undefined;
  const ring = new KeyRing(keys);
  const missing = keyNamesOf(header).filter((name) =>
    header.keyIds
      ? !ring.ids.includes(name)
      : keys.every((key) => firstKeyCheck(key).toString('hex') !== name),
  );
  if (missing.length === 0) return ring;
  return refuse('data_key_wrong', { place: keyPlaceName(config), key: missing.join(', ') });
}

/** The keys that a backup needs: by their IDs, or by the check of a program from before key rings. */
function keyNamesOf({ keyIds, keyCheck }: BackupHeader): string[] {
  return keyIds ?? (keyCheck === null ? [] : [keyCheck]);
}
