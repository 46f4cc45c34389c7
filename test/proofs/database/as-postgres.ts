import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Debian has the programs of its newest PostgreSQL; empty without one. */
export const binFolder = newestBinFolder('/usr/lib/postgresql');

function newestBinFolder(folder: string): string {
  const versions = existsSync(folder) ? readdirSync(folder).map(Number) : [];
  const newest = versions
    .toSorted((one, other) => other - one)
    .find((version) => existsSync(join(folder, String(version), 'bin/initdb')));
  return newest === undefined ? '' : join(folder, String(newest), 'bin');
}

/** PostgreSQL refuses to run as root, and only root may run it as someone else. */
const isRoot = process.getuid?.() === 0;

/** Whether a proof can run: as root, with all of these programs of Debian. */
export function canRun(programs: readonly string[]): boolean {
  return isRoot && binFolder !== '' && programs.every((program) => existsSync(program));
}

/** The user and group of Debian's PostgreSQL, for `spawn` and `chown`. */
export function postgresUser(): { uid: number; gid: number } {
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** A new folder that PostgreSQL's user owns. */
export async function ownedFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `countersign-${name}-`));
  const { uid, gid } = postgresUser();
  await chown(folder, uid, gid);
  await chmod(folder, 0o755);
  return folder;
}

/** A folder within one of ours that PostgreSQL's user owns. */
export async function ownedFolderIn(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path);
  const { uid, gid } = postgresUser();
  await chown(path, uid, gid);
  return path;
}

/** Replaces each part of an example; throws when the example no longer has it. */
export function fill(example: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the example does not contain ${from}`);
    return text.replaceAll(from, to);
  }, example);
}
