import { execFile } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { chown, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Log } from '../../foundation/db/log.ts';
import {
  embeddedRole,
  makeFolder,
  makeSocketFolder,
  socketFolderOf,
  writeAccessFiles,
} from './embedded-files.ts';
import { type EmbeddedRuntime, embeddedRuntime } from './embedded-runtime.ts';
import { type EmbeddedUser, embeddedUser, launchAs } from './embedded-user.ts';
import {
  bareEnvironment,
  clearStaleFiles,
  findAnsweringSocket,
  findPostmaster,
  spawnPostmaster,
  stopPostmaster,
} from './postmaster.ts';

const run = promisify(execFile);
const pollMs = 20;
const largestLogBytes = 10 * 1024 * 1024;
const crashedSessionsMs = 10_000;

/** Recovery after a power loss replays up to `max_wal_size` of log, which can take minutes. */
const startTimeoutMs = 300_000;

/** PostgreSQL settings by name. */
export type ServerSettings = Readonly<Record<string, string>>;

/** Settings that differ from PostgreSQL's defaults. All durability settings keep their defaults. */
const serverSettings: ServerSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '130',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and their values contain personal data, and people copy logs carelessly.
  log_min_messages: 'warning',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
};

/** The paths inside one data folder. */
export function embeddedPaths(dataDir: string) {
  return {
    pgDir: join(dataDir, 'pg'),
    newPgDir: join(dataDir, 'pg.new'),
    logFile: join(dataDir, 'pg-log', 'postgres.log'),
    lockFile: join(dataDir, 'pg.lock'),
  };
}

/**
 * The URL of a database in the embedded PostgreSQL. It is complete, so environment variables have no effect.
 */
export function embeddedTarget(socketDir: string, database: string): string {
  const query = new URLSearchParams({
    host: socketDir,
    port: '5432',
    user: embeddedRole,
    sslmode: 'disable',
  });
  return `postgresql:///${database}?${query}`;
}

export interface EmbeddedSession {
  client: pg.Client;
  socketDir: string;
}

/**
 * Starts the PostgreSQL of a data folder, or adopts one that is already running, and returns a connection to
 * it. The caller holds the lock file, so no other process starts or stops it meanwhile.
 */
export async function startEmbedded(
  dataDir: string,
  applicationName: string,
  say: (sentence: string) => void,
  otherSettings: ServerSettings,
): Promise<EmbeddedSession> {
  const { pgDir, logFile } = embeddedPaths(dataDir);
  const logStart = existsSync(logFile) ? statSync(logFile).size : 0;
  const startedAt = Date.now();
  let child: { end: () => string | undefined } | undefined;
  let nextSayAt = startedAt + 5_000;
  let hasCrashed = false;
  for (;;) {
    const socketDir =
      (await findPostmaster(pgDir))?.socketDir ??
      (await findAnsweringSocket(pgDir, socketFolderOf(dataDir)));
    if (socketDir) {
      const client = await tryConnect(socketDir, applicationName);
      if (client) return { client, socketDir };
    } else if (!child) {
      // A PostgreSQL that stopped in order has removed this file.
      hasCrashed ||= existsSync(join(pgDir, 'postmaster.pid'));
      child = await launch(dataDir, say, otherSettings);
    }
    const end = child?.end();
    const waited = Date.now() - startedAt;
    if (end !== undefined && !socketDir) {
      const tail = readLogTail(logFile, logStart);
      // Sessions of a killed PostgreSQL take a moment to notice, and keep its shared memory.
      const mayPass = /pre-existing shared memory block/.test(tail) && waited < crashedSessionsMs;
      if (!mayPass)
        throw new Error(`PostgreSQL did not start: ${end}.\n${logFile} ends with:\n${tail}`);
      child = undefined;
    }
    if (waited > startTimeoutMs) {
      throw new Error(
        `PostgreSQL did not answer within ${startTimeoutMs / 1000} seconds.\n` +
          `${logFile} ends with:\n${readLogTail(logFile, logStart)}`,
      );
    }
    if (Date.now() > nextSayAt) {
      say(
        hasCrashed
          ? 'PostgreSQL is repairing its data after a crash'
          : 'PostgreSQL is still starting',
      );
      nextSayAt += 15_000;
    }
    await sleep(pollMs);
  }
}

