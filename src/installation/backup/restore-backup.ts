import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { replaceFunctions } from '../../foundation/db/apply-functions.ts';
import { connectPatiently } from '../../foundation/db/connect.ts';
import { createHistory, planMigrations } from '../../foundation/db/migrate.ts';
import type { Migration } from '../../foundation/db/read-migrations.ts';
import { runMigration } from '../../foundation/db/run-migration.ts';
import { type Audit, auditOn } from '../../money/ledger/audit-ledger.ts';
import type { Cipher } from './backup-file.ts';
import type { BackupHeader, TableEnd, TableStart } from './backup-sections.ts';
import { isEmptySchema, listPartitions, listTables } from './catalog-queries.ts';
import {
  analyzeTables,
  beginRestore,
  commitRestore,
  copyIn,
  emptyTables,
  makePartition,
  setSequence,
  setTriggers,
} from './copy-queries.ts';
import { readSections, type Section } from './read-sections.ts';
import { verifyBackup } from './verify-backup.ts';

/** A file that was read to its end and found complete, with the migrations for a database of its version. */
export interface CheckedBackup {
  file: string;
  decrypt: Cipher | undefined;
  content: Awaited<ReturnType<typeof verifyBackup>>;
  applied: Migration[];
  pending: Migration[];
}

export async function checkBackup(file: string, decrypt?: Cipher): Promise<CheckedBackup> {
  const content = await verifyBackup(file, decrypt);
  const plan = await planMigrations(content.header.migrations).catch((error: Error) =>
    refuse('backup_of_other_version', { file, why: error.message }),
  );
  return { file, decrypt, content, ...plan };
}

/**
 * Restores a backup into an empty database, in one transaction: either all of it is there and the ledger audit
 * passes, or nothing is. It migrates a backup of an older version to this one on the way.
 */
export async function restoreBackup(pool: Pool, backup: CheckedBackup): Promise<Audit> {
  const client = await connectPatiently(pool);
  try {
    await beginRestore(client);
    if (!(await isEmptySchema(client))) refuse('database_not_empty');
    const audit = await fill(client, backup);
    if (!audit.ok) {
      const fault = String(audit.faults[0]?.detail);
      refuse('backup_ledger_wrong', { file: backup.file, fault });
    }
    await commitRestore(client);
    return audit;
  } finally {
    // Closing the connection rolls back an uncommitted transaction.
    client.release(true);
  }
}

async function fill(client: PoolClient, backup: CheckedBackup): Promise<Audit> {
  const { header, end } = backup.content;
  const tables = backup.content.tables.map(({ table }) => table);
  await createHistory(client);
  for (const migration of backup.applied) await runMigration(client, migration);
  await makePartitions(client, header);
  await requireOwnTables(client, backup);
  await emptyTables(client, tables);
  await load(client, backup);
  await setTriggers(client, tables, 'enable');
  for (const sequence of end.sequences) await setSequence(client, sequence);
  for (const migration of backup.pending) await runMigration(client, migration);
  await replaceFunctions(client);
  await analyzeTables(client, tables);
  return auditOn(client);
}

async function makePartitions(client: PoolClient, { partitions }: BackupHeader): Promise<void> {
  const there = new Set((await listPartitions(client)).map(({ name }) => name));
  for (const partition of partitions) {
    if (!there.has(partition.name)) await makePartition(client, partition);
  }
}

/** The tables of the file are those of its version: it writes no history of migrations, and leaves none out. */
async function requireOwnTables(client: PoolClient, { file, content }: CheckedBackup) {
  const lines = (tables: readonly TableStart[]) =>
    tables.map(({ table, columns }) => `${table} ${columns.toSorted()}`).toSorted();
  const [own, found] = [lines(await listTables(client)), lines(content.tables)];
  const other =
    found.find((line) => !own.includes(line)) ?? own.find((line) => !found.includes(line));
  if (other !== undefined)
    refuse('backup_tables_wrong', { file, table: other.split(' ')[0] ?? '' });
}

async function load(client: PoolClient, { file, decrypt }: CheckedBackup): Promise<void> {
  const sections = readSections(file, decrypt);
  for (;;) {
    const { value: section, done } = await sections.next();
    if (done) return;
    if (section.kind === 'table') await loadTable(client, section.start, sections);
  }
}

async function loadTable(
  client: PoolClient,
  start: TableStart,
  sections: AsyncGenerator<Section>,
): Promise<void> {
  const into = copyIn(client, start);
  let end: TableEnd | undefined;
  async function* rows() {
    for (;;) {
      const { value: section, done } = await sections.next();
      if (!done && section.kind === 'sums') end = section.sums;
      if (done || section.kind !== 'rows') return;
      yield section.rows;
    }
  }
  const source = Readable.from(rows(), { objectMode: false });
  await pipeline(source, into).catch((error: Error) => {
    if (!(error instanceof DatabaseError)) throw error;
    refuse('backup_rows_refused', { table: start.table, why: error.message });
  });
  if (into.rowCount !== end?.rows) {
    const [taken, rows] = [String(into.rowCount), String(end?.rows)];
    refuse('backup_rows_lost', { table: start.table, taken, rows });
  }
}
