import type { Pool } from 'pg';
import type { Receipt } from '../providers/provider.ts';
import { findMessage, type InboxRow, insertMessage, sweepReceipts } from './queries.ts';
import type { SmsScript } from './sandbox-scripts.ts';
import type { InboxStore } from './sandbox-sms.ts';

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
export function createInbox(pool: Pool, onReceipts: (receipts: Receipt[]) => Promise<void>): Inbox {
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
      await onReceipts(receiptsOf([{ callId, accountId, script }]));
    },
    async fireDue() {
      const due: InboxRow[] = [];
      for (const list of waiting.values()) due.push(...takeDue(list, receiptsAtOnce - due.length));
      if (due.length > 0) await onReceipts(receiptsOf(due));
      return due.length >= receiptsAtOnce;
    },
    async fireLost() {
      const lost = await sweepReceipts(pool, lostAfterMs);
      for (let from = 0; from < lost.length; from += receiptsAtOnce) {
        await onReceipts(receiptsOf(lost.slice(from, from + receiptsAtOnce)));
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

function receiptsOf(rows: readonly InboxRow[]): Receipt[] {
  const at = new Date();
  const receipts: Receipt[] = [];
  for (const { callId, accountId, script } of rows) {
    const isBlocked = script === 'blocked';
    const receipt: Receipt = {
      callId,
      accountId,
      state: isBlocked ? 'undelivered' : 'delivered',
      providerCode: 'sandbox',
      detail: isBlocked ? 'the person blocks the sender' : '',
      at,
    };
    receipts.push(receipt);
    if (script === 'twice') receipts.push(receipt, receipt);
  }
  return receipts;
}
