import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { startWords } from '../../foundation/called-as.ts';
import type { Log } from '../../foundation/db/log.ts';
import { withSchema } from '../../foundation/db/session-settings.ts';
import { Unreachable } from '../../foundation/db/unreachable.ts';
import {
  type EmbeddedSession,
  embeddedPaths,
  embeddedTarget,
  type ServerSettings,
  startEmbedded,
  stopEmbedded,
} from './embedded.ts';
import { makeFolder } from './embedded-files.ts';
import { embeddedUser } from './embedded-user.ts';
import { withFileLock } from './file-lock.ts';
import { requireNotMoved } from './moved-mark.ts';

/** A server runs until it is asked to stop; a visitor is a short-lived command that creates nothing. */
export type DatabaseRole = 'serve' | 'visit';

export interface OpenDatabase {
  /** A `postgresql://` URL, for `createPool` and as DATABASE_URL of another process. */
  connectionTarget: string;
  /** Whether the database is the embedded one, under DATA_DIR. */
  embedded: boolean;
  /** Closes this process's session; the embedded database stops with its last user. */
  close(): Promise<void>;
  /** The commands that use the embedded database now, by their process IDs. */
  visitors(): Promise<number[]>;
  /** Runs an action while no process enters or leaves the embedded database. */
  locked<Result>(action: () => Promise<Result>): Promise<Result>;
}

interface OpenOptions {
  role: DatabaseRole;
  log: Log;
  /** Whether to create a missing database. A command must not: its user may have meant another one. */
  mayCreate?: boolean;
  /** Whether to open a database whose move was cut off. */
  mayMove?: boolean;
  /** Settings for a PostgreSQL started here, which add to or override the usual ones. */
  settings?: ServerSettings;
}

const databaseName = 'countersign';
const lockTimeoutMs = 330_000;
/**
 * How long to wait for the session of a killed process to end. A server that takes its place waits, and so does
 * a process that leaves, because a process in another container looks dead too.
 */
const deadServerMs = 5_000;
const deadUserMs = 1_000;

/** Advisory locks in the embedded database: one server at most, and any number of visitors. */
const serverLock = '1131375982, 1';
const visitorLock = '1131375982, 2';

/**
 * Opens the database that the settings name. Without DATABASE_URL that is the embedded PostgreSQL, which is
 * started if it is stopped and adopted if it is running: after a kill -9, or beside a server.
 */
export async function openDatabase(
  config: {
    databaseUrl?: string | undefined;
    databaseSchema?: string | undefined;
    dataDir: string;
  },
  { role, log, mayCreate = role === 'serve', mayMove = false, settings = {} }: OpenOptions,
): Promise<OpenDatabase> {
  if (config.databaseUrl)
    return externalDatabase(withSchema(config.databaseUrl, config.databaseSchema));
  const { dataDir } = config;
  if (!mayCreate && !existsSync(embeddedPaths(dataDir).pgDir)) {
    throw new Unreachable(
      `There is no installation in ${dataDir}. A server makes one when it starts (${startWords}); ` +
        'name another one by DATA_DIR or DATABASE_URL.',
    );
  }
  // Rejects another user's folder with a clear message, before touching anything in it.
  embeddedUser(embeddedPaths(dataDir).pgDir);
  makeFolder(dataDir);
  const enterAs = () => enter(dataDir, { role, log, settings, mayMove });
  let session = await enterAs();
  const own = embeddedTarget(session.socketDir, databaseName);
  const connectionTarget = withSchema(own, config.databaseSchema);
  let closing = false;
  let recovery = Promise.resolve();

  // A server keeps its database running: if PostgreSQL crashes, the server starts it and connects again.
  const watch = () => {
    session.client.once('end', () => {
      if (!closing && role === 'serve') recovery = recover();
    });
  };
  const recover = async () => {
    log.warn({}, 'PostgreSQL has stopped; starting it again');
    for (let tries = 0; !closing; tries++) {
      try {
        session = await enterAs();
        watch();
        return;
      } catch (error) {
        // Once a minute: it tries every second.
        if (tries % 60 === 0) {
          log.error({ fault: (error as Error).message }, 'PostgreSQL cannot be started');
        }
        await sleep(1_000);
      }
    }
  };
  watch();

  const close = async () => {
    closing = true;
    await recovery;
    await leave(dataDir, role, session.client, log);
  };
  let closed: Promise<void> | undefined;
  return {
    connectionTarget,
    embedded: true,
    close: () => {
      closed ??= close();
      return closed;
    },
    visitors: () => findHolders(session.client, visitorLock),
    locked: (action) => withFileLock(embeddedPaths(dataDir).lockFile, lockTimeoutMs, action),
  };
}

