import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { readHead } from '../../foundation/audit/entry-queries.ts';
import { verifyEntries } from '../../foundation/audit/verify-entries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { assertOwnSessions } from '../../foundation/db/assert-own-sessions.ts';
import { assertDurable, createPool, endPool } from '../../foundation/db/connect.ts';
import type { Log } from '../../foundation/db/log.ts';
import { assertMigrated } from '../../foundation/db/migrate.ts';
import { requireSchema } from '../../foundation/db/require-schema.ts';
import type { Vault } from '../../foundation/vault.ts';
import { audit } from '../../money/ledger/audit-ledger.ts';
import { removeMark, writeMark } from '../embedded-postgres/moved-mark.ts';
import { type OpenDatabase, openDatabase } from '../embedded-postgres/open-database.ts';
import { countRows, hasTable, isEmptySchema, readTargetFacts } from './catalog-queries.ts';
import { createBackup } from './create-backup.ts';
import { checkBackup, restoreBackup } from './restore-backup.ts';

export interface Move {
  dataDir: string;
  databaseSchema: string | undefined;
  /** The URL of the new database, with the schema. */
  target: string;
  /** The same without its password, for people. */
  to: string;
  program: string;
  log: Log;
  openVault(pool: Pool): Promise<Vault>;
  say(line: string): void;
}

const visitorsMs = 10_000;
const pollMs = 100;
const copyName = 'database-move.backup';

/**
 * Moves the embedded database to an empty one elsewhere. From the mark on, no server and no command opens the
 * old one, so nothing is written that would be left behind. A move that was killed runs again: the copy is one
 * transaction, and a finished copy is recognized.
 */
export async function moveDatabase(move: Move): Promise<{ rows: number; tables: number }> {
  const target = createPool(move.target, { max: 2, applicationName: 'countersign move' });
  try {
    const { dataDir, databaseSchema, log } = move;
    await requireUsable(target, databaseSchema);
    const database = await openDatabase(
      { dataDir, databaseSchema },
      { role: 'serve', log, mayCreate: false, mayMove: true },
    );
    const source = createPool(database.connectionTarget, {
      max: 2,
      applicationName: 'countersign move',
    });
    try {
      return await moveBetween(move, database, source, target);
    } finally {
      await endPool(source);
      await database.close();
    }
  } finally {
    await endPool(target);
  }
}

async function moveBetween(move: Move, database: OpenDatabase, source: Pool, target: Pool) {
  const { dataDir, to } = move;
  await assertMigrated(source);
  await database.locked(() =>
    writeMark(dataDir, { state: 'moving', to, at: new Date().toISOString() }),
  );
  try {
    await requireNoVisitors(database);
    const vault = await move.openVault(source);
    await removeCopies(dataDir);
    if (await isEmpty(target)) {
      move.say('Copying the data');
      await copy(move, vault, source, target);
    }
    move.say('Comparing both databases');
    const counts = await requireSame(source, target);
    await move.openVault(target);
    await writeMark(dataDir, { state: 'moved', to, at: new Date().toISOString() });
    const rows = [...counts.values()].reduce((sum, count) => sum + count, 0);
    return { tables: counts.size, rows };
  } catch (error) {
    await removeMark(dataDir);
    throw error;
  }
}

async function requireUsable(target: Pool, schema: string | undefined): Promise<void> {
  await assertDurable(target);
  await assertOwnSessions(target);
  await requireSchema(target, { schema, mayCreate: true });
  const { encoding, mayCreate, mayUseTemporary } = await readTargetFacts(target);
  const unusable = (why: string) => refuse('move_target_unusable', { why });
  if (encoding !== 'UTF8') unusable(`its encoding is ${encoding}, not UTF8`);
  if (!mayCreate) unusable('the role may not create tables in its schema');
  if (!mayUseTemporary) unusable('the role may not create temporary tables');
}

/** Commands that began before the mark end soon, or keep the data from being moved. */
async function requireNoVisitors(database: OpenDatabase): Promise<void> {
  const deadline = Date.now() + visitorsMs;
  for (;;) {
    const visitors = await database.visitors();
    if (visitors.length === 0) return;
    if (Date.now() > deadline) refuse('move_in_use', { pids: visitors.join(', ') });
    await sleep(pollMs);
  }
}

async function isEmpty(pool: Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    return await isEmptySchema(client);
  } finally {
    client.release();
  }
}

/** By way of a file: the restore knows the whole content before it begins, and memory stays constant. */
async function copy(move: Move, vault: Vault, source: Pool, target: Pool): Promise<void> {
  const file = join(move.dataDir, copyName);
  try {
    await createBackup(source, file, { program: move.program, vault });
    await restoreBackup(target, await checkBackup(file));
  } finally {
    await removeCopies(move.dataDir);
  }
}

/** A killed move leaves its file, or the draft of one under a longer name. */
async function removeCopies(dataDir: string): Promise<void> {
  const left = (await readdir(dataDir)).filter((name) => name.startsWith(copyName));
  for (const name of left) await rm(join(dataDir, name), { force: true });
}

/** Every table has as many rows, the audit log ends the same and is whole, and the books are correct. */
async function requireSame(source: Pool, target: Pool): Promise<Map<string, number>> {
  const [counts, copied] = [await countRows(source), await countRows(target)];
  const tables = new Set([...counts.keys(), ...copied.keys()]);
  const other = [...tables].find((table) => counts.get(table) !== copied.get(table));
  if (other !== undefined) refuse('move_differs', { what: other });
  const [head, copiedHead] = [await headOf(source), await headOf(target)];
  if (head !== copiedHead || !(await verifyEntries(target)).ok) {
    refuse('move_differs', { what: 'audit_entries' });
  }
  if (!(await audit(target)).ok) refuse('move_differs', { what: 'ledger audit' });
  return counts;
}

async function headOf(pool: Pool): Promise<string | undefined> {
  const client = await pool.connect();
  try {
    return (await hasTable(client, 'audit_entries')) ? (await readHead(client))?.hash : undefined;
  } finally {
    client.release();
  }
}
