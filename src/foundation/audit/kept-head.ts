import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Log } from '../db/log.ts';
import type { Vault } from '../vault.ts';
import { findHash, readHead } from './entry-queries.ts';

/** A head of the audit log that is kept outside the database. */
export interface KeptHead {
  entryId: number;
  hash: string;
  keptAt: string;
}

interface HeadPorts {
  pool: Pool;
  vault: Vault;
  log: Log;
  dataDir: string;
}

const context = 'audit head';
const fileOf = (dataDir: string) => join(dataDir, 'audit.head');

/**
 * The head that this server kept last; undefined if it kept none. The data key seals it, so that whoever can
 * write to the database alone cannot replace it. A file that the key does not open is a fault.
 */
export async function readKeptHead(
  dataDir: string,
  vault: Vault,
): Promise<KeptHead | 'unreadable' | undefined> {
  let text: string;
  try {
    text = await readFile(fileOf(dataDir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(vault.open(Buffer.from(text, 'base64url'), context)) as KeptHead;
  } catch {
    return 'unreadable';
  }
}

/**
 * Keeps the newest head beside the data, and writes it to the program's log. A head that the audit log does not
 * contain any more stays: it is the proof that entries are missing.
 */
export async function keepHead({ pool, vault, log, dataDir }: HeadPorts): Promise<void> {
  const kept = await readKeptHead(dataDir, vault);
  if (kept === 'unreadable') {
    return log.error({ file: fileOf(dataDir) }, 'the kept head of the audit log is not ours');
  }
  if (kept && (await findHash(pool, kept.entryId)) !== kept.hash) {
    return log.error(kept, 'the audit log lacks the head that was kept: entries were cut off');
  }
  const head = await readHead(pool);
  if (!head || head.hash === kept?.hash) return;
  const next: KeptHead = { ...head, keptAt: new Date().toISOString() };
  const sealed = vault.seal(JSON.stringify(next), context).toString('base64url');
  const draft = `${fileOf(dataDir)}.${process.pid}`;
  await writeFile(draft, sealed, { mode: 0o600 });
  await rename(draft, fileOf(dataDir));
  log.info(next, 'head of the audit log');
}
