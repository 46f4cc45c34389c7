import type { Pool } from 'pg';
import type { Clock } from '../clock.ts';
import { bytesArray, orNull, plainArray, textArray } from '../db/array-literal.ts';
import { type BatchWriter, createBatchWriter } from '../db/batch-writer.ts';
import { isItemFault } from '../db/faults.ts';
import type { Price } from '../pricing/price-of.ts';
import type { Claim } from './claim.ts';
import type { Order } from './order.ts';
import type { Principal } from './principal.ts';

/** A call that asks to be held. */
export interface HoldItem {
  caller: Principal;
  callId: string;
  order: Order;
  price: Price;
  claim: Claim | null;
}

/** `held`, or what stands against it; see refusal.ts. */
export interface HoldResult {
  verdict: string;
  retryAfterMs: number | null;
}

export type HoldWriter = BatchWriter<HoldItem, HoldResult>;

const held: HoldResult = { verdict: 'held', retryAfterMs: null };

const sql = `select * from hold_calls(${Array.from({ length: 27 }, (_, i) => `$${i + 1}`)})`;

/** The statement takes as many calls as wait, up to a bound that keeps the wallet's lock short. */
export function createHoldWriter(pool: Pool, clock: Clock, timeZone: string): HoldWriter {
  return createBatchWriter<HoldItem, HoldResult>({
    maxItems: 500,
    isItemFault,
    keysOf,
    write: (items) => holdBatch(pool, clock, timeZone, items),
  });
}

/** Holds a batch in one statement, and so in one transaction. */
export async function holdBatch(
  pool: Pool,
  clock: Clock,
  timeZone: string,
  items: readonly HoldItem[],
): Promise<HoldResult[]> {
  const { rows } = await pool.query<[number, string, number | null]>({
    name: 'hold_calls',
    text: sql,
    values: holdValues(items, clock, timeZone),
    rowMode: 'array',
  });
  const results: HoldResult[] = new Array(items.length).fill(held);
  for (const [ord, verdict, retryAfterMs] of rows) results[ord - 1] = { verdict, retryAfterMs };
  return results;
}

/** A number or an idempotency key that two calls share is decided one after the other. */
function keysOf({ caller, order, claim }: HoldItem): readonly string[] {
  const keys: string[] = [];
  if (claim) keys.push(claim.name);
  if (order.recipient?.limits) {
    keys.push(
      `${caller.accountId} ${caller.mode} ${order.recipient.numberHash.toString('latin1')}`,
    );
  }
  return keys;
}

function holdValues(items: readonly HoldItem[], clock: Clock, timeZone: string): unknown[] {
  const wallets = walletsOf(items);
  return [
    clock.databaseNow(),
    timeZone,
    plainArray(wallets.map(({ accountId }) => accountId)),
    plainArray(wallets.map(({ mode }) => mode)),
    plainArray(wallets.map(({ accountVersion }) => accountVersion)),
    plainArray(wallets.map(({ platformVersion }) => platformVersion)),
    plainArray(items.map(({ caller }) => caller.accountId)),
    plainArray(items.map(({ caller }) => caller.mode)),
    plainArray(items.map(({ caller }) => caller.keyId)),
    plainArray(items.map(({ callId }) => callId)),
    plainArray(items.map(({ order }) => order.product)),
    plainArray(items.map(({ price }) => price.source)),
    plainArray(items.map(({ price }) => price.unitPrice)),
    plainArray(items.map(({ order }) => order.parts)),
    plainArray(items.map(({ price }) => price.amount)),
    textArray(items.map(({ order }) => order.templateId)),
    bytesArray(items.map(({ order }) => order.sealed)),
    orNull(
      column(items, ({ claim }) => claim?.keyHash ?? null),
      bytesArray,
    ),
    orNull(
      column(items, ({ claim }) => claim?.bodyHash ?? null),
      bytesArray,
    ),
    orNull(
      column(items, ({ order }) => order.recipient?.numberHash ?? null),
      bytesArray,
    ),
    orNull(
      column(items, ({ order }) => order.recipient?.codeHash ?? null),
      bytesArray,
    ),
    orNull(
      column(items, ({ order }) => order.recipient?.prefix ?? null),
      plainArray,
    ),
    orNull(
      column(items, ({ order }) => order.recipient?.limits?.perMinute ?? null),
      plainArray,
    ),
    orNull(
      column(items, ({ order }) => order.recipient?.limits?.perHour ?? null),
      plainArray,
    ),
    orNull(
      column(items, ({ order }) => order.recipient?.limits?.perDay ?? null),
      plainArray,
    ),
    orNull(
      column(items, ({ caller }) => caller.keyCap),
      plainArray,
    ),
    orNull(
      column(items, ({ caller }) => caller.limits?.spendCapDay ?? null),
      plainArray,
    ),
  ];
}

function column<Value>(items: readonly HoldItem[], read: (item: HoldItem) => Value): Value[] {
  return items.map(read);
}

/**
 * The callers of a batch, each once: the wallets to lock, with the versions that were decided on.
 * Callers are cached, so those of one key are one object, and the few that are not do no harm.
 */
function walletsOf(items: readonly HoldItem[]): Principal[] {
  return [...new Set(items.map(({ caller }) => caller))];
}
