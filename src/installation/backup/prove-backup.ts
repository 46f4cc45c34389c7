import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { createPool, endPool } from '../../foundation/db/connect.ts';
import type { Log } from '../../foundation/db/log.ts';
import { embeddedPaths, type ServerSettings, stopEmbedded } from '../embedded-postgres/embedded.ts';
import { socketFolderOf } from '../embedded-postgres/embedded-files.ts';
import { openDatabase } from '../embedded-postgres/open-database.ts';
import type { Cipher } from './backup-file.ts';
import { countRows } from './catalog-queries.ts';
import { checkBackup, restoreBackup } from './restore-backup.ts';

/** What a restored copy was found to hold. */
export interface Proof {
  tables: number;
  rows: number;
  wallets: number;
  transfers: number;
}

interface Proving {
  decrypt: Cipher | undefined;
  dataDir: string;
  /** The size of the database that was backed up. */
  databaseBytes: number;
  log: Log;
  signal?: AbortSignal | undefined;
}

/** A copy that is thrown away needs no durability, and little memory beside the server. */
const scratchSettings: ServerSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  shared_buffers: '64MB',
  max_connections: '10',
};
/** A new PostgreSQL and its log. */
const leastFreeBytes = 400 * 1024 * 1024;

/**
 * Proves a backup by restoring the file, as it is on disk, into a PostgreSQL of its own beside the data: every
 * row must be there and the ledger audit must pass. The installation's own database takes no part in it.
 */
export async function proveBackup(file: string, proving: Proving): Promise<Proof> {
  const { decrypt, dataDir, log, signal } = proving;
  const scratch = join(dataDir, 'backup-proof');
  await removeScratch(scratch, log);
  await requireRoom(proving);
  const halt = () => void stopEmbedded(scratch, log).catch(() => {});
  signal?.addEventListener('abort', halt);
  try {
    const checked = await checkBackup(file, decrypt);
    signal?.throwIfAborted();
    const database = await openDatabase(
      { dataDir: scratch },
      { role: 'visit', log, mayCreate: true, settings: scratchSettings },
    );
    const pool = createPool(database.connectionTarget, {
      max: 2,
      applicationName: 'countersign proof',
    });
    try {
      signal?.throwIfAborted();
      const { wallets, transfers } = await restoreBackup(pool, checked);
      const { tables, rows } = checked.content.end;
      const there = await countRows(pool);
      const found = [...there.values()].reduce((sum, count) => sum + count, 0);
      if (found !== rows)
        refuse('backup_rows_missing', { found: String(found), rows: String(rows) });
      return { tables, rows, wallets, transfers };
    } finally {
      await endPool(pool);
      await database.close().catch(() => {});
    }
  } finally {
    signal?.removeEventListener('abort', halt);
    await removeScratch(scratch, log);
  }
}

/** A killed process leaves its copy, and the PostgreSQL that holds it. */
async function removeScratch(scratch: string, log: Log): Promise<void> {
  await stopEmbedded(scratch, log);
  await rm(socketFolderOf(scratch), { recursive: true, force: true });
  await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
  await rm(embeddedPaths(scratch).lockFile, { force: true });
}

/** The copy must never fill the disk on which the installation's own database writes. */
async function requireRoom({ dataDir, databaseBytes }: Proving): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  const needed = Math.ceil(databaseBytes * 1.5) + leastFreeBytes;
  if (bavail * bsize > needed) return;
  const [free, least] = [bavail * bsize, needed].map((bytes) => String(Math.ceil(bytes / 2 ** 20)));
  refuse('proof_no_space', { folder: dataDir, free: free ?? '', needed: least ?? '' });
}
