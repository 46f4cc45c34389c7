import { isLockTimeout } from './faults.ts';
import { readFunctionsNumber } from './function-files.ts';
import type { Queryable } from './queryable.ts';

/** The name of the connection on which a server listens for changes. It ends with the number of its functions. */
export function listenerName(channel: string): string {
  return `countersign listen ${channel} ${readFunctionsNumber().number}`;
}

/** The servers that may still call functions of an older version. Version 0.1.0 gives no number. */
export async function countOlderServers(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ servers: number }>(
    `select count(*)::integer as servers from pg_stat_activity
     where datname = current_database() and application_name like 'countersign listen %'
       and coalesce(substring(application_name from ' ([0-9]+)$')::integer, 0) < $1`,
    [readFunctionsNumber().number],
  );
  return rows[0]?.servers ?? 0;
}

/** The servers that use this database now. Each has one connection that listens for changes. */
export async function countServers(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ servers: number }>(
    `select count(*)::integer as servers from pg_stat_activity
     where datname = current_database() and application_name like 'countersign listen %'`,
  );
  return rows[0]?.servers ?? 0;
}

/**
 * Fails if the database takes no writes. On a full disk an update still finds room in a page that exists; a
 * rebuilt index needs new pages. Readers, such as a dump on a standby, do not wait for it, as they would for a
 * truncated table. One server tries at a time: for the others, the lock says that the database answers.
 */
export async function tryWrite(db: Queryable): Promise<void> {
  try {
    // One message without values is one transaction.
    await db.query(
      `lock table write_probe in share row exclusive mode nowait;
       update write_probe set written_at = clock_timestamp();
       reindex index write_probe_pkey`,
    );
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
  }
}
