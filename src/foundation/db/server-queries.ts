import { setTimeout as sleep } from 'node:timers/promises';
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
async function countOlderServers(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ servers: number }>(
    `select count(*)::integer as servers from ${listenerSessions} s
     where coalesce(substring(application_name from ' ([0-9]+)$')::integer, 0) < $1`,
    [readFunctionsNumber().number],
  );
  return rows[0]?.servers ?? 0;
}

/**
 * Whether no server of an older version is left. A server whose connection is lost for a moment is not seen, so
 * this looks more than once.
 */
export async function areOlderServersGone(
  db: Queryable,
  { looks = 3, pauseMs = 10_000, signal }: LookOptions = {},
): Promise<boolean> {
  for (let look = 0; look < looks; look++) {
    if (look > 0) await sleep(pauseMs, undefined, { signal }).catch(() => {});
    if (signal?.aborted || (await countOlderServers(db)) > 0) return false;
  }
  return true;
}

export interface LookOptions {
  looks?: number;
  pauseMs?: number;
  signal?: AbortSignal;
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
