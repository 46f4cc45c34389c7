import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { pluralize } from '../contract/text/pluralize.ts';
import { applyFunctions, hasOurFunctions } from './apply-functions.ts';
import { connectPatiently } from './connect.ts';
import type { Log } from './log.ts';
import { countServers } from './server-queries.ts';
import { Unreachable } from './unreachable.ts';

/** One numbered migration file, `NNNN_name.sql`. */
export interface Migration {
  version: number;
  name: string;
  sql: string;
  checksum: string;
  /** Whether servers of the previous version can no longer work with the database. */
  isBreaking: boolean;
}

type Applied = Pick<Migration, 'version' | 'name' | 'checksum'>;

interface MigrateOptions {
  log: Log;
  directory?: string;
}

const ownDirectory = join(import.meta.dirname, 'migrations');

/** One advisory lock for the whole run, so that two servers that start together do not collide. */
const migrationLock = '1131375982, 3';
const lockWaitMs = 300_000;
const leavingServersMs = 3_000;

/**
 * Migrates the database to the newest version and returns the files it applied. It rejects a database whose
 * history is not a prefix of ours.
 */
export async function migrate(
  pool: pg.Pool,
  { log, directory = ownDirectory }: MigrateOptions,
): Promise<string[]> {
  const migrations = await readMigrations(directory);
  // Filling a large table may take longer than a call may; waiting for a lock may not.
  const client = await connectPatiently(pool);
  try {
    await takeLock(client);
    let history = await readHistory(client);
    if (!history) {
      await createHistory(client);
      history = [];
    }
    const pending = findPending(history, migrations);
    const isNew = history.length === 0;
    if (!isNew) await assertAlone(client, pending);
    for (const migration of pending) {
      await apply(client, migration);
      const { name, isBreaking } = migration;
      // The many migrations of a new database are one line; an upgrade may take minutes and shows each.
      const write = isNew ? log.debug.bind(log) : log.info.bind(log);
      write({ migration: name, breaking: isBreaking }, 'migration applied');
    }
    if (directory === ownDirectory && (await applyFunctions(client))) {
      log.debug({}, 'database functions replaced');
    }
    if (isNew) log.info({}, `database created (${pluralize(pending.length, 'migration')})`);
    return pending.map(({ name }) => name);
  } finally {
    // Closes the connection, which releases the lock and discards the changed timeout.
    client.release(true);
  }
}

/**
 * Rejects a database that this program cannot use as it is. Only a server migrates: a command must not change
 * the database under servers of another version, nor create an installation by mistake.
 */
export async function assertMigrated(
  pool: pg.Pool,
  { directory = ownDirectory }: { directory?: string } = {},
): Promise<void> {
  const history = await readHistory(pool);
  if (!history) {
    throw new Unreachable(
      'There is no installation in this database. A server makes one when it starts (npm start); ' +
        'name another one by DATABASE_URL or DATA_DIR.',
    );
  }
  const [pending] = findPending(history, await readMigrations(directory));
  const lacking = pending ? pending.name : (await hasOurFunctions(pool)) ? undefined : 'functions';
  if (lacking) {
    throw new Unreachable(
      `The database is of an older Countersign: it lacks ${lacking} of this one. ` +
        'A server brings it to this version when it starts (npm start).',
    );
  }
}

/** Splits our migrations into applied ones, by this history, and pending ones. */
export async function planMigrations(
  history: Applied[],
): Promise<{ applied: Migration[]; pending: Migration[] }> {
  const migrations = await readMigrations(ownDirectory);
  const pending = findPending(history, migrations);
  return { applied: migrations.slice(0, history.length), pending };
}

