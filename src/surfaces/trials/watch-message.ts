import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { findTrialReceipts, type TrialReceipt } from '../../products/messages/receipt-queries.ts';
import type { MessageProvider, StatusItem, StatusQuery } from '../../vendors/providers/provider.ts';
import { saidBy } from './said-by.ts';

/** What became of a test message so far. */
export interface SeenMessage {
  receipts: readonly TrialReceipt[];
  /** The provider's answer to a status query; null if it was not asked, or has no such query. */
  status: Pick<StatusItem, 'state' | 'reason' | 'vendorCode' | 'detail'> | null;
}

const everyMs = 500;
/** Vendors count status queries, so they are few. */
const queryAfterMs = [2_000, 10_000, 30_000, 55_000];
const finalStates = ['delivered', 'undelivered', 'expired', 'rejected'];

export function isFinal(state: string): boolean {
  return finalStates.includes(state);
}

/** The receipts of a test message that have arrived, and the provider's own record of it, if it is asked. */
export async function lookAtMessage(
  pool: Pool,
  provider: Pick<MessageProvider, 'code'> & Partial<Pick<MessageProvider, 'queryStatus'>>,
  sent: StatusQuery,
  timeoutMs: number,
): Promise<SeenMessage> {
  const [receipts, status] = await Promise.all([
    findReceipts(pool, provider.code, sent),
    askStatus(provider, sent, timeoutMs),
  ]);
  return { receipts, status };
}

/**
 * Waits until the message's receipts have arrived, for a provider that pushes them, or until a query says how
 * it ended, for one that does not.
 */
export async function waitForMessage(
  pool: Pool,
  provider: Pick<MessageProvider, 'code' | 'queryStatus'>,
  sent: StatusQuery,
  { waitMs, timeoutMs, isPushed }: { waitMs: number; timeoutMs: number; isPushed: boolean },
): Promise<SeenMessage> {
  const startedMs = performance.now();
  const due = queryAfterMs.filter((ms) => ms <= waitMs);
  let seen: SeenMessage = { receipts: [], status: null };
  for (;;) {
    const passedMs = performance.now() - startedMs;
    if (due.length > 0 && passedMs >= (due[0] ?? 0)) {
      due.shift();
      seen = await lookAtMessage(pool, provider, sent, timeoutMs);
    } else {
      seen = { ...seen, receipts: await findReceipts(pool, provider.code, sent) };
    }
    if (isOver(seen, sent, isPushed) || passedMs >= waitMs) return seen;
    await sleep(Math.min(everyMs, waitMs - passedMs));
  }
}

function findReceipts(pool: Pool, code: string, sent: StatusQuery): Promise<TrialReceipt[]> {
  const { reference, providerRef, partRefs } = sent;
  const refs = [reference, ...(providerRef ? [providerRef] : []), ...partRefs];
  return findTrialReceipts(pool, code, refs);
}

/** Whether nothing more is to be expected about a message. */
export function isOver(
  { receipts, status }: SeenMessage,
  sent: StatusQuery,
  isPushed: boolean,
): boolean {
  const ended = receipts.filter(({ state }) => isFinal(state));
  if (ended.some(({ state }) => state !== 'delivered')) return true;
  if (ended.length >= Math.max(1, sent.partRefs.length)) return true;
  return !isPushed && status !== null && isFinal(status.state);
}

async function askStatus(
  { queryStatus }: Pick<MessageProvider, 'queryStatus'>,
  sent: StatusQuery,
  timeoutMs: number,
): Promise<SeenMessage['status']> {
  if (!queryStatus) return null;
  try {
    return await queryStatus(sent, { signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    return { state: 'unknown', detail: saidBy(error) };
  }
}
