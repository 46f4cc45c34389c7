import type { ClientBase, Pool } from 'pg';
import { connectPatiently } from '../../foundation/db/connect.ts';
import type { Partition, Sequence, TableStart } from './backup-sections.ts';

/**
 * The schema's own history, which a restore recreates by migrating, and the move of this cell, which a restored copy has
 * no part in.
 */
const ownTables = `'schema_migrations', 'schema_functions', 'schema_signatures', 'cell_move'`;

/** Begins a snapshot of the whole database, which lasts until the transaction ends. */
export async function beginSnapshot(client: ClientBase): Promise<void> {
  await client.query('begin isolation level repeatable read read only');
  await setNoTimeouts(client);
}

/** Lifts the timeouts for statements that copy a whole table, and fixes the output formats of values. */
export async function setNoTimeouts(client: ClientBase): Promise<void> {
  await client.query(
    `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
     set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
     set local bytea_output = 'hex'; set local extra_float_digits = 3;`,
  );
}

/** Every table with its columns; a partitioned table counts as one. */
export async function listTables(client: ClientBase): Promise<TableStart[]> {
  const { rows } = await client.query<TableStart>(
    `select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = current_schema::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition and c.relname not in (${ownTables})
     group by c.relname order by c.relname`,
  );
  return inOrderOfNeed(rows, await listNeeds(client));
}

/** The tables that each table references, whose rows must be restored first. */
async function listNeeds(client: ClientBase): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; needs: string[] }>(
    `select conrelid::regclass::text as table, array_agg(confrelid::regclass::text) as needs
     from pg_constraint
     where contype = 'f' and conparentid = 0 and conrelid <> confrelid
       and connamespace = current_schema::regnamespace
     group by 1`,
  );
  return new Map(rows.map(({ table, needs }) => [table, needs]));
}

function inOrderOfNeed(tables: TableStart[], needs: Map<string, string[]>): TableStart[] {
  const byName = new Map(tables.map((start) => [start.table, start]));
  const ordered = new Set<TableStart>();
  const visit = (name: string, path: string[]) => {
    const start = byName.get(name);
    if (!start || ordered.has(start)) return;
    if (path.includes(name)) throw new Error(`${name} needs rows that need its own.`);
    for (const need of needs.get(name) ?? []) visit(need, [...path, name]);
    ordered.add(start);
  };
  for (const { table } of tables) visit(table, []);
  return [...ordered];
}

export async function listPartitions(client: ClientBase): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `select c.relname as name, i.inhparent::regclass::text as parent,
       pg_get_expr(c.relpartbound, c.oid) as bounds,
       (select option_value::integer from pg_options_to_table(c.reloptions)
         where option_name = 'fillfactor') as fillfactor
     from pg_class c join pg_inherits i on i.inhrelid = c.oid
     where c.relnamespace = current_schema::regnamespace and c.relispartition and c.relkind = 'r'
     order by c.relname`,
  );
  return rows;
}

/** The last sequence values. Sequences ignore the snapshot, so they are read after the rows. */
export async function listSequences(client: ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select sequencename as name, last_value::text as last from pg_sequences
     where schemaname = current_schema and last_value is not null order by 1`,
  );
  return rows;
}

export async function readKeyCheck(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ check: string | null }>(
    `select encode(key_check, 'hex') as check from platform`,
  );
  return rows[0]?.check ?? null;
}

/** The keys that sealed values need; nothing for a schema of a version without key rings. */
export async function readKeyIds(client: ClientBase): Promise<{ keyIds?: string[] }> {
  if (!(await hasTable(client, 'data_keys'))) return {};
  const { rows } = await client.query<{ keyId: string }>(
    `select key_id as "keyId" from data_keys
     where sealing_since is not null and retired_at is null order by sealing_since`,
  );
  return rows.length > 0 ? { keyIds: rows.map(({ keyId }) => keyId) } : {};
}

/** Whether the schema, which may be of an older version, has this table. */
export async function hasTable(client: ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>(
    'select to_regclass($1) is not null as "isThere"',
    [table],
  );
  return rows[0]?.isThere ?? false;
}

/** Whether the schema contains nothing at all. */
export async function isEmptySchema(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_class where relnamespace = current_schema::regnamespace limit 1',
  );
  return rowCount === 0;
}

/** How many rows each table has. */
export async function countRows(pool: Pool): Promise<Map<string, number>> {
  const client = await connectPatiently(pool);
  try {
    const counts = new Map<string, number>();
    for (const { table } of await listTables(client)) {
      const { rows } = await client.query<{ count: bigint }>(
        `select count(*) as count from ${client.escapeIdentifier(table)}`,
      );
      counts.set(table, Number(rows[0]?.count));
    }
    return counts;
  } finally {
    client.release(true);
  }
}

export async function readDatabaseBytes(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: bigint }>(
    'select pg_database_size(current_database()) as bytes',
  );
  return Number(rows[0]?.bytes);
}

/** What a database must have to take over an installation. */
interface TargetFacts {
  encoding: string;
  mayCreate: boolean;
  mayUseTemporary: boolean;
}

export async function readTargetFacts(pool: Pool): Promise<TargetFacts> {
  const { rows } = await pool.query<TargetFacts>(
    `select current_setting('server_encoding') as encoding,
       coalesce(has_schema_privilege(current_schema, 'create'), false) as "mayCreate",
       has_database_privilege(current_database(), 'temporary') as "mayUseTemporary"`,
  );
  return rows[0] as TargetFacts;
}
