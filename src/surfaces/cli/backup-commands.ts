import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { readPrivateKeys } from '../../foundation/age/age-keys.ts';
import { adoptHead } from '../../foundation/audit/kept-head.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { pluralize } from '../../foundation/contract/text/pluralize.ts';
import { KeyRing } from '../../foundation/key-ring.ts';
import type { Config } from '../../foundation/settings/config.ts';
import { firstKeyCheck } from '../../foundation/vault.ts';
import { cipherOf } from '../../installation/backup/backup-ciphers.ts';
import type { BackupHeader } from '../../installation/backup/backup-sections.ts';
import { makeBackup } from '../../installation/backup/make-backup.ts';
import { checkBackup, restoreBackup } from '../../installation/backup/restore-backup.ts';
import { keyPlaceName, readDataKeys } from '../../installation/data-dir/data-key.ts';
import { recordBackup, registerScheduledBackups } from './backup-schedule-commands.ts';
import type { OnInstallation, OnNoInstallation } from './command-action.ts';

export function registerBackupCommands(
  backup: Command,
  onInstallation: OnInstallation,
  onNoInstallation: OnNoInstallation,
): void {
  backup
    .command('create')
    .description('Write all data to one file while servers keep running, and prove it by a restore')
    .argument('<file>', 'File to create; it must not exist')
    .option('--no-proof', 'Do not restore the file; it then does not count as a backup')
    .action(
      onInstallation<{ proof: boolean }>(async (context, { proof: isProved }, [file], say) => {
        const path = resolve(file as string);
        const made = await recordBackup(context, say, isProved, async (ports) => {
          const backup = await makeBackup(ports, path, { isProved });
          return { backup, result: backup };
        });
        const { header, tables, rows, bytes, sha256, isEncrypted, proof, fault } = made;
        const dataKey = { keptIn: keyPlaceName(context.config), keyIds: keyNamesOf(header) };
        const text =
          `Backup ${path} created: ${pluralize(rows, 'row')} of ${pluralize(tables, 'table')}, ` +
          `${pluralize(bytes, 'byte')}${isEncrypted ? ', encrypted' : ''}.\n` +
          (proof ? 'It was restored for a proof, and the books are correct.\n' : '') +
          (fault ? `It is not proved: ${fault.message}\n` : '') +
          `It does not contain the data key. Keep the key in a separate place: ${dataKey.keptIn} ` +
          `(${dataKey.keyIds.join(', ')}).`;
        const { madeAt } = header;
        const more = { isEncrypted, proof: proof ?? null, fault: fault?.message ?? null };
        const json = { file: path, madeAt, tables, rows, bytes, sha256, dataKey, ...more };
        return { json, text, isBad: fault !== undefined };
      }),
    );

  registerScheduledBackups(backup, onInstallation, onNoInstallation);

  backup
    .command('restore')
    .description('Create an installation from a backup; the target must be empty')
    .argument('<file>', 'Backup file')
    .option('--key <file>', 'File with the private key of an encrypted backup')
    .action(
      onNoInstallation<{ key?: string }>(async ({ config, open }, { key }, [file]) => {
        const path = resolve(file as string);
        const decrypt = key === undefined ? undefined : cipherOf(path, await readKeyFile(key));
        // Verify the whole file and the data key before creating anything.
        const checked = await checkBackup(path, decrypt);
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

async function readKeyFile(path: string): Promise<Buffer[]> {
  const file = resolve(path);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) =>
    refuse('file_unreadable', { file, why: String(error.code) }),
  );
  return readPrivateKeys(text) ?? refuse('backup_key_unreadable', { file });
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
