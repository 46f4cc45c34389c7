import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  lutimesSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/**
 * Packs a folder into `<folder>.tar.gz`. The same files give the same bytes: names are sorted, times, owners
 * and modes are fixed, and gzip's header has no time.
 */
export async function packArchive(folder: string, at: Date): Promise<string> {
  const archive = `${folder}.tar.gz`;
  const names = fixEntries(folder, at);
  const list = `${folder}.list`;
  writeFileSync(list, names.join('\n'));
  // GNU tar on Linux, libarchive's on macOS.
  const owner = process.platform === 'darwin' ? ['--uid', '0', '--gid', '0'] : gnuOptions;
  const words = ['-c', '-f', '-', ...owner, '-C', dirname(folder), '-T', list];
  const tar = spawn('tar', words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => tar.on('close', resolve));
  await pipeline(tar.stdout, createGzip({ level: 6 }), createWriteStream(archive));
  if ((await ended) !== 0) throw new Error('tar failed.');
  return archive;
}

const gnuOptions = ['--format=gnu', '--no-recursion', '--owner=0', '--group=0', '--numeric-owner'];

/** All entries of a folder in order, each with its mode and time set. */
function fixEntries(folder: string, at: Date): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    // A strict umask where the release is made must not close it where it runs.
    if (!entry.isSymbolicLink()) chmodSync(path, modeOf(path));
  }
  for (const path of [...paths, folder]) lutimesSync(path, at, at);
  const inside = paths.map((path) => join(basename(folder), path.slice(folder.length)));
  return [basename(folder), ...inside].sort();
}

function modeOf(path: string): number {
  const { mode } = statSync(path);
  return (mode & 0o100) === 0 ? 0o644 : 0o755;
}

/** The line of a file in SHA256SUMS, as `sha256sum --check` reads it. */
export async function checksumLine(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return `${hash.digest('hex')}  ${basename(file)}\n`;
}
