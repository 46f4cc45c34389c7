import { setTimeout as sleep } from 'node:timers/promises';
import { escapeIdentifier, type Pool, type PoolClient } from 'pg';
import { connectPatiently } from '../../foundation/db/connect.ts';
import { giveWay, lockPatienceMs } from '../../foundation/db/give-way.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';

const slotPollMs = 50;

/** The name of a move's publication, subscription and replication slot. */
export function replicationName(moveId: string): string {
  return `countersign_move_${moveId.replaceAll('-', '')}`;
}

/**
 * The tables whose rows are moved; a partitioned table counts as one. The history of migrations is made by migrating,
 * and what an unlogged table has may be lost at any time.
 */
export async function listMovedTables(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema::regnamespace and relkind in ('r', 'p')
       and not relispartition and relpersistence = 'p'
       and relname not in ('schema_migrations', 'schema_functions', 'schema_signatures', 'arriving_cell')
     order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** The schema of the cell. */
export async function readSchema(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ schema: string }>('select current_schema as schema');
  return rows[0]?.schema as string;
}

/** One command moves a cell at a time: the lock lasts as long as its connection. */
export async function tryMoveLock(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ isTaken: boolean }>(
    `select pg_try_advisory_lock(1131375984, hashtext(current_schema)) as "isTaken"`,
  );
  return rows[0]?.isTaken ?? false;
}

/**
 * Lets the whole row stand for the key where a table has none: a delete of such a row cannot be replicated otherwise. Keys
 * would cost every call an index entry, and these tables have few deletes, or few rows.
 */
export async function nameRows(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class c
     where relnamespace = current_schema::regnamespace and relkind in ('r', 'p')
       and relpersistence = 'p' and relreplident = 'd'
       and not exists (select from pg_index where indrelid = c.oid and indisprimary)
     order by 1`,
  );
  for (const { name } of rows) {
    await giveWay(async () => {
      await client.query(
        `set local lock_timeout = ${lockPatienceMs}; alter table ${escapeIdentifier(name)} replica identity full`,
      );
    });
  }
}

/**
 * Publishes the rows of the cell under the names of whole tables, so that a new month needs nothing of the other side.
 * The slot keeps what is written from now on until the other side has it.
 */
export async function publish(source: Pool, moveId: string): Promise<void> {
  const name = replicationName(moveId);
  const client = await connectPatiently(source);
  try {
    await nameRows(client);
    const { rowCount: published } = await client.query(
      'select from pg_publication where pubname = $1',
      [name],
    );
    if (published === 0) await client.query(publicationOf(name, await listMovedTables(client)));
    const { rowCount: kept } = await client.query(
      'select from pg_replication_slots where slot_name = $1',
      [name],
    );
    if (kept === 0) {
      await client.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [name]);
    }
  } finally {
    client.release(true);
  }
}

export function publicationOf(name: string, tables: readonly string[]): string {
  return `create publication ${name} for table ${tables.map(escapeIdentifier).join(', ')}
    with (publish_via_partition_root = true)`;
}

/** How many bytes of the old database's log the new one has not confirmed. */
export async function readBytesBehind(source: Queryable, moveId: string): Promise<number> {
  const { rows } = await source.query<{ bytes: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)::text as bytes
     from pg_replication_slots where slot_name = $1`,
    [replicationName(moveId)],
  );
  return Number(rows[0]?.bytes ?? Number.POSITIVE_INFINITY);
}

/** Removes the slots of a move, those of single tables as well, and its publication. */
export async function unpublish(source: Pool, moveId: string, syncSlots: string): Promise<void> {
  const name = replicationName(moveId);
  for (;;) {
    const { rows } = await source.query<{ slot: string; pid: number | null }>(
      `select slot_name as slot, active_pid as pid from pg_replication_slots
       where slot_name = $1 or slot_name like $2`,
      [name, syncSlots],
    );
    if (rows.length === 0) break;
    for (const { slot, pid } of rows) {
      // Its sender ends a moment after the other side is gone.
      if (pid !== null) await source.query('select pg_terminate_backend($1)', [pid]);
      else await source.query('select pg_drop_replication_slot($1)', [slot]).catch(() => {});
    }
    await sleep(slotPollMs);
  }
  await source.query(`drop publication if exists ${name}`);
}

/** Removes the old copy of a cell that has moved. */
export async function dropOldCopy(source: Pool, schema: string): Promise<void> {
  const client = await connectPatiently(source);
  try {
    await client.query(`drop schema ${escapeIdentifier(schema)} cascade`);
  } finally {
    client.release(true);
  }
}
