import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { connectPatiently } from '../../foundation/db/connect.ts';
import { readHistory } from '../../foundation/db/migrate.ts';
import {
  type BackupEnd,
  type BackupHeader,
  type Frame,
  type TableStart,
  writeBackup,
} from './backup-file.ts';
import {
  beginSnapshot,
  listPartitions,
  listSequences,
  listTables,
  readKeyCheck,
} from './catalog-queries.ts';
import { copyOut } from './copy-queries.ts';

interface MadeBackup {
  header: BackupHeader;
  tables: number;
  rows: number;
  bytes: number;
}

/**
 * Writes the whole database into one file, from one snapshot: it contains every call answered before, and none
 * in part. Calls go on meanwhile; PostgreSQL keeps the row versions they replace until the snapshot ends, so
 * this reads as fast as it can.
 */
export async function createBackup(pool: Pool, file: string, program: string): Promise<MadeBackup> {
  const client = await connectPatiently(pool);
  let made: Omit<MadeBackup, 'bytes'> | undefined;
  try {
    await beginSnapshot(client);
    const bytes = await writeBackup(
      file,
      framesOf(client, program, (header, { tables, rows }) => {
        made = { header, tables, rows };
      }),
    );
    return { ...(made as unknown as MadeBackup), bytes };
  } finally {
    // An interrupted COPY cannot be resumed, so the connection is closed.
    client.release(true);
  }
}

async function* framesOf(
  client: PoolClient,
  program: string,
  onEnd: (header: BackupHeader, end: BackupEnd) => void,
): AsyncGenerator<Frame> {
  const header: BackupHeader = {
    format: 'countersign backup',
    formatVersion: 1,
    program,
    madeAt: new Date().toISOString(),
    migrations: (await readHistory(client)) ?? [],
    partitions: await listPartitions(client),
    keyCheck: await readKeyCheck(client),
  };
  yield { json: header };
  const tables = await listTables(client);
  let rows = 0;
  for (const start of tables) rows += yield* rowsOf(client, start);
  const sequences = await listSequences(client);
  const end: BackupEnd = { end: true, sequences, tables: tables.length, rows };
  yield { json: end };
  onEnd(header, end);
}

async function* rowsOf(client: PoolClient, start: TableStart): AsyncGenerator<Frame, number> {
  yield { json: start };
  const hash = createHash('sha256');
  const source = copyOut(client, start);
  for await (const chunk of source) {
    hash.update(chunk);
    yield { rows: chunk };
  }
  yield { json: { rows: source.rowCount, sha256: hash.digest('hex') } };
  return source.rowCount;
}
