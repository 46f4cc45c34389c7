import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { startWords } from '../called-as.ts';
import { pluralize } from '../contract/text/pluralize.ts';
import { compareFunctions, replaceFunctions } from './apply-functions.ts';
import { hasCitus } from './citus-node.ts';
import { connectPatiently } from './connect.ts';
import { giveWay, lockPatienceMs } from './give-way.ts';
import type { Log } from './log.ts';
import { type Migration, ownMigrations, readMigrations } from './read-migrations.ts';
import {
  keptTooLong,
  migrationFault,
  runMigration,
  runStepwise,
  runTogether,
} from './run-migration.ts';
import { countServers } from './server-queries.ts';
import { Unreachable } from './unreachable.ts';

type Applied = Pick<Migration, 'version' | 'name' | 'checksum'>;

/** A row of the history. Migrations from before this was recorded have null. */
type Recorded = Applied & { isBreaking: boolean | null };

interface MigrateOptions {
  log: Log;
  directory?: string;
  /** The node of Citus where the servers are, if it is another one. */
  holder?: pg.Pool;
}

/**
 * One advisory lock of the schema for the whole run, so that two servers that start together do not collide. The
 * first number is of our choice.
 */
const migrationLock = '1131375983, hashtext(current_schema)';
const lockWaitMs = 300_000;
const leavingServersMs = 3_000;
/** A server that sleeps in the middle of an upgrade gives its locks back after this time. */
const sleepMs = 10_000;

/**
 * Migrates the database to the newest version and returns the files it applied. It rejects a database whose
 * history is not a prefix of ours, unless a newer version has only added to it what this one can work with.
 */
export async function migrate(
  pool: pg.Pool,
  { log, directory = ownMigrations, holder = pool }: MigrateOptions,
): Promise<string[]> {
  // Filling a large table may take longer than a call may; waiting for a lock may not.
  const client = await connectPatiently(pool);
  try {
    await takeLock(client);
    let history = await readHistory(client);
    if (!history) {
      await createHistory(client);
      history = [];
    }
    const { pending, replaces, isNewer } = await compare(client, history, directory);
    const isNew = history.length === 0;
    if (!isNew) await assertAlone(holder, pending);
    if (isNewer) {
      const database = history.at(-1)?.name;
      log.warn({ database }, 'a newer version has migrated the database; it is used as it is');
    }
    for (const group of groupsOf(pending, { isNew, replaces })) {
      await apply(client, group);
      for (const { name, isBreaking } of group.migrations) {
        // The many migrations of a new database are one line; an upgrade may take minutes and shows each.
        const write = isNew ? log.debug.bind(log) : log.info.bind(log);
        write({ migration: name, breaking: isBreaking }, 'migration applied');
      }
    }
    if (replaces) log.debug({}, 'database functions replaced');
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
export async function assertMigrated(pool: pg.Pool): Promise<void> {
  const history = await requireHistory(pool);
  const { pending, replaces } = await compare(pool, history);
  const lacking = pending[0]?.name ?? (replaces ? 'functions' : undefined);
  if (lacking) {
    throw new Unreachable(
      `The database is of an older Countersign: it lacks ${lacking} of this one. ` +
        `A server brings it to this version when it starts (${startWords}).`,
    );
  }
}

async function requireHistory(pool: pg.Pool): Promise<Recorded[]> {
  const history = await readHistory(pool);
  if (history) return history;
  throw new Unreachable(
    `There is no installation in this database. A server makes one when it starts (${startWords}); ` +
      'name another one by DATABASE_URL or DATA_DIR.',
  );
}

/** What the next start of a server of this version will do to the database. */
export interface UpgradePlan {
  /** The last migration that the database has. */
  database: string;
  migrations: Pick<Migration, 'name' | 'isBreaking' | 'locks' | 'isStepwise'>[];
  replacesFunctions: boolean;
  /** Whether a newer version has migrated the database, and this one can work with it. */
  isNewer: boolean;
  /** Servers that use the database now. */
  servers: number;
}

export async function planUpgrade(pool: pg.Pool): Promise<UpgradePlan> {
  const history = await requireHistory(pool);
  const { pending, replaces, isNewer } = await compare(pool, history);
  return {
    database: history.at(-1)?.name ?? 'empty',
    migrations: pending.map(({ name, isBreaking, locks, isStepwise }) => {
      return { name, isBreaking, locks, isStepwise };
    }),
    replacesFunctions: replaces,
    isNewer,
    servers: await countServers(pool),
  };
}

/** Splits our migrations into applied ones, by this history, and pending ones. */
export async function planMigrations(
  history: Applied[],
): Promise<{ applied: Migration[]; pending: Migration[] }> {
  const migrations = await readMigrations();
  const pending = findPending(history, migrations);
  return { applied: migrations.slice(0, history.length), pending };
}

export async function createHistory(client: pg.ClientBase): Promise<void> {
  await client.query(
    `create table schema_migrations (
       version int primary key,
       name text not null,
       checksum text not null,
       applied_at timestamptz not null default now(),
       is_breaking boolean
     )`,
  );
}

async function takeLock(client: pg.PoolClient): Promise<void> {
  const deadline = Date.now() + lockWaitMs;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean | null }>(
      `select pg_try_advisory_lock(${migrationLock}) as taken`,
    );
    if (rows[0]?.taken) return;
    // The lock is of the schema. Without one there is nothing to wait for.
    if (rows[0]?.taken === null) {
      throw new Error(
        'The schema to migrate does not exist, or this role may not use it. ' +
          'Check DATABASE_SCHEMA, and DATABASE_DDL_URL if it is set.',
      );
    }
    if (Date.now() > deadline) throw new Error('Another server has been migrating for too long.');
    await sleep(50);
  }
}

