import pg from 'pg';

const int8 = 20;
const int8Array = 1016;
const date = 1082;

/** The least PostgreSQL that has everything the migrations use. */
const leastVersion = 15;

export interface PoolOptions {
  /** The most connections that the pool opens. */
  max: number;
  /** What the database's own views call these connections. */
  applicationName: string;
}

/**
 * Opens a pool on a `postgresql://` URL. The parsers belong to the pool, not to the driver's
 * global table, so that no other user of the driver in this process sees amounts change type.
 */
export function createPool(target: string, { max, applicationName }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: target,
    max,
    application_name: applicationName,
    types: { getTypeParser: getTypeParser as typeof pg.types.getTypeParser },
    // A statement that waits or runs longer than a call may take helps nobody who waits for it.
    lock_timeout: 5_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // The pool replaces a lost idle connection by itself; without a listener the loss would end us.
  pool.on('error', () => {});
  return pool;
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (format !== 'binary') {
    if (oid === int8) return BigInt;
    if (oid === int8Array) return parseInt8Array;
    // A day has no time zone, and a Date would give it one.
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
 * Refuses a database that may lose what it has confirmed. Money is confirmed to callers on the
 * word of a commit, so a database that relaxes it is not slower or faster but wrong.
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
