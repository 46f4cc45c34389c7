import type { Pool } from 'pg';
import type { Change } from '../../foundation/audit/change-queries.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { listenerSessions } from '../../foundation/db/server-queries.ts';

/** A data key as the database knows it: by its ID, never the key itself. */
export interface StoredKey {
  keyId: string;
  addedAt: Date;
  /** Null for a key that servers learn before it seals. */
  sealingSince: Date | null;
  /** When no value needed it any more. */
  retiredAt: Date | null;
  /** How many values it has sealed. */
  seals: number;
}

/** All keys: those that sealed in their order, then those that are to be learned. */
export async function listDataKeys(db: Queryable): Promise<StoredKey[]> {
  const { rows } = await db.query<StoredKey>(
    `select key_id as "keyId", added_at as "addedAt", sealing_since as "sealingSince",
       retired_at as "retiredAt", seals::float8 as seals
     from data_keys order by sealing_since nulls last, added_at`,
  );
  return rows;
}

/** What the first start stored about its data key. */
interface Binding {
  /** Identifies the key of an installation from before key rings. */
  keyCheck: Buffer | null;
  fingerprintKey: Buffer | null;
}

export async function readBinding(db: Queryable): Promise<Binding> {
  const { rows } = await db.query<Binding>(
    `select key_check as "keyCheck", fingerprint_key as "fingerprintKey" from platform`,
  );
  return rows[0] ?? { keyCheck: null, fingerprintKey: null };
}

/** Makes other first starts wait until this one has bound the database. */
export async function lockBinding(change: Change): Promise<void> {
  await change.query('select from platform for update');
}

/** Whether the database is already bound to a data key. */
export async function isBound(pool: Pool): Promise<boolean> {
  return (await readBinding(pool)).keyCheck !== null;
}

/** Binds the database to its first key. */
export async function bindFirstKey(
  change: Change,
  { keyId, keyCheck, fingerprintKey }: { keyId: string; keyCheck: Buffer; fingerprintKey: Buffer },
): Promise<void> {
  await change.query('insert into data_keys (key_id, sealing_since) values ($1, now())', [keyId]);
  await change.query('update platform set key_check = $1, fingerprint_key = $2', [
    keyCheck,
    fingerprintKey,
  ]);
}

export async function addDataKey(change: Change, keyId: string): Promise<void> {
  await change.query('insert into data_keys (key_id) values ($1) on conflict do nothing', [keyId]);
}

/**
 * Lets a key seal from now on, after all others even if the database's clock went back. A server of a version
 * without key rings refuses the database then: no key of its own has this check.
 */
export async function startSealing(change: Change, keyId: string): Promise<void> {
  await change.query(
    `update data_keys k
     set sealing_since = t.since
     from (
       select greatest(
           statement_timestamp(), max(sealing_since) + interval '1 millisecond'
         ) as since
       from data_keys
     ) t
     where k.key_id = $1 and k.sealing_since is null`,
    [keyId],
  );
  await change.query(`update platform set key_check = decode($1, 'hex')`, [keyId]);
}

/** Retires the keys that sealed before this one. A key that was rotated to meanwhile still seals. */
export async function retireOldKeys(change: Change, sealingKey: string): Promise<number> {
  const { rowCount } = await change.query(
    `update data_keys set retired_at = now()
     where sealing_since < (select k.sealing_since from data_keys k where k.key_id = $1)
       and retired_at is null`,
    [sealingKey],
  );
  return rowCount ?? 0;
}

/** What a server knows, and how many values it sealed with each key since its last report. */
interface ServerReport {
  serverId: string;
  /** The backend of its listening connection, by which others see that it runs. */
  listenerPid: number;
  keyIds: readonly string[];
  sealingKey: string;
}

export async function reportServer(pool: Pool, report: ServerReport): Promise<void> {
  await pool.query(
    `insert into data_key_servers (server_id, listener_pid, key_ids, sealing_key, reported_at)
     values ($1, $2, $3, $4, now())
     on conflict (server_id) do update set listener_pid = excluded.listener_pid,
       key_ids = excluded.key_ids, sealing_key = excluded.sealing_key,
       reported_at = excluded.reported_at`,
    [report.serverId, report.listenerPid, report.keyIds, report.sealingKey],
  );
}

export async function addSeals(pool: Pool, keyId: string, count: number): Promise<void> {
  await pool.query('update data_keys set seals = seals + $2 where key_id = $1', [keyId, count]);
}

/** Removes the report of a server that stops. */
export async function removeReport(pool: Pool, serverId: string): Promise<void> {
  await pool.query('delete from data_key_servers where server_id = $1', [serverId]);
}

/** A server that uses this database now. */
export interface ConnectedServer {
  /** Where it connects from; null for a local socket, and while it is not connected. */
  address: string | null;
  /** Empty for a server that has not reported. */
  keyIds: string[];
  sealingKey: string | null;
}

/**
 * A server that reported within this time runs, even if it has no connection: it may have lost it a moment ago.
 * Servers report every few seconds.
 */
const reportSeconds = 30;

/** Each running server with its report. One of a version without key rings reports nothing. */
export async function listConnectedServers(db: Queryable): Promise<ConnectedServer[]> {
  const { rows } = await db.query<ConnectedServer>(
    `select host(a.client_addr) as address, coalesce(s.key_ids, '{}') as "keyIds",
       s.sealing_key as "sealingKey"
     from ${listenerSessions} a
     -- The number of a backend can be used again.
     full join data_key_servers s on s.listener_pid = a.pid and s.reported_at >= a.backend_start
     where a.pid is not null or s.reported_at > now() - make_interval(secs => $1)
     order by a.client_addr, a.pid`,
    [reportSeconds],
  );
  return rows;
}

/** Removes the reports of servers that were killed. */
export async function pruneServerReports(pool: Pool): Promise<void> {
  await pool.query(`delete from data_key_servers where reported_at < now() - interval '1 day'`);
}
