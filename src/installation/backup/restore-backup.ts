import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool, PoolClient } from 'pg';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { replaceFunctions } from '../../foundation/db/apply-functions.ts';
import { connectPatiently } from '../../foundation/db/connect.ts';
import {
  createHistory,
  type Migration,
  planMigrations,
  runMigration,
} from '../../foundation/db/migrate.ts';
import { type Audit, auditOn } from '../../money/ledger/audit-ledger.ts';
import {
  type BackupHeader,
  type Frame,
  readBackup,
  type TableEnd,
  type TableStart,
  verifyBackup,
} from './backup-file.ts';
import { isEmptySchema, listPartitions } from './catalog-queries.ts';
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

/** A file that was read to its end and found complete, with the migrations for a database of its version. */
interface CheckedBackup {
  file: string;
  content: Awaited<ReturnType<typeof verifyBackup>>;
  applied: Migration[];
  pending: Migration[];
}

export async function checkBackup(file: string): Promise<CheckedBackup> {
  const content = await verifyBackup(file);
  const plan = await planMigrations(content.header.migrations).catch((error: Error) =>
    refuse('backup_of_other_version', { file, why: error.message }),
  );
  return { file, content, ...plan };
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
  const { header, tables, end } = backup.content;
  await createHistory(client);
  for (const migration of backup.applied) await runMigration(client, migration);
  await makePartitions(client, header);
  await emptyTables(client, tables);
  await load(client, backup.file);
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

async function load(client: PoolClient, file: string): Promise<void> {
  const frames = readBackup(file);
  for (;;) {
    const { value: frame, done } = await frames.next();
    if (done) return;
    const start = ('json' in frame ? frame.json : {}) as Partial<TableStart>;
    if (start.table !== undefined) await loadTable(client, start as TableStart, frames);
  }
}

async function loadTable(
  client: PoolClient,
  start: TableStart,
  frames: AsyncGenerator<Frame>,
): Promise<void> {
  const into = copyIn(client, start);
  let end: TableEnd | undefined;
  async function* rows() {
    for (;;) {
      const { value: frame, done } = await frames.next();
      if (done) return;
      if ('json' in frame) {
        end = frame.json as TableEnd;
        return;
      }
      yield frame.rows;
    }
  }
  await pipeline(Readable.from(rows(), { objectMode: false }), into);
  if (into.rowCount !== end?.rows) {
    const [taken, rows] = [String(into.rowCount), String(end?.rows)];
    refuse('backup_rows_lost', { table: start.table, taken, rows });
  }
}
