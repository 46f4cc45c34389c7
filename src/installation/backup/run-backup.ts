import { rename, utimes } from 'node:fs/promises';
import type { KeepRule } from '../../foundation/settings/setting-formats.ts';
import { syncFolder } from './backup-file.ts';
import { type BackupPorts, type FinishedBackup, makeBackup } from './make-backup.ts';
import { listBackups, namesOf, removeDrafts, removeOldBackups } from './stored-backups.ts';

export interface BackupRun {
  file: string;
  backup: FinishedBackup;
  removed: string[];
}

/**
 * Makes a backup in the folder of scheduled ones and proves it, and only then removes old ones. A backup has its
 * final name only once it is proved. The folder must exist: a new one could be the place where a disk is missing.
 */
export async function runBackup(
  ports: BackupPorts,
  { folder, rule, timeZone }: { folder: string; rule: KeepRule; timeZone: string },
): Promise<BackupRun> {
  await listBackups(folder);
  await removeDrafts(folder);
  const { unproved, proved } = namesOf(folder, new Date());
  const backup = await makeBackup(ports, unproved);
  if (!backup.proof) return { file: unproved, backup, removed: [] };
  const provedAt = new Date();
  await utimes(unproved, provedAt, provedAt);
  await rename(unproved, proved);
  await syncFolder(folder);
  return { file: proved, backup, removed: await removeOldBackups(folder, rule, timeZone) };
}
