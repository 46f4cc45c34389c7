import type { Pool } from 'pg';
import type { Owner } from '../../foundation/contract/products.ts';
import { connectPatiently } from '../../foundation/db/connect.ts';
import type { Log } from '../../foundation/db/log.ts';
import {
  closeNextDay,
  findMismatches,
  recomputeClosings,
  type WalletMismatch,
} from './closing-queries.ts';

interface ClosingPorts {
  pool: Pool;
  log: Log;
  /** The time zone in which a day ends at midnight. */
  timeZone: string;
}

/**
 * Closes all complete days and today up to 20 seconds ago, then verifies every wallet against its last
 * closing and the transfers since. A wallet that differs is closed again from all its transfers before it is
 * reported, because a movement may have become visible after its day was closed. Returns the remaining
 * faults.
 */
export async function closeDays(
  { pool, log, timeZone }: ClosingPorts,
  now: Date | null = null,
): Promise<{ days: number; faults: WalletMismatch[] }> {
  // Summing a day of a busy platform takes longer than the timeout of calls.
  const client = await connectPatiently(pool);
  try {
    let days = 0;
    while (await closeNextDay(client, timeZone, now)) days++;
    const closedAnew = new Set<string>();
    for (;;) {
      const faults = await findMismatches(client);
      const doubtful = faults.filter((owner) => !closedAnew.has(nameOf(owner)));
      if (doubtful.length === 0) {
        if (closedAnew.size > 0) {
          log.warn(
            { wallets: closedAnew.size, wrong: faults.length },
            'closings of wallets corrected',
          );
        }
        return { days, faults };
      }
      for (const owner of doubtful) {
        await recomputeClosings(client, owner, timeZone);
        closedAnew.add(nameOf(owner));
      }
    }
  } finally {
    client.release(true);
  }
}

function nameOf({ accountId, mode }: Owner): string {
  return `${accountId} ${mode}`;
}
