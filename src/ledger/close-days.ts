import type { Pool } from 'pg';
import { connectPatiently } from '../db/connect.ts';
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
  // A day of a busy platform takes longer to add up than a call may.
  const client = await connectPatiently(pool);
  try {
    let days = 0;
    while (await closeNextDay(client, timeZone, now)) days++;
    const doubtful = await findMismatches(client);
    if (doubtful.length === 0) return { days, faults: [] };
    for (const owner of doubtful) await closeAgain(client, owner, timeZone);
    const faults = await findMismatches(client);
    log.warn({ wallets: doubtful.length, wrong: faults.length }, 'wallets were closed anew');
    return { days, faults };
  } finally {
    client.release(true);
  }
}
