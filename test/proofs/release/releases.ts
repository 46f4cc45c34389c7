import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Launched, type Ran, type ServerProcess, serverOf } from '../../kit/server-process.ts';
import { hasProgram } from '../vendors/foreign-smsc.ts';

export const root = join(import.meta.dirname, '../../..');
export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
export const releaseName = `countersign-${version}-${process.platform}-${process.arch}`;

/** Kept between runs: making them takes a minute or two. */
export const debian = join(root, '.cache', 'debian');
export const debianWithSystemd = join(root, '.cache', 'debian-systemd');

export const canRun =
  process.getuid?.() === 0 &&
  hasProgram('unshare', '--net', '--mount', 'true') &&
  (existsSync(debian) || hasProgram('debootstrap', '--version'));

/** A bare Debian, and a copy of it with systemd. */
export function makeDebians(): void {
  // It mounts /proc. In a namespace of its own no mount outlives it, which the copy below would take along.
  make(debian, (folder) =>
    run('unshare', '--mount', 'debootstrap', '--variant=minbase', 'bookworm', folder),
  );
  make(debianWithSystemd, (folder) => {
    run('cp', '-a', debian, folder);
    const install = ['apt-get', 'install', '-y', '--no-install-recommends', 'systemd-sysv'];
    run('chroot', folder, ...install);
  });
}

function make(folder: string, fill: (folder: string) => void): void {
  if (existsSync(folder)) return;
  const making = `${folder}-${process.pid}`;
  fill(making);
  renameSync(making, folder);
}

function run(program: string, ...words: string[]): void {
  execFileSync(program, words, { stdio: 'pipe' });
}

/** Makes the release of this tree and unpacks it. */
export function makeRelease(folder: string): string {
  run(process.execPath, join(root, 'scripts/make-release.ts'), folder);
  run('tar', '-xzf', join(folder, `${releaseName}.tar.gz`), '-C', folder);
  return join(folder, releaseName);
}

export const nextVersion = '99.0.0';
export const nextMigration = '9000_next_version';

/** The release after this one: it adds a column, changes a function and has another version. */
export function makeNext(release: string): string {
  const next = `${release}-next`;
  cpSync(release, next, { recursive: true, verbatimSymlinks: true });
  const change = (file: string, edit: (text: string) => string) => {
    const path = join(next, file);
    writeFileSync(path, edit(readFileSync(path, 'utf8')));
  };
  change('package.json', (text) => text.replace(version, nextVersion));
  change('src/foundation/db/functions.json', (text) =>
    text.replace(/"number": (\d+)/, (_, number) => `"number": ${Number(number) + 1}`),
  );
  change(
    'src/line/calls/sql/hold-calls.sql',
    (text) => `${text}\n-- Changed by the next version.\n`,
  );
  writeFileSync(
    join(next, 'src/foundation/db/migrations', `${nextMigration}.sql`),
    `-- breaking: no\n-- locks: accounts, 0 s\nalter table accounts add column next_version text;\n`,
  );
  return next;
}

/** Where a release runs: on the bare Debian, with a data folder. */
export interface Place {
  release: string;
  data: string;
}

/** Runs a script of this folder in mounts of its own. */
export function launchScript(script: string, words: string[]): Launched {
  const all = ['--mount', 'sh', join(import.meta.dirname, script), ...words];
  const child = spawn('unshare', all, { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (text) => {
    output.stdout += text;
  });
  child.stderr.on('data', (text) => {
    output.stderr += text;
  });
  return { child, output };
}

function launchIn({ release, data }: Place, words: string[]) {
  mkdirSync(data, { recursive: true });
  return launchScript('in-debian.sh', [debian, release, data, ...words]);
}

/** Waits for the end of a program. */
export async function endOf({ child, output }: Launched): Promise<Ran> {
  const [code] = await once(child, 'close');
  return { code, ...output };
}

/** Runs a command of a release to its end. */
export function runIn(place: Place, words: string[]): Promise<Ran> {
  return endOf(launchIn(place, ['countersign', ...words]));
}

/** Starts a server of a release. */
export function startIn(place: Place, settings: string[]): Promise<ServerProcess> {
  return serverOf(launchIn(place, [...settings, 'countersign', 'start']));
}
