import type { Pool } from 'pg';
import { messageReasons } from '../../foundation/contract/errors/failure-reasons.ts';
import type { Receipt } from '../providers/provider.ts';
import { readReference, referenceOf } from '../providers/reference.ts';
import { findMessage, insertMessage, sweepReceipts } from './queries.ts';
import { endingOf } from './reason-mobiles.ts';
import type { SmsScript } from './sandbox-scripts.ts';

/** A message as the inbox needs it. The call itself stores the number and the text. */
export interface InboxMessage {
  callId: string;
  reference: string;
  script: SmsScript;
  /** Milliseconds until the first receipt is due; null if there is none. */
  receiptAfterMs: number | null;
}

/** The messages that the sandbox accepted, and their receipts. */
export interface Inbox {
  /** Stores a message at once, for calls whose settle comes too late or never. */
  keep(message: InboxMessage): Promise<void>;
  /** Leaves the message to the statement that settles its call, which saves a write. */
  keepWithSettle(callId: string, script: SmsScript): void;
  /** The script that the settle statement stores for a call; null if the sandbox did not accept it. */
  takeScript(callId: string): SmsScript | null;
  find(callId: string): Promise<{ script: SmsScript; sentAt: Date } | undefined>;
  /** Queues the message's receipts until they are due. */
  schedule(message: InboxMessage): void;
  /** Sends the message's receipts now. */
  fireNow(message: InboxMessage): Promise<void>;
  /** Sends the receipts that are due. True if it reached its limit and more may be due. */
  fireDue(): Promise<boolean>;
  /** Sends the receipts that a crashed process left unsent. */
  fireLost(): Promise<number>;
}

/** A message whose receipts are to be sent. */
interface Fired {
  reference: string;
  script: SmsScript;
}

interface Due extends Fired {
  atMs: number;
}

const receiptsAtOnce = 1000;
/** Longer than any receipt can wait in a live process. */
const lostAfterMs = 60_000;

/**
 * The sandbox's inbox. Receipts wait in memory: a row for each would double the writes per sandbox message, and
 * after a crash `fireLost` finds the missing ones by their messages.
 */
export function createInbox(pool: Pool, onReceipts: (receipts: Receipt[]) => Promise<void>): Inbox {
  /** One list per delay, each ordered by due time. */
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

function takeDue(list: Due[], limit: number): Due[] {
  const nowMs = performance.now();
  let count = 0;
  while (count < limit && count < list.length && (list[count] as Due).atMs <= nowMs) count++;
  return list.splice(0, count);
}

function receiptsOf(fired: readonly Fired[]): Receipt[] {
  const at = new Date();
  const receipts: Receipt[] = [];
  for (const { reference, script } of fired) {
    const receipt: Receipt = { reference, ...saidOf(script), at };
    receipts.push(receipt);
    if (script === 'twice') receipts.push(receipt, receipt);
  }
  return receipts;
}

const delivered = { state: 'delivered', vendorCode: 'DELIVRD', detail: '' } as const;

/** What the receipt of a message with this script says. */
function saidOf(script: SmsScript): Omit<Receipt, 'at'> {
  const ending = endingOf(script);
  if (ending?.kind !== 'undelivered' && ending?.kind !== 'expired') return delivered;
  const { kind: state, reason } = ending;
  return { state, reason, vendorCode: script.toUpperCase(), detail: messageReasons[reason].en };
}
