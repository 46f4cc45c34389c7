import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { vi } from 'vitest';
import { freePort } from '../../kit/free-port.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { binFolder, fill, ownedFolder, ownedFolderIn, postgresUser } from './as-postgres.ts';

const examples = join(import.meta.dirname, '../../../deploy/pgbackrest');

/** A PostgreSQL that archives its WAL with pgBackRest, set up with the files of deploy/pgbackrest. */
export interface ArchivedPostgres {
  url: string;
  /** What an operator runs on the database node, after `pgbackrest --stanza=countersign`. */
  pgbackrest(...words: string[]): Promise<string>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Puts the data aside, so that a restore finds an empty folder. */
  putDataAside(): Promise<void>;
  /** Stops it and removes everything. */
  remove(): Promise<void>;
}

export async function createArchivedPostgres(): Promise<ArchivedPostgres> {
  const folder = await ownedFolder('archive');
  const port = await freePort();
  const data = join(folder, 'data');
  const config = join(folder, 'pgbackrest.conf');
  const user = postgresUser();
  for (const name of ['repo', 'log', 'lock', 'socket']) await ownedFolderIn(folder, name);
  const example = await readFile(join(examples, 'pgbackrest.conf'), 'utf8');
  const text = fill(example, {
    '/var/lib/pgbackrest': join(folder, 'repo'),
    '/var/log/pgbackrest': join(folder, 'log'),
    '/tmp/pgbackrest': join(folder, 'lock'),
    '/var/lib/postgresql/15/main': data,
    'pg1-port=5432': `pg1-port=${port}`,
    '/var/run/postgresql': join(folder, 'socket'),
  });
  await writeFile(config, text, { mode: 0o640 });
  await chown(config, user.uid, user.gid);
  // PostgreSQL passes it to archive_command and restore_command.
  const env = { PATH: process.env.PATH, PGBACKREST_CONFIG: config, LC_ALL: 'C.UTF-8' };
  const run = async (program: string, ...words: string[]) =>
    (await promisify(execFile)(program, words, { ...user, cwd: folder, env })).stdout;
  await run(`${binFolder}/initdb`, '-D', data, '-A', 'trust', '-E', 'UTF8', '--data-checksums');
  const ours = `port = ${port}\nunix_socket_directories = '${join(folder, 'socket')}'\n`;
  const archive = await readFile(join(examples, 'archive.conf'), 'utf8');
  const file = join(data, 'postgresql.conf');
  await writeFile(file, `${await readFile(file, 'utf8')}\n${ours}${archive}`);
  let child: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  const url = `postgres://postgres@127.0.0.1:${port}`;
  return {
    url,
    pgbackrest: (...words) => run('pgbackrest', '--stanza=countersign', ...words),
    async start() {
      child = spawn(`${binFolder}/postgres`, ['-D', data], {
        ...{ ...user, cwd: folder, env, stdio: 'ignore' },
      });
      await untilWritable(`${url}/postgres`);
    },
    // A fast shutdown: it ends the sessions, and archives the last segment of the WAL.
    stop: () => end('SIGINT'),
    putDataAside: async () => {
      await rename(data, join(folder, 'data-with-the-mistake'));
      await ownedFolderIn(folder, 'data');
    },
    async remove() {
      await end('SIGQUIT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A restored database is read-only until it has reached its target. */
async function untilWritable(url: string): Promise<void> {
  const isWritable = async () => {
    const client = new pg.Client(url);
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query('select pg_is_in_recovery() as "isReadOnly"');
      return !rows[0].isReadOnly;
    } catch {
      return false;
    } finally {
      void client.end().catch(() => {});
    }
  };
  await vi.waitUntil(isWritable, { timeout: longTimeoutMs, interval: 200 });
}