function externalDatabase(connectionTarget: string): OpenDatabase {
  return {
    ...{ connectionTarget, embedded: false, close: async () => {} },
    ...{ visitors: async () => [], locked: (action) => action() },
  };
}

/** Holds the lock file throughout, so that no process sees another's half-finished start. */
async function enter(
  dataDir: string,
  { role, log, settings = {}, mayMove = false }: OpenOptions,
): Promise<EmbeddedSession> {
  return withFileLock(embeddedPaths(dataDir).lockFile, lockTimeoutMs, async () => {
    await requireNotMoved(dataDir, mayMove);
    const name = `countersign ${role} ${process.pid}`;
    const session = await startEmbedded(
      dataDir,
      name,
      (sentence) => log.info({}, sentence),
      settings,
    );
    try {
      if (role === 'serve') await takeServerLock(session.client, dataDir);
      else await session.client.query(`select pg_advisory_lock_shared(${visitorLock})`);
      await createDatabase(session.client);
      return session;
    } catch (error) {
      await stopIfAlone(dataDir, session.client, log).catch(() => {});
      throw error;
    }
  });
}

async function leave(
  dataDir: string,
  role: DatabaseRole,
  client: pg.Client,
  log: Log,
): Promise<void> {
  await withFileLock(embeddedPaths(dataDir).lockFile, lockTimeoutMs, async () => {
    if (role === 'visit') return stopIfAlone(dataDir, client, log);
    await client.end().catch(() => {});
    return stopEmbedded(dataDir, log);
  });
}

/** Stops PostgreSQL unless a server or another visitor needs it. */
async function stopIfAlone(dataDir: string, client: pg.Client, log: Log): Promise<void> {
  const alone = await isAlone(client).catch(() => false);
  await client.end().catch(() => {});
  if (alone) await stopEmbedded(dataDir, log);
}

async function isAlone(client: pg.Client): Promise<boolean> {
  await client.query('select pg_advisory_unlock_all()');
  for (const lock of [visitorLock, serverLock]) {
    if ((await takeOrFindHolder(client, lock, deadUserMs)) !== undefined) return false;
  }
  return true;
}

async function takeServerLock(client: pg.Client, dataDir: string): Promise<void> {
  const holder = await takeOrFindHolder(client, serverLock, deadServerMs);
  if (holder === undefined) return;
  throw new Error(
    `another Countersign server (pid ${holder}) is already serving from ` +
      `${dataDir}: stop it first, or give this one a DATA_DIR of its own`,
  );
}

/** Takes an exclusive session lock, or returns the process ID of its holder. */
async function takeOrFindHolder(
  client: pg.Client,
  lock: string,
  patienceMs: number,
): Promise<number | 'unknown' | undefined> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(${lock}) as taken`,
    );
    if (rows[0]?.taken) return undefined;
    const holders = await findHolders(client, lock);
    // The session of a process that was just killed lingers for a moment.
    const living = holders.find(isAlive);
    if (living !== undefined || Date.now() > deadline) return living ?? holders[0] ?? 'unknown';
    await sleep(20);
  }
}

async function findHolders(client: pg.Client, lock: string): Promise<number[]> {
  const [classId, objectId] = lock.split(', ');
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and classid = $1 and objid = $2`,
    [classId, objectId],
  );
  return rows.map(({ name }) => Number(name.split(' ').at(-1))).filter(Number.isInteger);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [
    databaseName,
  ]);
  if (rowCount === 0) await client.query(`create database ${databaseName}`);
}
