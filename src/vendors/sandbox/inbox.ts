import type { Pool } from 'pg';
import type { Receipt } from '../providers/provider.ts';
import { readReference, referenceOf } from '../providers/reference.ts';
import { findMessage, insertMessage, sweepReceipts } from './queries.ts';
import type { SmsScript } from './sandbox-scripts.ts';

/** A message as the inbox needs it; mobile and text are kept by the call itself. */
export interface InboxMessage {
  callId: string;
  reference: string;
  script: SmsScript;
  /** Milliseconds until the first receipt is due; null when there will never be one. */
  receiptAfterMs: number | null;
}

/** What the sandbox took, and the receipts that it fires for it. */
export interface Inbox {
  /** Keeps a message at once, for an outcome that is not the call's. */
  keep(message: InboxMessage): Promise<void>;
  /** Leaves a message to be kept by the statement that settles its call. */
  keepWithSettle(callId: string, script: SmsScript): void;
  /** What that statement is to keep of a call; null for what the sandbox did not take. */
  takeScript(callId: string): SmsScript | null;
  find(callId: string): Promise<{ script: SmsScript; sentAt: Date } | undefined>;
  /** Has the receipts fired when they are due. */
  schedule(message: InboxMessage): void;
  /** Fires the receipts of a message now. */
  fireNow(message: InboxMessage): Promise<void>;
  /** Fires the receipts that are due; true when it stopped at its bound and more may be. */
  fireDue(): Promise<boolean>;
  /** Fires what a process that died was to fire. */
  fireLost(): Promise<number>;
}

/** A message whose receipts are to be fired. */
interface Fired {
  reference: string;
  script: SmsScript;
}

interface Due extends Fired {
  atMs: number;
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
  const unsettled = new Map<string, SmsScript>();

  return {
    async keep({ reference, script }) {
      const call = readReference(reference);
      if (call) await insertMessage(pool, { ...call, script });
    },
    keepWithSettle(callId, script) {
      unsettled.set(callId, script);
    },
    takeScript(callId) {
      const script = unsettled.get(callId) ?? null;
      if (script !== null) unsettled.delete(callId);
      return script;
    },
    find: (callId) => findMessage(pool, callId),
    schedule({ reference, script, receiptAfterMs }) {
      if (receiptAfterMs === null) return;
      const due = { atMs: performance.now() + receiptAfterMs, reference, script };
      const list = waiting.get(receiptAfterMs);
      if (list) list.push(due);
      else waiting.set(receiptAfterMs, [due]);
    },
    async fireNow({ reference, script }) {
      await onReceipts(receiptsOf([{ reference, script }]));
    },
    async fireDue() {
      const due: Due[] = [];
      for (const list of waiting.values()) due.push(...takeDue(list, receiptsAtOnce - due.length));
      if (due.length > 0) await onReceipts(receiptsOf(due));
      return due.length >= receiptsAtOnce;
    },
    async fireLost() {
      const rows = await sweepReceipts(pool, lostAfterMs);
      const lost = rows.map((row) => ({ reference: referenceOf(row), script: row.script }));
      for (let from = 0; from < lost.length; from += receiptsAtOnce) {
        await onReceipts(receiptsOf(lost.slice(from, from + receiptsAtOnce)));
      }
      return lost.length;
    },
  };
}

function takeDue(list: Due[], most: number): Due[] {
  const nowMs = performance.now();
  let count = 0;
  while (count < most && count < list.length && (list[count] as Due).atMs <= nowMs) count++;
  return list.splice(0, count);
}

function receiptsOf(fired: readonly Fired[]): Receipt[] {
  const at = new Date();
  const receipts: Receipt[] = [];
  for (const { reference, script } of fired) {
    const isBlocked = script === 'blocked';
    const receipt: Receipt = {
      reference,
      state: isBlocked ? 'undelivered' : 'delivered',
      ...(isBlocked ? { reason: 'blocked_by_person' } : {}),
      vendorCode: isBlocked ? 'BLOCKED' : 'DELIVRD',
      detail: isBlocked ? 'the person blocks the sender' : '',
      at,
    };
    receipts.push(receipt);
    if (script === 'twice') receipts.push(receipt, receipt);
  }
  return receipts;
}
