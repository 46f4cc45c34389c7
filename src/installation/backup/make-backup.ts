import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Log } from '../../foundation/db/log.ts';
import type { Vault } from '../../foundation/vault.ts';
import { withFileLock } from '../embedded-postgres/file-lock.ts';
import { ciphersFor } from './backup-ciphers.ts';
import { readDatabaseBytes } from './catalog-queries.ts';
import { createBackup, type MadeBackup } from './create-backup.ts';
import { type Proof, proveBackup } from './prove-backup.ts';

export interface BackupPorts {
  pool: Pool;
  vault: Vault;
  /** The version of this program. */
  program: string;
  dataDir: string;
  /** Whom the file is encrypted to; nobody, and it is not encrypted. */
  publicKeys: readonly Buffer[];
  log: Log;
  signal?: AbortSignal | undefined;
}

export interface FinishedBackup extends MadeBackup {
  isEncrypted: boolean;
  /** What a restore of the file found; undefined if it was not proved. */
  proof?: Proof;
  /** Why a proof was tried and failed. The file is there nevertheless. */
  fault?: Error;
}

/** Runs one backup at a time in a data folder, because each proof needs the same place there. */
export async function withBackupLock<Result>(
  dataDir: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return withFileLock(join(dataDir, 'backup.lock'), 0, work, () => refuse('backup_under_way'));
}

/** Writes a backup and, unless told otherwise, proves it by a restore. The caller holds the lock. */
export async function makeBackup(
  ports: BackupPorts,
  file: string,
  { isProved = true } = {},
): Promise<FinishedBackup> {
  const { pool, publicKeys, dataDir, log, signal } = ports;
  // The one-time key of the file stays in memory until the file is proved: no private key is needed for that.
  const { encrypt, decrypt } = ciphersFor(publicKeys);
  const made = await createBackup(pool, file, { ...ports, encrypt });
  const finished = { ...made, isEncrypted: encrypt !== undefined };
  if (!isProved) return finished;
  try {
    const databaseBytes = await readDatabaseBytes(pool);
    const proof = await proveBackup(file, { decrypt, dataDir, databaseBytes, log, signal });
    return { ...finished, proof };
  } catch (error) {
    return { ...finished, fault: error as Error };
  }
}
