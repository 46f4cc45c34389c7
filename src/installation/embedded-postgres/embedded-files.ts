import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { EmbeddedUser } from './embedded-user.ts';

/** The role that owns everything in the embedded database. */
export const embeddedRole = 'countersign';

/** PostgreSQL's name for its socket. It listens on no TCP port; the number is only part of the name. */
export const socketName = '.s.PGSQL.5432';

/** The shortest limit of any system for the path of a Unix socket, in bytes. */
const longestSocketPath = 103;

/** Creates a folder of the installation: other users may traverse it but not list it. */
export function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o711 });
}

/** The folder for the socket. A data folder with a long path has its socket elsewhere. */
export function socketFolderOf(dataDir: string): string {
  const name = `countersign-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  const places = [join(dataDir, 'pg-socket'), join(tmpdir(), name), join('/tmp', name)];
  const fits = (path: string) => Buffer.byteLength(join(path, socketName)) <= longestSocketPath;
  return places.find(fits) ?? join('/tmp', name);
}

/**
 * Creates the folder for the socket. The socket is the only way into the database, and only PostgreSQL's user
 * (and root) can enter the folder.
 */
export function makeSocketFolder(dataDir: string, user: EmbeddedUser | undefined): string {
  const folder = socketFolderOf(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stats = lstatSync(folder);
  const ours = process.getuid?.() ?? 0;
  const owner = user?.uid ?? ours;
  // Anyone can create a folder in /tmp; one that is not ours may be a trap.
  const safe = stats.isDirectory() && (stats.mode & 0o077) === 0;
  if (!safe || (stats.uid !== owner && stats.uid !== ours)) {
    throw new Error(`${folder} is open to other users: remove it and start again.`);
  }
  if (user && stats.uid !== user.uid) chownSync(folder, user.uid, user.gid);
  return folder;
}

/**
 * Writes the access rules: only our own user and root, both verified by the kernel, may connect. The files are
 * outside PostgreSQL's data folder, so that root can write them without trusting PostgreSQL's user.
 */
export function writeAccessFiles(dataDir: string): { hba: string; ident: string } {
  const folder = join(dataDir, 'pg-access');
  makeFolder(folder);
  const hba = join(folder, 'pg_hba.conf');
  const ident = join(folder, 'pg_ident.conf');
  const names = new Set(['root', userName()]);
  const map = [...names].map((name) => `owner "${name}" ${embeddedRole}\n`).join('');
  writeFileSync(hba, `local all ${embeddedRole} peer map=owner\n`);
  writeFileSync(ident, map);
  for (const path of [hba, ident]) chmodSync(path, 0o644);
  return { hba, ident };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    throw new Error(
      `The user with id ${process.getuid?.()} has no name on this machine, which PostgreSQL ` +
        'needs. Start Countersign as a user that has one, or set DATABASE_URL.',
    );
  }
}
