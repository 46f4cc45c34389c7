import type { Pool } from 'pg';
import { byOurClock, type Clock } from '../../foundation/clock.ts';
import { askInQueues } from '../../vendors/providers/ask-provider-in-queue.ts';
import {
  type PolledMessage,
  pollSilent,
  type SilenceQuestion,
  takeDuePolls,
} from '../../vendors/providers/poll-queries.ts';
import { messageKinds } from '../../vendors/providers/provider.ts';
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
 * Queries providers about their messages, with one queue per provider. Providers without receipts are queried
 * soon and then less and less often, until the outcome is known or can no longer be known; providers that
 * should have sent a receipt are queried a few times.
 */
export async function pollMessages(ports: PollPorts, signal: AbortSignal): Promise<void> {
  const { pool, clock } = ports;
  await askInQueues({
    signal,
    async take(limit, jammed) {
      const ours = clock.nowMs();
      const request = { limit, jammed, pushing: pushingOf(ports.registry) };
      const due = await takeDuePolls(pool, request, clock.databaseNow());
      return withContents(
        pool,
        due.map((message) => ({
          ...message,
          heldAt: byOurClock(message.heldAt, { ours, databases: message.takenAt }),
        })),
      );
    },
    queueOf: ({ providerCode }) => providerCode,
    ask: (message) => pollOne(ports, message),
  });
}

const hour = 60;

/**
 * Schedules queries for messages whose receipt is missing, although their provider sends receipts: after ten
 * minutes, after two hours, and before the wait ends. pollMessages runs the queries.
 */
export async function scheduleSilentPolls(
  { pool, clock, registry }: Pick<PollPorts, 'pool' | 'clock' | 'registry'>,
  unknownHours: number,
  signal?: AbortSignal,
): Promise<void> {
  const pushing = pushingOf(registry);
  if (pushing.length === 0) return;
  for (const question of silenceQuestions(unknownHours)) {
    await pollSilent(pool, question, pushing, clock.databaseNow(), signal);
  }
}

/** The last query is two hours before the end, because the job looks for missing receipts once an hour. */
export function silenceQuestions(unknownHours: number): SilenceQuestion[] {
  const end = unknownHours * hour;
  const ages = [10, 2 * hour, end - 2 * hour].filter(
    (age, n, all) => age < end && all.slice(0, n).every((before) => before < age),
  );
  return ages.map((ageMinutes, n) => ({
    no: n + 1,
    ageMinutes,
    lateMinutes: ages[n + 1] ?? end,
  }));
}

/** Providers that send receipts and can also be queried. */
function pushingOf(registry: PollPorts['registry']): string[] {
  return messageKinds
    .flatMap((kind) => [...registry[kind].values()])
    .filter(({ code, queryStatus, isPolled }) => code !== 'sandbox' && queryStatus && !isPolled)
    .map(({ code }) => code);
}

async function pollOne(ports: PollPorts, message: PolledMessage & StoredMessage): Promise<void> {
  const { providerCode, providerRef } = message;
  const item = await askStatus(ports, message, providerCode);
  const receipt = item && receiptOfStatus(item, { providerRef });
  if (receipt) await takeReceipts(ports.pool, [{ ...receipt, providerCode, isTrusted: true }]);
}
