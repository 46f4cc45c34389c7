import type { Pool } from 'pg';
import { byOurClock, type Clock } from '../clock.ts';
import { askInLanes } from '../providers/ask-in-lanes.ts';
import { type PolledMessage, takeDuePolls } from '../providers/poll-queries.ts';
import { askStatus, type StatusPorts } from './ask-status.ts';
import type { StoredMessage } from './content.ts';
import { withContents } from './content-queries.ts';
import { receiptOfStatus } from './receipt-of-status.ts';
import { takeReceipts } from './receipt-queries.ts';

export interface PollPorts extends StatusPorts {
  pool: Pool;
  clock: Clock;
}

/**
 * Asks providers that say nothing by themselves how messages stand, each in a lane of its own: soon at
 * first, and then more and more rarely, until it is known or nobody can know it any more.
 */
export async function pollMessages(ports: PollPorts, signal: AbortSignal): Promise<void> {
  const { pool, clock } = ports;
  await askInLanes({
    signal,
    async take(most, jammed) {
      const ours = clock.nowMs();
      const due = await takeDuePolls(pool, most, jammed, clock.databaseNow());
      return withContents(
        pool,
        due.map((message) => ({
          ...message,
          heldAt: byOurClock(message.heldAt, { ours, databases: message.takenAt }),
        })),
      );
    },
    laneOf: ({ providerCode }) => providerCode,
    ask: (message) => pollOne(ports, message),
  });
}

async function pollOne(ports: PollPorts, message: PolledMessage & StoredMessage): Promise<void> {
  const { providerCode, providerRef } = message;
  const item = await askStatus(ports, message, providerCode);
  const receipt = item && receiptOfStatus(item, { providerRef });
  if (receipt) await takeReceipts(ports.pool, [{ ...receipt, providerCode, isTrusted: true }]);
}
