import { execFile, spawn } from 'node:child_process';
import { readFile, realpath, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Log } from '../../foundation/db/log.ts';
import { socketName } from './embedded-files.ts';
import type { Launch } from './embedded-user.ts';

/** A running PostgreSQL, as its own `postmaster.pid` describes it. */
export interface Postmaster {
  pid: number;
  socketDir: string;
}

const pollMs = 20;
const stopPatienceMs = 60_000;
const nobodyListens = ['ENOENT', 'ENOTDIR', 'ECONNREFUSED', 'ENOTSOCK'];

/** PostgreSQL gets no variables of ours: some are secrets, and some would change what it does. */
export const bareEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Finds the PostgreSQL that runs on a data folder. After a power loss the file may name a process
 * that is dead or, worse, a stranger with the same number; that counts as not running.
 */
export async function findPostmaster(pgDir: string): Promise<Postmaster | undefined> {
  const described = await readDescription(pgDir);
  return described && (await worksIn(described.pid, pgDir)) ? described : undefined;
}

/**
 * Finds the socket of a PostgreSQL that answers though its process is not to be seen: it runs in another container
 * on the same folder, which may have another name there. A second one beside it would destroy the data.
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

/** Whoever cannot be asked, for whatever other reason, may be there. */
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
  const socket = join(socketDir, socketName);
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

/**
 * Stops PostgreSQL in order: sessions are ended, everything is on disk when this returns. One that is told so while it
 * begins anew after the crash of a session may never end by it: then it is ended at once, and what was committed is
 * found in its log by the next start.
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
    'PostgreSQL did not stop in order; it is ended at once, and repairs its data next time',
  );
  if (await endBy('SIGQUIT', pid, hasEnded, patienceMs)) return;
  throw new Error(
    `PostgreSQL (pid ${pid}) did not stop within ${(2 * patienceMs) / 1000} seconds.`,
  );
}

/** Whether a process ends in time by a signal. */
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
    // It ended by itself a moment ago.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  while (!(await hasEnded())) {
    if (Date.now() > deadline) return false;
    await sleep(pollMs);
  }
  return true;
}
