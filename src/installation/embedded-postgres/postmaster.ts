import { execFile, spawn } from 'node:child_process';
import { readFile, realpath, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Log } from '../../foundation/db/log.ts';
import { socketName } from './embedded-files.ts';
import type { Launch } from './embedded-user.ts';

/** A running PostgreSQL, as its `postmaster.pid` describes it. */
interface Postmaster {
  pid: number;
  socketDir: string;
}

const pollMs = 20;
const stopPatienceMs = 60_000;
const nobodyListens = ['ENOENT', 'ENOTDIR', 'ECONNREFUSED', 'ENOTSOCK'];

/** PostgreSQL gets none of our environment variables: some are secrets, and some would change its behaviour. */
export const bareEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Finds the PostgreSQL that runs on a data folder. After a power loss the file may name a dead process or,
 * worse, an unrelated one with the same PID; both count as not running.
 */
export async function findPostmaster(pgDir: string): Promise<Postmaster | undefined> {
  const described = await readDescription(pgDir);
  return described && (await worksIn(described.pid, pgDir)) ? described : undefined;
}

/**
 * Finds the socket of a PostgreSQL that answers although its process is not visible: it runs in another
 * container on the same folder, possibly under another path. Starting a second one would destroy the data.
 */
export async function findAnsweringSocket(
  pgDir: string,
  usualSocketDir: string,
): Promise<string | undefined> {
  const described = await readDescription(pgDir);
  if (!described) return undefined;
  for (const socketDir of [usualSocketDir, described.socketDir]) {
    if (await isListenedTo(join(socketDir, socketName))) return socketDir;
  }
  return undefined;
}

async function readDescription(pgDir: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(pgDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  const socketDir = lines[4]?.trim();
  return Number.isInteger(pid) && pid > 1 && socketDir ? { pid, socketDir } : undefined;
}

/** Any other error does not prove that no server listens, so it counts as listening. */
function isListenedTo(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', ({ code = '' }: NodeJS.ErrnoException) =>
      resolve(!nobodyListens.includes(code)),
    );
  });
}

/**
 * A postmaster has its data folder as an argument. Its working directory would show the same, but in a
 * container even root may not read that of another user's process.
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

/** Removes the files that a crash left, so that PostgreSQL does not mistake an unrelated process for itself. */
export async function clearStaleFiles(pgDir: string, socketDir: string): Promise<void> {
  const socket = join(socketDir, socketName);
  const stale = [join(pgDir, 'postmaster.pid'), socket, `${socket}.lock`];
  await Promise.all(stale.map((path) => rm(path, { force: true })));
}

/** Starts a PostgreSQL that outlives this process and does not receive a Ctrl-C from our terminal. */
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

/**
 * Stops PostgreSQL in order: sessions are ended, and everything is on disk when this returns. If the request
 * arrives while PostgreSQL restarts after the crash of a session, it may never stop; it is then ended at once,
 * and the next start recovers committed data from its log.
 */
export async function stopPostmaster(
  pgDir: string,
  log: Log,
  patienceMs = stopPatienceMs,
): Promise<void> {
  const running = await findPostmaster(pgDir);
  if (!running) return;
  const { pid } = running;
  const hasEnded = async () => !(await worksIn(pid, pgDir));
  if (await endBy('SIGINT', pid, hasEnded, patienceMs)) return;
  log.warn(
    { pid },
    'PostgreSQL did not stop in time; it is killed, and repairs its data at the next start',
  );
  if (await endBy('SIGQUIT', pid, hasEnded, patienceMs)) return;
  throw new Error(
    `PostgreSQL (pid ${pid}) did not stop within ${(2 * patienceMs) / 1000} seconds.`,
  );
}

/** Sends a signal, and returns whether the process ends in time. */
async function endBy(
  signal: NodeJS.Signals,
  pid: number,
  hasEnded: () => Promise<boolean>,
  patienceMs: number,
): Promise<boolean> {
  const deadline = Date.now() + patienceMs;
  try {
    process.kill(pid, signal);
  } catch (error) {
    // The process has already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  while (!(await hasEnded())) {
    if (Date.now() > deadline) return false;
    await sleep(pollMs);
  }
  return true;
}