/** The applied migrations, in order; undefined for a database without a history. */
export async function readHistory(
  client: pg.Pool | pg.ClientBase,
): Promise<Recorded[] | undefined> {
  const { rows: found } = await client.query<{ isThere: boolean }>(
    `select to_regclass('schema_migrations') is not null as "isThere"`,
  );
  if (!found[0]?.isThere) return undefined;
  // The history of an older version has no such column.
  const { rows } = await client.query<Recorded>(
    `select version, name, checksum, (to_jsonb(m) -> 'is_breaking')::boolean as "isBreaking"
     from schema_migrations m order by version`,
  );
  return rows;
}

/** How a database differs from what this program would make. */
interface Comparison {
  pending: Migration[];
  /** Whether the functions are older and must be replaced. */
  replaces: boolean;
  /** Whether a newer version has migrated it, and this one can work with it. */
  isNewer: boolean;
}

/** Throws if the database is newer and this program cannot work with it, or is of another history. */
async function compare(
  client: pg.Pool | pg.ClientBase,
  history: Recorded[],
  directory = ownMigrations,
): Promise<Comparison> {
  const migrations = await readMigrations(directory);
  const pending = findPending(knownPart(history, migrations), migrations);
  const functions = directory === ownMigrations ? await compareFunctions(client) : 'ours';
  if (functions === 'newer' && pending[0]) {
    throw new Error(
      `The database is of another Countersign: it lacks ${pending[0].name}, but its functions are newer.`,
    );
  }
  const isNewer = functions === 'newer' || history.length > migrations.length;
  return { pending, replaces: functions === 'older', isNewer };
}

/** Whether a newer version has added tables or columns that this program may not know. */
export async function hasNewerTables(client: pg.Pool | pg.ClientBase): Promise<boolean> {
  const history = await readHistory(client);
  return (history?.length ?? 0) > (await readMigrations()).length;
}

/**
 * The history up to our last migration, if the version that added the rest recorded that servers of older versions
 * can go on: the previous program can then be started again. Else the whole history.
 */
function knownPart(history: Recorded[], migrations: Migration[]): Applied[] {
  const added = history.slice(migrations.length);
  const last = migrations.at(-1)?.version ?? 0;
  const isUsable = added.every(({ version, isBreaking }) => version > last && isBreaking === false);
  return isUsable ? history.slice(0, migrations.length) : history;
}

