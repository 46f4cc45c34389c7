import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { inZone } from '../../foundation/contract/text/local-time.ts';
import type { KeepRule } from '../../foundation/settings/setting-formats.ts';
import { draftEnd, isEncrypted, syncFolder } from './backup-file.ts';

/** A scheduled backup in its folder. Its name says when it was made, and whether it is proved. */
export interface StoredBackup {
  file: string;
  madeAt: Date;
  bytes: number;
  isEncrypted: boolean;
  /** Null if no restore has proved it. */
  provedAt: Date | null;
}

const draftMs = 3_600_000;
const namePattern = /^countersign-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.(backup|unproved)$/;

/** The names of a backup in its folder: until it is proved, and after that. */
export function namesOf(folder: string, madeAt: Date): { unproved: string; proved: string } {
  const stamp = madeAt.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const name = join(folder, `countersign-${stamp}`);
  return { unproved: `${name}.unproved`, proved: `${name}.backup` };
}

/** The backups of a folder, the newest first. Files with other names are not ours. */
export async function listBackups(folder: string): Promise<StoredBackup[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) =>
    refuse('backup_folder_unusable', { folder, why: String(error.code) }),
  );
  const found = await Promise.all(names.map((name) => readStored(folder, name)));
  return found
    .filter((backup) => backup !== undefined)
    .sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
}

async function readStored(folder: string, name: string): Promise<StoredBackup | undefined> {
  const [, y, m, d, hour, minute, second, state] = namePattern.exec(name) ?? [];
  if (state === undefined) return undefined;
  const file = join(folder, name);
  const found = await stat(file).catch(() => undefined);
  // Another server has just renamed or removed it.
  if (!found) return undefined;
  const { size: bytes, mtime } = found;
  return {
    file,
    madeAt: new Date(`${y}-${m}-${d}T${hour}:${minute}:${second}Z`),
    bytes,
    isEncrypted: await isEncrypted(file),
    // A file that is proved gets its final name and this time.
    provedAt: state === 'backup' ? mtime : null,
  };
}

/** Removes what killed runs left: files that nobody has written to for an hour. */
export async function removeDrafts(folder: string, now = Date.now()): Promise<void> {
  const drafts = (await readdir(folder)).filter(
    (name) => name.startsWith('countersign-') && name.endsWith(draftEnd),
  );
  for (const name of drafts) {
    const { mtimeMs } = await stat(join(folder, name));
    if (now - mtimeMs > draftMs) await rm(join(folder, name), { force: true });
  }
}

/**
 * Removes the backups that the rule does not keep, and unproved ones that a newer proved one replaces. Without
 * a proved backup, nothing is removed.
 */
export async function removeOldBackups(
  folder: string,
  rule: KeepRule,
  timeZone: string,
): Promise<string[]> {
  const all = await listBackups(folder);
  const proved = all.filter(({ provedAt }) => provedAt !== null);
  const newest = proved[0]?.madeAt;
  if (!newest) return [];
  const kept = chooseKept(proved, rule, timeZone);
  const removed = all.filter((one) =>
    one.provedAt === null ? one.madeAt < newest : !kept.has(one),
  );
  for (const { file } of removed) await rm(file, { force: true });
  await syncFolder(folder);
  return removed.map(({ file }) => file);
}

/**
 * The newest backup of each of the last days, weeks and months that have one. It counts backups, not days that
 * have passed, so a clock that jumps removes nothing.
 */
export function chooseKept<Backup extends Pick<StoredBackup, 'madeAt'>>(
  newestFirst: readonly Backup[],
  { days, weeks, months }: KeepRule,
  timeZone: string,
): Set<Backup> {
  const kept = new Set<Backup>();
  const keepNewestOf = (count: number, periodOf: (at: Temporal.ZonedDateTime) => string) => {
    const periods = new Map<string, Backup>();
    for (const backup of newestFirst) {
      const period = periodOf(inZone(backup.madeAt, timeZone));
      if (!periods.has(period)) periods.set(period, backup);
    }
    for (const backup of [...periods.values()].slice(0, count)) kept.add(backup);
  };
  keepNewestOf(days, (at) => at.toPlainDate().toString());
  keepNewestOf(weeks, (at) => `${at.yearOfWeek}-${at.weekOfYear}`);
  keepNewestOf(months, (at) => `${at.year}-${at.month}`);
  return kept;
}
