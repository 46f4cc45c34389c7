import type { Pool } from 'pg';
import type { SmsScript } from '../providers/sandbox-scripts.ts';
import type { InboxStore } from '../providers/sandbox-sms.ts';
import { findMessage, type InboxRow, insertMessage, sweepReceipts } from './queries.ts';

/** A receipt as the sandbox fires it. */
export interface FiredReceipt {
  callId: string;
  accountId: number;
  state: 'delivered' | 'undelivered';
  detail: string;
  at: Date;
}

export interface Inbox extends InboxStore {
  /** Fires the receipts that are due; true when it stopped at its bound and more may be. */
  fireDue(): Promise<boolean>;
  /** Fires what a process that died was to fire. */
  fireLost(): Promise<number>;
}

interface Due {
  atMs: number;
  row: InboxRow;
}

const receiptsAtOnce = 1000;
/** Later than the latest receipt that a living process still has to fire. */
const lostAfterMs = 60_000;

/**
 * The sandbox's inbox. Receipts wait in memory until they are due: a row for each would double the
 * writes of a sandbox message, and what a crash loses is found again by its message.
 */
export function createInbox(
  pool: Pool,
  onReceipts: (receipts: FiredReceipt[]) => Promise<void>,
): Inbox {
  /** By delay, each list in the order of its times. */
  const waiting = new Map<number, Due[]>();

  return {
    keep: (message) => insertMessage(pool, message),
    schedule({ callId, accountId, script, receiptAfterMs }) {
      if (receiptAfterMs === null) return;
      const due = { atMs: performance.now() + receiptAfterMs, row: { callId, accountId, script } };
      const list = waiting.get(receiptAfterMs);
      if (list) list.push(due);
      else waiting.set(receiptAfterMs, [due]);
    },
    async find(callId) {
      const found = await findMessage(pool, callId);
      return found && { script: found.script as SmsScript, sentAt: found.sentAt };
    },
    async fireNow({ callId, accountId, script }) {
      await onReceipts(receiptsOf({ callId, accountId, script }));
    },
    async fireDue() {
      const due: InboxRow[] = [];
      for (const list of waiting.values()) due.push(...takeDue(list, receiptsAtOnce - due.length));
      if (due.length > 0) await onReceipts(due.flatMap(receiptsOf));
      return due.length >= receiptsAtOnce;
    },
    async fireLost() {
      const lost = await sweepReceipts(pool, lostAfterMs);
      for (let from = 0; from < lost.length; from += receiptsAtOnce) {
        await onReceipts(lost.slice(from, from + receiptsAtOnce).flatMap(receiptsOf));
      }
      return lost.length;
    },
  };
}

function takeDue(list: Due[], most: number): InboxRow[] {
  const nowMs = performance.now();
  let count = 0;
  while (count < most && count < list.length && (list[count] as Due).atMs <= nowMs) count++;
  return list.splice(0, count).map(({ row }) => row);
}

function receiptsOf({ callId, accountId, script }: InboxRow): FiredReceipt[] {
  const receipt: FiredReceipt = {
    callId,
    accountId,
    state: script === 'blocked' ? 'undelivered' : 'delivered',
    detail: script === 'blocked' ? 'the person blocks the sender' : '',
    at: new Date(),
  };
  return script === 'twice' ? [receipt, receipt, receipt] : [receipt];
}