function findPending(history: Applied[], migrations: Migration[]): Migration[] {
  for (const [index, row] of history.entries()) {
    const migration = migrations[index];
    if (!migration && migrations.every(({ version }) => version < row.version)) {
      throw new Error(
        `The database is newer than this Countersign: it has ${row.name}, which is not known here. ` +
          'Start the version that was running last or a later one, or restore the backup from before the upgrade.',
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
async function assertAlone(holder: pg.Pool, pending: Migration[]): Promise<void> {
  const breaking = pending.find(({ isBreaking }) => isBreaking);
  if (!breaking) return;
  const deadline = Date.now() + leavingServersMs;
  for (;;) {
    const servers = await countServers(holder);
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

/** Migrations that are applied together. */
interface Group {
  migrations: Migration[];
  /** Each step commits by itself; else all of the group is one transaction. */
  isStepwise: boolean;
  /** Whether the functions are replaced in the same transaction. */
  replaces: boolean;
}

/**
 * One transaction applies all migrations and the functions that use them, so no server sees new tables with old
 * functions. Only a migration whose steps commit by themselves divides an upgrade. A new database has no servers
 * yet and needs no steps.
 */
function groupsOf(
  pending: readonly Migration[],
  { isNew, replaces }: { isNew: boolean; replaces: boolean },
): Group[] {
  const groups: Group[] = [];
  for (const migration of pending) {
    const isStepwise = migration.isStepwise && !isNew;
    const last = groups.at(-1);
    if (last && !isStepwise && !last.isStepwise) last.migrations.push(migration);
    else groups.push({ migrations: [migration], isStepwise, replaces: false });
  }
  if (!replaces) return groups;
  const last = groups.at(-1);
  if (last && !last.isStepwise) last.replaces = true;
  else groups.push({ migrations: [], isStepwise: false, replaces: true });
  return groups;
}

async function apply(client: pg.PoolClient, group: Group): Promise<void> {
  for (const migration of group.isStepwise ? group.migrations : []) {
    await explained(migration.name, () => runStepwise(client, migration));
  }
  let longestMs = firstHoldMs;
  const attempt = async () => {
    try {
      await applyTogether(client, group, longestMs);
    } catch (error) {
      if (keptTooLong(error as Error)) longestMs *= 1.1;
      throw error;
    }
  };
  if (!group.isStepwise) await giveWay(attempt);
}

async function applyTogether(
  client: pg.PoolClient,
  { migrations, replaces }: Group,
  longestMs: number,
): Promise<void> {
  try {
    await client.query('begin');
    await client.query(
      `set local lock_timeout = ${lockPatienceMs};
       set local idle_in_transaction_session_timeout = ${sleepMs}`,
    );
    if (migrations.length > 0) await stopCalls(client, { replaces });
    const isOneMessage =
      migrations.every(({ isStepwise }) => !isStepwise) && !(await hasCitus(client));
    if (isOneMessage) await runTogether(client, migrations, longestMs);
    else {
      for (const migration of migrations) {
        await explained(migration.name, () => runMigration(client, migration));
      }
    }
    if (replaces) await replaceFunctions(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/**
 * How long the first try may keep calls waiting: servers of 0.1.0 answer 503 after half a second. After one that took longer the
 * next has a tenth more, so that a slow machine gets there as well.
 */
const firstHoldMs = 250;

/**
 * Calls lock wallets before anything else, so from then on no call has a lock that a migration waits for while it waits for
 * another one of the migration: one that began with `platform` waited for `accounts` of calls that waited for `platform`, and
 * gave way for minutes. Whoever only reads wallets is not in the way. The list of functions is locked before: no call reads it, so
 * none waits meanwhile.
 */
async function stopCalls(client: pg.PoolClient, { replaces }: { replaces: boolean }) {
  const modes = { ...(replaces && { schema_functions: 'access exclusive' }), wallets: 'exclusive' };
  for (const [table, mode] of Object.entries(modes)) {
    const { rows } = await client.query<{ isThere: boolean }>(
      `select to_regclass('${table}') is not null as "isThere"`,
    );
    if (rows[0]?.isThere) await client.query(`lock table ${table} in ${mode} mode`);
  }
}

async function explained(name: string, work: () => Promise<void>): Promise<void> {
  await work().catch((error: Error) => {
    throw migrationFault(name, error);
  });
}
