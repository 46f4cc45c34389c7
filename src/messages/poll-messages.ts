import type { Pool } from 'pg';
import type { Clock } from '../clock.ts';
import { faultOf } from '../db/faults.ts';
import type { Log } from '../db/log.ts';
import { askInLanes } from '../providers/ask-in-lanes.ts';
import { type PolledMessage, takeDuePolls } from '../providers/poll-queries.ts';
import { referenceOf } from '../providers/reference.ts';
import type { Registry } from '../providers/registry.ts';
import { redact } from '../redact.ts';
import type { Vault } from '../vault.ts';
import { openMessage } from './content.ts';
import { findContents } from './content-queries.ts';
import { receiptOfStatus } from './receipt-of-status.ts';
import { takeReceipts } from './receipt-queries.ts';

export interface PollPorts {
  pool: Pool;
  clock: Clock;
  vault: Vault;
  log: Log;
  registry: Registry;
  settings: { providerTimeoutMs: number };
}

/**
 * Asks providers that say nothing by themselves how messages stand, each in a lane of its own: soon at
 * first, and then more and more rarely, until it is known or nobody can know it any more.
 */
export async function pollMessages(ports: PollPorts, signal: AbortSignal): Promise<void> {
  await askInLanes<Poll>({
    signal,
    take: (most, jammed) => takePolls(ports, most, jammed),
    laneOf: ({ providerCode }) => providerCode,
    ask: (message) => pollOne(ports, message),
  });
}

/** A message to be asked about, with what it said. */
interface Poll extends PolledMessage {
  sealed: Buffer | null;
}

async function takePolls(
  { pool, clock }: PollPorts,
  most: number,
  jammed: readonly string[],
): Promise<Poll[]> {
  const messages = await takeDuePolls(pool, most, jammed, clock.databaseNow());
  const contentIds = new Set(messages.flatMap(({ contentId }) => contentId ?? []));
  const contents = await findContents(pool, [...contentIds]);
  return messages.map((message) => ({
    ...message,
    sealed: contents.get(message.contentId ?? '') ?? null,
  }));
}

async function pollOne(ports: PollPorts, message: Poll): Promise<void> {
  const { providerCode, providerRef, accountId, callId, heldAt } = message;
  const provider = ports.registry.sms.get(providerCode);
  if (!provider?.queryStatus || !message.sealed) return;
  const { e164, text } = openMessage(ports.vault, message);
  try {
    const item = await provider.queryStatus(
      {
        callId,
        reference: referenceOf({ accountId, callId }),
        mobile: e164,
        providerRef,
        partRefs: [],
        heldAt,
      },
      { signal: AbortSignal.timeout(ports.settings.providerTimeoutMs) },
    );
    const detail = redact(item.detail, [e164, text]);
    const receipt = receiptOfStatus({ ...item, detail }, { providerRef });
    if (receipt) await takeReceipts(ports.pool, [{ ...receipt, providerCode, isTrusted: true }]);
  } catch (error) {
    ports.log.warn({ provider: providerCode, fault: faultOf(error) }, 'a status was not told');
  }
}
