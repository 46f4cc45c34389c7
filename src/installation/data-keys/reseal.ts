import type { Pool } from 'pg';
import type { Actor } from '../../foundation/audit/actor.ts';
import { inChange } from '../../foundation/audit/change-queries.ts';
import { faultOf } from '../../foundation/db/faults.ts';
import type { Log } from '../../foundation/db/log.ts';
import { hasNewerTables } from '../../foundation/db/migrate.ts';
import { type KeyRing, sealedPrefix } from '../../foundation/key-ring.ts';
import type { SealedColumn } from '../../foundation/vault.ts';
import { listConnectedServers, listDataKeys, retireOldKeys } from './key-queries.ts';
import {
  listReseals,
  nameOf,
  type Reseal,
  type ResealedRow,
  readSealedPage,
  replaceSealed,
  type SealedRow,
  storeReseal,
} from './reseal-queries.ts';
import { sealedColumns } from './sealed-columns.ts';

interface ResealPorts {
  pool: Pool;
  ring: KeyRing;
  log: Log;
}

const pageRows = 200;
/** A run of the job leaves the connection to other long jobs after this time, and the next run goes on. */
const runMs = 50_000;

const platform: Actor = { kind: 'platform', name: 'reseal' };

/**
 * Seals every value of older keys again with the key that seals now, column by column, and retires the older
 * keys when a whole pass over all columns found none of their values. It begins once all servers seal with the
 * new key. It can end at any moment: the position is stored after each page, and a value that was sealed again
 * twice is no harm.
 */
export async function reseal(ports: ResealPorts, signal: AbortSignal): Promise<void> {
  const { pool, ring, log } = ports;
  if (signal.aborted) return;
  const sealing = (await listDataKeys(pool)).filter(({ sealingSince }) => sealingSince);
  const keyId = sealing.at(-1)?.keyId;
  if (sealing.length < 2 || keyId === undefined || keyId !== ring.sealingId) return;
  // Without another key here, no value of one could be opened.
  if (!sealing.some((one) => one.keyId !== keyId && ring.ids.includes(one.keyId))) return;
  const servers = await listConnectedServers(pool);
  if (servers.some(({ sealingKey }) => sealingKey !== keyId)) return;
  const untilMs = performance.now() + runMs;
  const goesOn = () => !signal.aborted && performance.now() < untilMs;
  for (const column of sealedColumns) {
    if (!(await resealColumn(ports, column, keyId, goesOn))) return;
  }
  // Values in columns that only a newer version knows were not looked at: its servers retire the keys.
  if (await hasNewerTables(pool)) return;
  const retired = await inChange(pool, platform, 'data_key.retire', (change) =>
    retireOldKeys(change, keyId),
  );
  if (retired > 0) log.info({ keyId }, 'all values are sealed with the new data key');
}

/** Goes on with a column; true once a whole pass found nothing to seal again. */
async function resealColumn(
  ports: ResealPorts,
  column: SealedColumn,
  keyId: string,
  goesOn: () => boolean,
): Promise<boolean> {
  const { pool } = ports;
  const name = nameOf(column);
  const stored = (await listReseals(pool)).get(name);
  let at = beginOf(stored, keyId);
  const prefix = sealedPrefix(keyId);
  while (!at.isFinished) {
    if (!goesOn()) return false;
    const page = await readSealedPage(pool, column, {
      after: at.lastRow,
      prefix,
      limit: pageRows,
    });
    const resealed = page.rows.flatMap((row) => sealAgain(ports, column, row) ?? []);
    // Each value in its own transaction: two that wait for each other's rows would stop a call.
    const groups = column.isQuiet ? [resealed] : resealed.map((one) => [one]);
    for (const group of groups) await replaceAll(pool, column, group);
    at = nextOf(at, page.last, resealed.length);
    await storeReseal(pool, name, at);
  }
  return true;
}

type Position = Omit<Reseal, 'isOld'>;

/**
 * A column starts over for another key. A day after it was finished it is looked through again: a server that
 * was cut off may have sealed with the older key meanwhile.
 */
function beginOf(stored: Reseal | undefined, keyId: string): Position {
  const fresh = { keyId, lastRow: null, found: 0, resealed: 0, isFinished: false };
  if (stored?.keyId !== keyId) return fresh;
  return stored.isOld ? { ...fresh, resealed: stored.resealed } : stored;
}

/** At the end of the rows, a pass that found something is followed by another one. */
function nextOf(at: Position, last: string[] | null, found: number): Position {
  const next = { ...at, found: at.found + found, resealed: at.resealed + found };
  if (last) return { ...next, lastRow: last };
  return { ...next, lastRow: null, found: 0, isFinished: next.found === 0 };
}

/** Undefined for a value that no key here opens: it is lost already, and is left as it is. */
function sealAgain(
  { ring, log }: ResealPorts,
  column: SealedColumn,
  row: SealedRow,
): ResealedRow | undefined {
  const context = column.contextOf(row.values);
  try {
    return { ...row, resealed: ring.seal(ring.open(row.sealed, context), context) };
  } catch (error) {
    log.warn({ column: nameOf(column), fault: faultOf(error) }, 'a sealed value cannot be opened');
    return undefined;
  }
}

async function replaceAll(pool: Pool, column: SealedColumn, rows: readonly ResealedRow[]) {
  if (rows.length === 0) return;
  await inChange(pool, platform, 'data_key.reseal', async (change) => {
    for (const row of rows) await replaceSealed(change, column, row);
  });
}
