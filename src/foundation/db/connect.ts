import pg from 'pg';
import { requireHolder } from './citus-node.ts';
import { type ConnectionTarget, readTarget, type TargetHost } from './connection-target.ts';
import { findPrimary } from './find-primary.ts';
import {
  applySettings,
  ownSettings,
  type SessionSettings,
  takeSettings,
} from './session-settings.ts';

const int8 = 20;
const int8Array = 1016;
const date = 1082;

/** The oldest PostgreSQL version that supports everything the migrations use. */
const leastVersion = 15;

interface PoolOptions {
  /** The maximum number of connections in the pool. */
  max: number;
  /** The application name in `pg_stat_activity`. */
  applicationName: string;
  /** The timeout of a statement, and of waiting for a lock. */
  statementTimeoutMs?: number;
  lockTimeoutMs?: number;
  /** Whether any node of Citus is accepted, such as the coordinator for DDL; else only the one that holds the schema. */
  isAnyNode?: boolean;
}

/** How much longer than the database's own timeout this process waits for the database to report it. */
const silenceMs = 1_000;

/**
 * Opens a pool on a `postgresql://` URL. The type parsers belong to the pool, not to the driver's global table,
 * so that amounts do not change type for other users of the driver in this process.
 */
export function createPool(target: string, options: PoolOptions): pg.Pool {
  const { max, applicationName, isAnyNode = false } = options;
  const { statementTimeoutMs = 15_000, lockTimeoutMs = 5_000 } = options;
  const settings = {
    // A statement that waits or runs longer than a call may take is of no use to the caller.
    lock_timeout: String(lockTimeoutMs),
    statement_timeout: String(statementTimeoutMs),
    idle_in_transaction_session_timeout: '60000',
  };
  const { config, Client } = connectionOf(target, applicationName, { settings, isAnyNode });
  const pool = new pg.Pool({
    ...config,
    Client,
    max,
    types: { getTypeParser: getTypeParser as typeof pg.types.getTypeParser },
    // The database may be unable to report its timeout: a connection can go silent without closing.
    query_timeout: statementTimeoutMs + silenceMs,
  } as pg.PoolConfig);
  // The pool replaces a lost idle connection by itself, but without a listener the loss would end this process.
  pool.on('error', () => {});
  return pool;
}

/** A single connection, for code that must keep one open. */
export function createClient(target: string, applicationName: string): pg.Client {
  const { config, Client } = connectionOf(target, applicationName);
  return new Client(config);
}

function connectionOf(
  target: string,
  applicationName: string,
  { settings = {}, isAnyNode = false }: { settings?: SessionSettings; isAnyNode?: boolean } = {},
) {
  const read = readTarget(target);
  if (!read) throw new Error('The database target is no postgresql:// URL.');
  const { url, settings: fromUrl } = takeSettings(read.url);
  const config: pg.ClientConfig = {
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: 5_000 * read.hosts.length,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
  const all = { ...ownSettings, ...settings, ...fromUrl };
  return { config, Client: clientOf(read, all, isAnyNode) };
}

/**
 * A client that finds the primary server, and the node of Citus that holds the schema, before it connects, and then
 * sets its session's settings.
 */
function clientOf(
  { hosts, needsPrimary }: ConnectionTarget,
  settings: SessionSettings,
  isAnyNode: boolean,
): typeof pg.Client {
  /** The index of the last primary: the next search starts there. */
  let index = 0;
  return class SettledClient extends pg.Client {
    constructor(config: pg.ClientConfig) {
      super(config);
      // A connection may be lost between two statements, even while it is being set up, before the pool knows it. Without
      // a listener that would end this process; the next statement reports the loss.
      this.on('error', () => {});
      const connect = super.connect.bind(this);
      const open = async () => {
        if (needsPrimary) {
          index = await findPrimary(config, hosts, { from: index, settings, isAnyNode });
          const { host, port } = hosts[index] as TargetHost;
          this.host = host;
          this.port = port;
        }
        await connect();
        try {
          const hasCitus = await applySettings(this, settings);
          if (hasCitus && !isAnyNode) await requireHolder(this);
        } catch (error) {
          void this.end().catch(() => {});
          throw error;
        }
      };
      // The pool passes a callback; all other callers await the promise.
      this.connect = ((callback?: (error?: Error) => void) =>
        callback ? void open().then(() => callback(), callback) : open()) as pg.Client['connect'];
    }
  } as typeof pg.Client;
}

/**
 * A connection without the timeouts of calls, for reading or filling whole tables. Release it with `true`: it
 * keeps its settings and must not return to the pool.
 */
export async function connectPatiently(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect();
  // The driver ignores a timeout of zero, so the timeout is removed where the driver keeps it.
  (
    client as unknown as { connectionParameters: pg.ClientConfig }
  ).connectionParameters.query_timeout = 0;
  try {
    await client.query('set statement_timeout = 0');
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/**
 * Closes a pool within the given time. A connection to a silent server never closes by itself, so the sockets
 * left after that are destroyed.
 */
export async function endPool(pool: pg.Pool, withinMs = 2_000): Promise<void> {
  if (pool.ending) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, withinMs);
  await Promise.race([pool.end(), promise]);
  clearTimeout(timer);
  dropSessions(pool);
}

/** Ends all sessions of a pool at once, whatever they are doing; the next statement opens a new one. */
export function dropSessions(pool: pg.Pool): void {
  for (const client of openClients(pool)) client.connection.stream.destroy();
}

interface OpenClient {
  connection: { stream: { destroy(): void } };
}

/** The driver has no public list of its connections. */
function openClients(pool: pg.Pool): readonly OpenClient[] {
  return (pool as unknown as { _clients: OpenClient[] })._clients;
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (format !== 'binary') {
    if (oid === int8) return BigInt;
    if (oid === int8Array) return parseInt8Array;
    // A date has no time zone, and a Date would give it one.
    if (oid === date) return (text: string) => text;
  }
  return pg.types.getTypeParser(oid, format as 'text');
}

function parseInt8Array(text: string): (bigint | null)[] {
  const parse = pg.types.getTypeParser(int8Array as never, 'text') as (
    text: string,
  ) => (string | null)[];
  return parse(text).map((item) => (item === null ? null : BigInt(item)));
}

/**
 * Rejects a database that may lose committed data. Callers are told of money once its transaction commits, so
 * relaxed durability is not a trade-off but an error.
 */
export async function assertDurable(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<Record<'fsync' | 'pages' | 'commit' | 'version', string>>(
    `select current_setting('fsync') as fsync,
            current_setting('full_page_writes') as pages,
            current_setting('synchronous_commit') as commit,
            current_setting('server_version_num') as version`,
  );
  const { fsync, pages, commit, version } = rows[0] as (typeof rows)[0];
  const faults: string[] = [];
  if (Math.floor(Number(version) / 10_000) < leastVersion) {
    faults.push(`its version is older than PostgreSQL ${leastVersion}`);
  }
  if (fsync !== 'on') faults.push('fsync is off');
  if (pages !== 'on') faults.push('full_page_writes is off');
  if (commit === 'off') faults.push('synchronous_commit is off');
  if (faults.length > 0) {
    throw new Error(`This database cannot be trusted with money: ${faults.join(', ')}.`);
  }
}
