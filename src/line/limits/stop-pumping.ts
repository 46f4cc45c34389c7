import type { Pool } from 'pg';
import type { Actor } from '../../foundation/audit/actor.ts';
import { inChange } from '../../foundation/audit/change-queries.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Log } from '../../foundation/db/log.ts';
import { closePumpedPrefixes, countPrefixHour } from './pumping-queries.ts';

interface PumpingSettings {
  pumpingStop: boolean;
  pumpingMinCodes: number;
  pumpingFactor: number;
  pumpingUndeliveredPercent: number;
  pumpingCloseMinutes: number;
}

const platform: Actor = { kind: 'platform', name: 'stop-pumping' };

/**
 * Stops SMS pumping: fraudsters use a customer's sign-up form to send codes to numbers that earn them money.
 * A prefix that looks pumped is closed for the account for a while, visibly: in the log, the metrics, the
 * command line and the error that callers get.
 */
export async function stopPumping(
  { pool, clock, log }: { pool: Pool; clock: Clock; log: Log },
  settings: PumpingSettings,
  signal?: AbortSignal,
): Promise<number> {
  if (!settings.pumpingStop) return 0;
  const now = clock.databaseNow();
  while ((await countPrefixHour(pool, now)) && !signal?.aborted);
  if (signal?.aborted) return 0;
  const rule = {
    minCodes: settings.pumpingMinCodes,
    factor: settings.pumpingFactor,
    undeliveredPercent: settings.pumpingUndeliveredPercent,
    closeMinutes: settings.pumpingCloseMinutes,
  };
  const closed = await inChange(pool, platform, 'limit.close', (change) =>
    closePumpedPrefixes(change, now, rule),
  );
  for (const prefix of closed) log.warn({ ...prefix }, 'prefix closed: suspected SMS pumping');
  return closed.length;
}
