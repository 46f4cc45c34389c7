import { execFile, spawn } from 'node:child_process';
import { readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Launch } from './embedded-user.ts';

/** A running PostgreSQL, as its own `postmaster.pid` describes it. */
export interface Postmaster {
  pid: number;
  socketDir: string;
}

const pollMs = 20;
const stopTimeoutMs = 60_000;

/** PostgreSQL gets no variables of ours: some are secrets, and some would change what it does. */
export const bareEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Finds the PostgreSQL that runs on a data folder. After a power loss the file may name a process
 * that is dead or, worse, a stranger with the same number; that counts as not running.
 */
export async function findPostmaster(pgDir: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(pgDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  const socketDir = lines[4]?.trim();
  if (!Number.isInteger(pid) || pid <= 1 || !socketDir) return undefined;
  return (await worksIn(pid, pgDir)) ? { pid, socketDir } : undefined;
}

/**
 * A postmaster was started with its data folder as argument. Its working directory would say the
 * same, but in a container even root may not look at that of another user's process.
 */
async function worksIn(pid: number, pgDir: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const args = text.split('\0');
    const folder = args[args.indexOf('-D') + 1];
    if (!folder || !args[0]?.endsWith('postgres')) return false;
    return (await realpath(folder).catch(() => folder)) === (await realpath(pgDir));
  }
  const ps = promisify(execFile)('ps', ['-p', String(pid), '-o', 'command=']);
  const { stdout } = await ps.catch(() => ({ stdout: '' }));
  return stdout.includes(`-D ${pgDir} `);
}

/** Takes away what a crash left, so that PostgreSQL does not mistake a stranger for itself. */
export async function clearStaleFiles(pgDir: string, socketDir: string): Promise<void> {
  const socket = join(socketDir, '.s.PGSQL.5432');
  const stale = [join(pgDir, 'postmaster.pid'), socket, `${socket}.lock`];
  await Promise.all(stale.map((path) => rm(path, { force: true })));
}

/** Starts a PostgreSQL that outlives us and that a Ctrl-C in our terminal does not reach. */
export function spawnPostmaster(
  launch: Launch,
  logFile: number,
): { end: () => string | undefined } {
  let end: string | undefined;
  const child = spawn(launch.command, launch.args, {
    cwd: '/',
    env: bareEnvironment,
    uid: launch.uid,
    gid: launch.gid,
    detached: true,
    stdio: ['ignore', logFile, logFile],
  });
  child.on('exit', (code, signal) => {
    end = `it ended with ${signal ?? `code ${code}`}`;
  });
  child.on('error', (error) => {
    end = error.message;
  });
  child.unref();
  return { end: () => end };
}

/** Stops PostgreSQL in order: sessions are ended, everything is on disk when this returns. */
export async function stopPostmaster(pgDir: string): Promise<void> {
  const running = await findPostmaster(pgDir);
  if (!running) return;
  const deadline = Date.now() + stopTimeoutMs;
  process.kill(running.pid, 'SIGINT');
  while (await worksIn(running.pid, pgDir)) {
    if (Date.now() > deadline) {
      throw new Error(`PostgreSQL (pid ${running.pid}) did not stop within a minute.`);
    }
    await sleep(pollMs);
  }
}
