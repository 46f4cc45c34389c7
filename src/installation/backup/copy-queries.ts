import type { Readable, Writable } from 'node:stream';
import type { ClientBase } from 'pg';
import { from, to } from 'pg-copy-streams';
import type { Partition, Sequence, TableStart } from './backup-file.ts';
import { setNoTimeouts } from './catalog-queries.ts';

/** Names and bounds come from a file, and become SQL: they are what we write, or nothing. */
function name(text: string): string {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(text)) throw new Error(`${text} is no name of ours.`);
  return `"${text}"`;
}

/** The rows of a table as COPY writes them; `rowCount` is known at the end. */
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

/** The planner knows nothing yet of rows that have just come, and an audit joins them all. */
export async function analyzeTables(client: ClientBase, tables: string[]): Promise<void> {
  // A backup of an older version names tables that are gone once it has been brought to this one.
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

/** Takes away the rows that migrations put in, and keeps triggers from adding to those that come. */
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

/** Makes a partition that is not there yet; the months of a backup may be long past. */
export async function makePartition(client: ClientBase, partition: Partition): Promise<void> {
  const { bounds, fillfactor } = partition;
  const uuid = `'[0-9a-f-]{36}'`;
  if (!new RegExp(`^(DEFAULT|FOR VALUES FROM \\(${uuid}\\) TO \\(${uuid}\\))$`).test(bounds)) {
    throw new Error(`${bounds} are no bounds of ours.`);
  }
  const storage = fillfactor === null ? '' : ` with (fillfactor = ${Number(fillfactor)})`;
  await client.query(
    `create table if not exists ${name(partition.name)} partition of ${name(partition.parent)}
     ${bounds}${storage}`,
  );
}

export async function setSequence(client: ClientBase, sequence: Sequence): Promise<void> {
  await client.query('select setval($1::regclass, $2)', [name(sequence.name), sequence.last]);
}
