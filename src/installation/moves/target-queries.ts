import { escapeIdentifier, escapeLiteral, type Pool, type PoolClient } from 'pg';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { connectPatiently } from '../../foundation/db/connect.ts';
import { inTransaction } from '../../foundation/db/in-transaction.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { emptyTables, setTriggers } from '../backup/copy-queries.ts';
import { bringRest, type Rest } from './compare-queries.ts';
import { listMovedTables, replicationName } from './source-queries.ts';

/** Where a cell is on its way, by its new database. */
export type Arrival = 'absent' | 'waiting' | 'arrived' | 'other';

/** Reads where this move is: the table that holds servers back is there until the cell has arrived. */
export async function readArrival(
  target: Queryable,
  schema: string,
  moveId: string,
): Promise<Arrival> {
  const { rows } = await target.query<{ hasSchema: boolean; mark: string | null }>(
    `select to_regnamespace($1) is not null as "hasSchema",
       to_regclass($1 || '.arriving_cell')::text as mark`,
    [schema],
  );
  if (!rows[0]?.hasSchema) return 'absent';
  if (rows[0].mark === null) return 'arrived';
  const { rowCount } = await target.query('select from arriving_cell where move_id = $1', [moveId]);
  return rowCount === 1 ? 'waiting' : 'other';
}

/** Creates the schema with the mark that holds back every server that starts on it. */
export async function createArrival(
  target: Pool,
  { schema, role, moveId }: { schema: string; role: string; moveId: string },
): Promise<void> {
  const [space, name] = [escapeIdentifier(schema), escapeIdentifier(role)];
  await inTransaction(target, 'begin', async (client) => {
    // Citus could distribute every new schema; the triggers of the tables must be made before.
    await client.query('set local citus.enable_schema_based_sharding = off');
    await client.query(
      `create schema ${space} authorization ${name};
       create table ${space}.arriving_cell (move_id uuid primary key, hand_over uuid);
       grant select on ${space}.arriving_cell to ${name}`,
    );
    await client.query('insert into arriving_cell (move_id) values ($1)', [moveId]);
  });
}

/** Takes the right to switch. A command that took it before, and sleeps, has it no longer. */
export async function takeHandOver(
  target: Queryable,
  moveId: string,
  right: string,
): Promise<void> {
  const { rowCount } = await target.query(
    'update arriving_cell set hand_over = $2 where move_id = $1',
    [moveId, right],
  );
  if (rowCount !== 1) refuse('cell_move_aborted');
}

/** Gives the right to switch back. False if another command has it, or the switch is done. */
export async function leaveHandOver(target: Queryable, right: string): Promise<boolean> {
  const { rowCount } = await target.query(
    'update arriving_cell set hand_over = null where hand_over = $1',
    [right],
  );
  return rowCount === 1;
}

/**
 * The switch: from this commit on the new cell serves. It is also the commit that makes what was replicated last
 * durable, because replication itself does not wait for the disk.
 */
export async function switchOver(
  target: Pool,
  { moveId, right, rest }: { moveId: string; right: string; rest: Rest },
): Promise<void> {
  await inTransaction(target, 'begin', async (client) => {
    await client.query('set local synchronous_commit = on');
    const { rowCount } = await client.query(
      'select from arriving_cell where move_id = $1 and hand_over = $2 for update',
      [moveId, right],
    );
    if (rowCount !== 1) refuse('cell_move_aborted');
    await bringRest(client, rest);
    await client.query(`alter subscription ${replicationName(moveId)} disable`);
    await client.query('delete from cell_move');
    await client.query('drop table arriving_cell');
  });
}

/** Replaces the rows that migrations made by those of the old cell, and begins to follow it. */
export async function subscribe(target: Pool, moveId: string, sourceUrl: string): Promise<void> {
  const name = replicationName(moveId);
  await inTransaction(target, 'begin', async (client) => {
    if (await hasSubscription(client, moveId)) return;
    const tables = await listMovedTables(client);
    await emptyTables(client, tables);
    await setTriggers(client, tables, 'enable');
    await client.query(
      `create subscription ${name} connection ${escapeLiteral(sourceUrl)} publication ${name}
       with (create_slot = false, slot_name = '${name}', enabled = false)`,
    );
  });
  await target.query(`alter subscription ${name} enable`);
}

async function hasSubscription(db: Queryable, moveId: string): Promise<boolean> {
  const { rowCount } = await db.query('select from pg_subscription where subname = $1', [
    replicationName(moveId),
  ]);
  return rowCount === 1;
}

/** How far the first copy is: tables, and rows of those that are being copied. */
export interface CopyProgress {
  tables: number;
  ready: number;
  rows: number;
  /** How often a table could not be copied or a change not be applied. */
  faults: number;
}

export async function readCopyProgress(target: Queryable, moveId: string): Promise<CopyProgress> {
  const { rows } = await target.query<CopyProgress>(
    `select count(*)::integer as tables,
       (count(*) filter (where r.srsubstate = 'r'))::integer as ready,
       (select coalesce(sum(tuples_processed), 0)::float from pg_stat_progress_copy
         where datname = current_database()) as rows,
       (select (apply_error_count + sync_error_count)::integer from pg_stat_subscription_stats
         where subname = $1) as faults
     from pg_subscription s join pg_subscription_rel r on r.srsubid = s.oid
     where s.subname = $1`,
    [replicationName(moveId)],
  );
  return rows[0] as CopyProgress;
}

/** Servers that were started on the new database and wait for the cell. */
export async function countWaiting(target: Queryable, role: string): Promise<number> {
  const { rows } = await target.query<{ servers: number }>(
    `select count(*)::integer as servers from pg_stat_activity
     where datname = current_database() and usename = $1 and application_name = 'countersign waiting'`,
    [role],
  );
  return rows[0]?.servers ?? 0;
}

/**
 * The names of the slots by which single tables are copied, as a pattern. The subscription tells them, so it is removed
 * after them.
 */
export async function readSyncSlots(target: Queryable, moveId: string): Promise<string> {
  const { rows } = await target.query<{ slots: string }>(
    `select format('pg\\_%s\\_sync\\_%%', oid) as slots from pg_subscription where subname = $1`,
    [replicationName(moveId)],
  );
  return rows[0]?.slots ?? '';
}

/** Stops following the old cell. */
export async function pauseSubscription(target: Queryable, moveId: string): Promise<void> {
  if (!(await hasSubscription(target, moveId))) return;
  await target.query(`alter subscription ${replicationName(moveId)} disable`);
}

/** Removes the paused subscription alone; its slots are removed where they are. */
export async function dropSubscription(target: Pool, moveId: string): Promise<void> {
  await inTransaction(target, 'begin', (client) => unsubscribe(client, moveId));
}

async function unsubscribe(client: PoolClient, moveId: string): Promise<void> {
  if (!(await hasSubscription(client, moveId))) return;
  const name = replicationName(moveId);
  await client.query(`alter subscription ${name} set (slot_name = none)`);
  await client.query(`drop subscription ${name}`);
}

/** Removes all that the move made in the new database. */
export async function dropArrival(target: Pool, schema: string, moveId: string): Promise<void> {
  const client = await connectPatiently(target);
  try {
    // The session of a killed command may take some seconds to notice, and keeps its locks until then.
    await client.query(`begin; set local lock_timeout = '60s'`);
    await unsubscribe(client, moveId);
    await client.query(`drop schema if exists ${escapeIdentifier(schema)} cascade`);
    await client.query('commit');
  } finally {
    // Closing the connection rolls back an uncommitted transaction.
    client.release(true);
  }
}
