import type { Pool } from 'pg';
import type { Log } from '../db/log.ts';
import {
  closeAgain,
  closeNextDay,
  findMismatches,
  type WalletMismatch,
} from './closing-queries.ts';

export interface ClosingPorts {
  pool: Pool;
  log: Log;
  /** Whose midnight ends a day. */
  timeZone: string;
}

/**
 * Closes the days that are over, and proves that every wallet holds what its last closing and the
 * transfers since then say. One that does not is closed anew from all its transfers before it is called
 * wrong: a movement may have become visible after its day. Returns what is wrong then.
 */
export async function closeDays(
  { pool, log, timeZone }: ClosingPorts,
  now: Date | null = null,
): Promise<{ days: number; faults: WalletMismatch[] }> {
  let days = 0;
  while (await closeNextDay(pool, timeZone, now)) days++;
  const doubtful = await findMismatches(pool);
  if (doubtful.length === 0) return { days, faults: [] };
  for (const owner of doubtful) await closeAgain(pool, owner, timeZone);
  const faults = await findMismatches(pool);
  log.warn({ wallets: doubtful.length, wrong: faults.length }, 'wallets were closed anew');
  return { days, faults };
}
