import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { type Bilingual, fillText } from '../contract/text/bilingual.ts';
import type { Log } from '../db/log.ts';
import type { Sealer } from '../vault.ts';
import { auditFaults } from './audit-faults.ts';
import { findHash, readHead } from './entry-queries.ts';

/** A head of the audit log that is kept outside the database. */
export interface KeptHead {
  entryId: number;
  hash: string;
  keptAt: string;
}

interface HeadPorts {
  pool: Pool;
  vault: Sealer;
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
  vault: Sealer,
): Promise<KeptHead | 'unreadable' | undefined> {
  const text = await readText(dataDir);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(vault.open(Buffer.from(text, 'base64url'), context)) as KeptHead;
  } catch {
    return 'unreadable';
  }
}

/** The head that this server kept last, and what is wrong with it. */
export async function examineHead({
  pool,
  vault,
  dataDir,
}: Omit<HeadPorts, 'log'>): Promise<{ kept: KeptHead | undefined; fault: Bilingual | null }> {
  const kept = await readKeptHead(dataDir, vault);
  if (kept === 'unreadable') return { kept: undefined, fault: auditFaults.head_foreign };
  if (!kept || (await findHash(pool, kept.entryId)) === kept.hash) return { kept, fault: null };
  return { kept, fault: fillText(auditFaults.head_lost, { hash: kept.hash }) };
}

/**
 * Keeps the newest head beside the data, and writes it to the program's log. A head that the audit log does not
 * contain any more stays: it is the proof that entries are missing.
 */
export async function keepHead({ pool, vault, log, dataDir }: HeadPorts): Promise<void> {
  const { kept, fault } = await examineHead({ pool, vault, dataDir });
  if (fault) return log.error(kept ?? { file: fileOf(dataDir) }, `audit log: ${fault.en}`);
  const head = await readHead(pool);
  if (!head || head.hash === kept?.hash) return;
  const next: KeptHead = { ...head, keptAt: new Date().toISOString() };
  await writeHead(dataDir, sealHead(vault, next));
  log.info(next, 'head of the audit log');
}

/** A head as `audit.head` and backups hold it. */
export function sealHead(vault: Sealer, head: KeptHead): string {
  return vault.seal(JSON.stringify(head), context).toString('base64url');
}

/** A backup that was just restored: its sealed head, if it has one, and when it was made. */
interface Restored {
  sealed: string | null;
  madeAt: string;
}

/**
 * Keeps the head that a restored backup carries. A head that was kept after the backup was made is not in it:
 * that one is given up, and returned. A head kept before must be in the backup. If it is not, entries were cut
 * off before the backup was made, and the head stays as the proof.
 */
export async function adoptHead(
  pool: Pool,
  dataDir: string,
  { vault, restored }: { vault: Sealer | undefined; restored: Restored },
): Promise<{ givenUp?: KeptHead; missing?: KeptHead }> {
  const { sealed, madeAt } = restored;
  // Without the data key, no file there can be compared, and none is replaced.
  const kept = vault ? await readKeptHead(dataDir, vault) : await readText(dataDir);
  if (typeof kept === 'string') return {};
  if (kept && (await findHash(pool, kept.entryId)) === kept.hash) return {};
  if (kept && kept.keptAt < madeAt) return { missing: kept };
  if (sealed === null) await rm(fileOf(dataDir), { force: true });
  else await writeHead(dataDir, sealed);
  return kept ? { givenUp: kept } : {};
}

async function readText(dataDir: string): Promise<string | undefined> {
  try {
    return await readFile(fileOf(dataDir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function writeHead(dataDir: string, sealed: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${fileOf(dataDir)}.${process.pid}`;
  await writeFile(draft, sealed, { mode: 0o600 });
  await rename(draft, fileOf(dataDir));
}
