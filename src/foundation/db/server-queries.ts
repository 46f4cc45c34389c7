import { isLockTimeout } from './faults.ts';
import { readFunctionsNumber } from './function-files.ts';
import type { Queryable } from './queryable.ts';

/** The channel on which the database notifies the servers of an installation, which is a schema. */
export function channelOf(schema: string): string {
  return `catalog_${schema}`;
}

/** The name of the connection on which a server listens for changes. It ends with the number of its functions. */
export function listenerName(schema: string): string {
  return `countersign listen ${channelOf(schema)} ${readFunctionsNumber().number}`;
}

/**
 * The sessions on which the servers of this installation listen for changes, one for each
 * server. Version 0.1.0 names no schema; a server of that version counts for every installation in the database.
 * Not of the view `pg_stat_activity`: beside a table of ours, Citus asks for the right to read the roles in it.
 */
export const listenerSessions = `(
  select * from pg_stat_get_activity(null)
  where datid = (select oid from pg_database where datname = current_database())
    and (
      starts_with(application_name, 'countersign listen ${channelOf('')}' || current_schema || ' ')
      or application_name ~ '^countersign listen catalog( |$)'
    )
)`;

/** The servers that may still call functions of an older version. Version 0.1.0 gives no number. */
export async function countOlderServers(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ servers: number }>(
    `select count(*)::integer as servers from ${listenerSessions} s
     where coalesce(substring(application_name from ' ([0-9]+)$')::integer, 0) < $1`,
    [readFunctionsNumber().number],
  );
  return rows[0]?.servers ?? 0;
}

/** The servers that use this installation now. */
export async function countServers(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ servers: number }>(
    `select count(*)::integer as servers from ${listenerSessions} s`,
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
       update write_probe set written_at = now();
       reindex index write_probe_pkey`,
    );
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
  }
}
