import type { Readable, Writable } from 'node:stream';
import type { ClientBase } from 'pg';
import { from, to } from 'pg-copy-streams';
import {
  boundsPattern,
  namePattern,
  type Partition,
  type Sequence,
  type TableStart,
} from './backup-sections.ts';
import { setNoTimeouts } from './catalog-queries.ts';

/** Checked again where it becomes SQL. */
function name(text: string): string {
  if (!new RegExp(namePattern).test(text)) throw new Error(`${text} is no name of ours.`);
  return `"${text}"`;
}

/** The rows of a table in COPY format; `rowCount` is known at the end. */
export function copyOut(
  client: ClientBase,
  { table, columns }: TableStart,
): Readable & { rowCount: number } {
  const list = columns.map(name).join(', ');
  return client.query(to(`copy (select ${list} from ${name(table)}) to stdout`));
}

export function copyIn(
  client: ClientBase,
  { table, columns }: TableStart,
): Writable & { rowCount: number } {
  const list = columns.map(name).join(', ');
  return client.query(from(`copy ${name(table)} (${list}) from stdin`));
}

export async function beginRestore(client: ClientBase): Promise<void> {
  await client.query('begin');
  await setNoTimeouts(client);
}

/** The planner has no statistics yet for newly restored rows, and an audit joins all of them. */
export async function analyzeTables(client: ClientBase, tables: string[]): Promise<void> {
  // A backup of an older version names tables that the migrations to this version have removed.
  const { rows } = await client.query<{ table: string }>(
    'select t as "table" from unnest($1::text[]) t where to_regclass(quote_ident(t)) is not null',
    [tables],
  );
  await client.query(`analyze ${rows.map(({ table }) => name(table)).join(', ')}`);
  await client.query(`set local work_mem = '128MB'; set local jit = off`);
}

export async function commitRestore(client: ClientBase): Promise<void> {
  await client.query('commit');
}

/** Deletes the rows that migrations inserted, and disables triggers while rows are restored. */
export async function emptyTables(client: ClientBase, tables: string[]): Promise<void> {
  await setTriggers(client, tables, 'disable');
  await client.query(`truncate ${tables.map(name).join(', ')}`);
}

export async function setTriggers(
  client: ClientBase,
  tables: string[],
  state: 'enable' | 'disable',
): Promise<void> {
  for (const table of tables) {
    await client.query(`alter table ${name(table)} ${state} trigger user`);
  }
}

/** Creates a partition if it is missing; the months of a backup may be long past. */
export async function makePartition(client: ClientBase, partition: Partition): Promise<void> {
  const { bounds, fillfactor } = partition;
  if (!new RegExp(boundsPattern).test(bounds)) throw new Error(`${bounds} are no bounds of ours.`);
  const storage = fillfactor === null ? '' : ` with (fillfactor = ${Number(fillfactor)})`;
  await client.query(
    `create table if not exists ${name(partition.name)} partition of ${name(partition.parent)}
     ${bounds}${storage}`,
  );
}

export async function setSequence(client: ClientBase, sequence: Sequence): Promise<void> {
  await client.query('select setval($1::regclass, $2)', [name(sequence.name), sequence.last]);
}