export async function stopEmbedded(dataDir: string, log: Log): Promise<void> {
  await stopPostmaster(embeddedPaths(dataDir).pgDir, log);
}

async function launch(
  dataDir: string,
  say: (sentence: string) => void,
  otherSettings: ServerSettings,
) {
  const { pgDir, logFile } = embeddedPaths(dataDir);
  const runtime = embeddedRuntime();
  const user = embeddedUser(pgDir);
  const access = writeAccessFiles(dataDir);
  if (!existsSync(pgDir)) {
    say('creating the database (first start)');
    await createCluster(dataDir, runtime, user);
  } else if (user && statSync(pgDir).uid !== user.uid) {
    await run('chown', ['-R', `${user.uid}:${user.gid}`, pgDir]);
  }
  const socketDir = makeSocketFolder(dataDir, user);
  await clearStaleFiles(pgDir, socketDir);
  const settings = {
    ...serverSettings,
    ...otherSettings,
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    hba_file: access.hba,
    ident_file: access.ident,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const paths = [...runtime.mustRead, pgDir, socketDir, access.hba, access.ident];
  const log = openLog(logFile);
  try {
    const args = ['-D', pgDir, ...options];
    return spawnPostmaster(launchAs(user, paths, runtime.postgres, args), log);
  } finally {
    closeSync(log);
  }
}

/**
 * Creates the cluster under a temporary name and renames it last, so that an interrupted first start leaves no
 * half-made database.
 */
async function createCluster(
  dataDir: string,
  runtime: EmbeddedRuntime,
  user: EmbeddedUser | undefined,
): Promise<void> {
  const { pgDir, newPgDir } = embeddedPaths(dataDir);
  await rm(newPgDir, { recursive: true, force: true });
  mkdirSync(newPgDir, { mode: 0o700 });
  if (user) await chown(newPgDir, user.uid, user.gid);
  // The built-in locale sorts the same on every machine, whatever its libraries.
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const auth = ['--auth-local=peer', '--auth-host=reject', `--username=${embeddedRole}`];
  const args = ['-D', newPgDir, '--encoding=UTF8', ...locale, ...auth];
  const {
    command,
    args: allArgs,
    ...as
  } = launchAs(user, [...runtime.mustRead, newPgDir], runtime.initdb, args);
  try {
    await run(command, allArgs, { cwd: '/', env: bareEnvironment, ...as });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`The database could not be created: ${stderr?.trim() || message}`);
  }
  await rename(newPgDir, pgDir);
  const folder = await open(dataDir);
  await folder.sync().finally(() => folder.close());
}

async function tryConnect(
  socketDir: string,
  applicationName: string,
): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: embeddedTarget(socketDir, 'postgres'),
    application_name: applicationName,
  });
  // A lost connection is noticed by its 'end' event; an unhandled 'error' would end this process.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const startingOrStopping = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P03', '57P01'];
    if (startingOrStopping.includes(code)) return undefined;
    throw error;
  }
}

function openLog(logFile: string): number {
  makeFolder(join(logFile, '..'));
  if (existsSync(logFile) && statSync(logFile).size > largestLogBytes) {
    rmSync(`${logFile}.1`, { force: true });
    renameSync(logFile, `${logFile}.1`);
  }
  return openSync(logFile, 'a', 0o600);
}

function readLogTail(logFile: string, from: number): string {
  if (!existsSync(logFile)) return '(nothing)';
  const text = readFileSync(logFile).subarray(from).toString();
  return text.trim().split('\n').slice(-10).join('\n');
}
