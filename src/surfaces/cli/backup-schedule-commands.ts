import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { createAgeKeys, readPublicKey } from '../../foundation/age/age-keys.ts';
import { Refused, refuse } from '../../foundation/contract/refusals/refused.ts';
import { pluralize } from '../../foundation/contract/text/pluralize.ts';
import { faultOf } from '../../foundation/db/faults.ts';
import type { Config } from '../../foundation/settings/config.ts';
import { type KeepRule, readKeepRule } from '../../foundation/settings/setting-formats.ts';
import {
  type BackupPorts,
  type FinishedBackup,
  withBackupLock,
} from '../../installation/backup/make-backup.ts';
import { runBackup } from '../../installation/backup/run-backup.ts';
import { listBackups } from '../../installation/backup/stored-backups.ts';
import { noteBackup, noteBackupStart } from '../../installation/jobs/queries.ts';
import type { CliContext, OnInstallation, OnNoInstallation } from './command-action.ts';
import { listenForStop } from './listen-for-stop.ts';
import { table } from './show.ts';

/** The commands of scheduled backups: what the server runs every day, and its keys. */
export function registerScheduledBackups(
  backup: Command,
  onInstallation: OnInstallation,
  onNoInstallation: OnNoInstallation,
): void {
  backup
    .command('run')
    .description(
      'Make the backup that is due every day now: into BACKUP_DIR, proved, old ones removed',
    )
    .action(
      onInstallation(async (context, _options, _words, say) => {
        const { timeZone, backupKeep } = context.config;
        const plan = { folder: folderOf(context.config), timeZone };
        const rule = readKeepRule(backupKeep) as KeepRule;
        const {
          file,
          backup: made,
          removed,
        } = await recordBackup(context, say, true, async (ports) => {
          const result = await runBackup(ports, { ...plan, rule });
          return { backup: result.backup, result };
        });
        if (made.fault) throw made.fault;
        const { tables, rows, bytes, sha256, isEncrypted, proof } = made;
        const text =
          `Backup ${file} created and proved: ${pluralize(rows, 'row')}, ${pluralize(bytes, 'byte')}. ` +
          `Removed: ${removed.length}.`;
        const json = { file, tables, rows, bytes, sha256, isEncrypted, proof, removed };
        return { json, text };
      }),
    );

  backup
    .command('list')
    .description('List the backups in BACKUP_DIR')
    .action(
      onNoInstallation(async ({ config }) => {
        const backups = await listBackups(folderOf(config));
        const rows = backups.map((one) => [
          ...[one.file, one.madeAt, one.bytes, one.isEncrypted, one.provedAt],
        ]);
        const titles = ['file', 'madeAt', 'bytes', 'encrypted', 'provedAt'];
        return { json: { backups }, text: table(titles, rows, 'No backups.') };
      }),
    );

  backup
    .command('key')
    .description('Create a pair of keys: backups are encrypted to the public one')
    .argument('<file>', 'File for the private key; it must not exist')
    .action(
      onNoInstallation(async (_context, _options, [name]) => {
        const file = resolve(name as string);
        const { publicKey, privateKey } = createAgeKeys();
        await writeFile(file, `# public key: ${publicKey}\n${privateKey}\n`, {
          ...{ flag: 'wx', mode: 0o600, flush: true },
        }).catch((error: NodeJS.ErrnoException) =>
          error.code === 'EEXIST'
            ? refuse('file_exists', { file })
            : refuse('file_unwritable', { file, why: error.message }),
        );
        const text =
          `Set BACKUP_PUBLIC_KEY=${publicKey}\n` +
          `The private key is in ${file}. Move it to a safe place away from this server: without it, nobody ` +
          'can read the encrypted backups, and only a restore needs it.';
        return { json: { publicKey, file }, text };
      }),
    );
}

function folderOf({ backupDir }: Config): string {
  return backupDir ?? refuse('backup_folder_unset');
}

/** Makes a backup under the lock, and records for monitoring that it was proved, or why it was not. */
export async function recordBackup<Result>(
  { pool, vault, version, config }: CliContext,
  say: (line: string) => void,
  isProved: boolean,
  make: (ports: BackupPorts) => Promise<{ backup: FinishedBackup; result: Result }>,
): Promise<Result> {
  const { dataDir, backupPublicKey } = config;
  const publicKeys = backupPublicKey.map((key) => readPublicKey(key) as Buffer);
  const log = { debug() {}, info() {}, warn: tell, error: tell };
  function tell(_fields: object, line: string) {
    say(line);
  }
  const startedMs = performance.now();
  const note = (failure: string | null) =>
    isProved ? noteBackup(pool, performance.now() - startedMs, failure) : undefined;
  // A stop lets the command remove what it has begun.
  const { signal, forget } = listenForStop();
  return withBackupLock(dataDir, async () => {
    if (isProved) await noteBackupStart(pool);
    try {
      const ports = { pool, vault, program: version, dataDir, publicKeys, log };
      const { backup, result } = await make({ ...ports, signal });
      await note(backup.fault ? sentenceOf(backup.fault) : null);
      return result;
    } catch (error) {
      await note(sentenceOf(error));
      throw error;
    }
  }).finally(forget);
}

/** Our own sentences are kept; the messages of other errors may hold anything. */
function sentenceOf(error: unknown): string {
  return error instanceof Refused ? error.message : faultOf(error);
}