export async function createHistory(client: pg.ClientBase): Promise<void> {
  await client.query(
    `create table schema_migrations (
       version int primary key,
       name text not null,
       checksum text not null,
       applied_at timestamptz not null default now()
     )`,
  );
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort();
  const migrations: Migration[] = [];
  for (const file of files) {
    const match = /^([0-9]{4})_([a-z0-9_]+)\.sql$/.exec(file);
    if (!match) throw new Error(`The migration ${file} is not named NNNN_name.sql.`);
    const version = Number(match[1]);
    if (migrations.at(-1)?.version === version) {
      throw new Error(`Two migrations have the number ${match[1]}.`);
    }
    const sql = await readFile(join(directory, file), 'utf8');
    const breaking = /^-- breaking: (no|yes)\n/.exec(sql)?.[1];
    if (!breaking) {
      throw new Error(`The migration ${file} does not begin with "-- breaking: no" or "yes".`);
    }
    const checksum = createHash('sha256').update(sql).digest('hex');
    const name = file.slice(0, -'.sql'.length);
    migrations.push({ version, name, sql, checksum, isBreaking: breaking === 'yes' });
  }
  return migrations;
}

async function takeLock(client: pg.PoolClient): Promise<void> {
  const deadline = Date.now() + lockWaitMs;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(${migrationLock}) as taken`,
    );
    if (rows[0]?.taken) return;
    if (Date.now() > deadline) throw new Error('Another server has been migrating for too long.');
    await sleep(50);
  }
}

/** The applied migrations, in order; undefined for a database without a history. */
export async function readHistory(client: pg.Pool | pg.ClientBase): Promise<Applied[] | undefined> {
  const { rows: found } = await client.query<{ isThere: boolean }>(
    `select to_regclass('schema_migrations') is not null as "isThere"`,
  );
  if (!found[0]?.isThere) return undefined;
  const { rows } = await client.query<Applied>(
    'select version, name, checksum from schema_migrations order by version',
  );
  return rows;
}

function findPending(history: Applied[], migrations: Migration[]): Migration[] {
  for (const [index, row] of history.entries()) {
    const migration = migrations[index];
    if (!migration && migrations.every(({ version }) => version < row.version)) {
      throw new Error(
        `The database is newer than this Countersign: it has ${row.name}, which is not known here. ` +
          'Start the version that was running last, or a later one.',
      );
    }
    if (migration?.version !== row.version) {
      throw new Error(
        `The database was migrated in another order: it has ${row.name} where ` +
          `${migration?.name ?? 'nothing'} is expected.`,
      );
    }
    if (migration.checksum !== row.checksum) {
      throw new Error(
        `The migration ${row.name} was changed after it was applied. ` +
          'Restore the file, and put the change into a new one.',
      );
    }
  }
  return migrations.slice(history.length);
}

/**
 * A breaking migration removes something that servers of the previous version still use, so they must be
 * stopped first. The session of a server that has just stopped may linger for a moment.
 */
async function assertAlone(client: pg.PoolClient, pending: Migration[]): Promise<void> {
  const breaking = pending.find(({ isBreaking }) => isBreaking);
  if (!breaking) return;
  const deadline = Date.now() + leavingServersMs;
  for (;;) {
    const servers = await countServers(client);
    if (servers === 0) return;
    if (Date.now() > deadline) {
      throw new Error(
        `The migration ${breaking.name} cannot be applied while ` +
          `${pluralize(servers, 'server')} of an older version ${servers === 1 ? 'uses' : 'use'} the ` +
          `database. Stop ${servers === 1 ? 'it' : 'them'} first, then start this one.`,
      );
    }
    await sleep(50);
  }
}

/** Runs a migration in the caller's transaction. */
export async function runMigration(client: pg.ClientBase, migration: Migration): Promise<void> {
  // A migration that changes settings needs an actor for the audit log.
  await client.query(`select set_config('countersign.actor', $1, true)`, [
    JSON.stringify({ kind: 'platform', name: `migration ${migration.name}` }),
  ]);
  await client.query(migration.sql);
  await client.query(
    'insert into schema_migrations (version, name, checksum) values ($1, $2, $3)',
    [migration.version, migration.name, migration.checksum],
  );
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = '5s'`);
    await runMigration(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new Error(`The migration ${migration.name} failed: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
