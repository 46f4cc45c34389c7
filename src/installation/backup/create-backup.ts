import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { readHead } from '../../foundation/audit/entry-queries.ts';
import { sealHead } from '../../foundation/audit/kept-head.ts';
import { connectPatiently } from '../../foundation/db/connect.ts';
import { readHistory } from '../../foundation/db/migrate.ts';
import type { Vault } from '../../foundation/vault.ts';
import { type Cipher, type Frame, writeBackup } from './backup-file.ts';
import type { BackupEnd, BackupHeader, TableStart } from './backup-sections.ts';
import {
  beginSnapshot,
  hasTable,
  listPartitions,
  listSequences,
  listTables,
  readKeyCheck,
  readKeyIds,
} from './catalog-queries.ts';
import { copyOut } from './copy-queries.ts';

export interface MadeBackup {
  header: BackupHeader;
  tables: number;
  rows: number;
  bytes: number;
  /** Of the file as it is on disk, encrypted or not. */
  sha256: string;
}

/** What writes the backup: its version, and the data key that seals the head of the audit log. */
interface Program {
  program: string;
  vault: Vault;
}

interface Creation extends Program {
  encrypt?: Cipher | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Writes the whole database into one file, from one snapshot: it contains every call answered before, and none
 * in part. Calls go on meanwhile; PostgreSQL keeps the row versions they replace until the snapshot ends, so
 * this reads as fast as it can.
 */
export async function createBackup(
  pool: Pool,
  file: string,
  { program, vault, encrypt, signal }: Creation,
): Promise<MadeBackup> {
  // Before the snapshot: a head of the audit log that was kept earlier is then in the snapshot.
  const madeAt = new Date().toISOString();
  const client = await connectPatiently(pool);
  let made: Omit<MadeBackup, 'bytes' | 'sha256'> | undefined;
  try {
    await beginSnapshot(client);
    const frames = framesOf(client, { program, vault, madeAt }, (header, { tables, rows }) => {
      made = { header, tables, rows };
    });
    const written = await writeBackup(file, frames, { encrypt, signal });
    return { ...(made as unknown as MadeBackup), ...written };
  } finally {
    // An interrupted COPY cannot be resumed, so the connection is closed.
    client.release(true);
  }
}

async function* framesOf(
  client: PoolClient,
  { program, vault, madeAt }: Program & { madeAt: string },
  onEnd: (header: BackupHeader, end: BackupEnd) => void,
): AsyncGenerator<Frame> {
  const header: BackupHeader = {
    format: 'countersign backup',
    formatVersion: 1,
    program,
    madeAt,
    migrations: ((await readHistory(client)) ?? []).map(({ version, name, checksum }) => {
      return { version, name, checksum };
    }),
    partitions: await listPartitions(client),
    keyCheck: await readKeyCheck(client),
    ...(await readKeyIds(client)),
    auditHead: await readSealedHead(client, vault, madeAt),
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

async function readSealedHead(
  client: PoolClient,
  vault: Vault,
  keptAt: string,
): Promise<string | null> {
  const head = (await hasTable(client, 'audit_entries')) ? await readHead(client) : undefined;
  return head ? sealHead(vault, { ...head, keptAt }) : null;
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
