import type { Pool } from 'pg';
import type { Clock } from '../clock.ts';
import type { Mode } from '../contract/products.ts';
import { bytesArray, orNull, plainArray, textArray } from '../db/array-literal.ts';
import { type BatchWriter, createBatchWriter } from '../db/batch-writer.ts';
import { isItemFault } from '../db/faults.ts';

export type CallState = 'done' | 'rejected' | 'unavailable' | 'unknown';

/** A call that has its outcome. */
export interface SettleItem {
  accountId: number;
  mode: Mode;
  callId: string;
  state: CallState;
  providerCode: string;
  providerRef: string | null;
  /** The provider's words, or how the outcome was found out. */
  evidence: string | null;
  /** The reply, sealed, for calls with an idempotency key; an unknown outcome has none yet. */
  reply: { status: number; sealed: Buffer } | null;
  check: string | null;
}

/** The state that stands: the one asked for, unless somebody ended the call before. */
export interface SettleResult {
  state: string;
  isApplied: boolean;
}

export type SettleWriter = BatchWriter<SettleItem, SettleResult>;

const sql = `select * from settle_calls(${Array.from({ length: 12 }, (_, i) => `$${i + 1}`)})`;

export function createSettleWriter(pool: Pool, clock: Clock): SettleWriter {
  return createBatchWriter<SettleItem, SettleResult>({
    maxItems: 500,
    isItemFault,
    write: (items) => settleBatch(pool, clock, items),
  });
}

/** Settles a batch in one statement, and so in one transaction. */
export async function settleBatch(
  pool: Pool,
  clock: Clock,
  items: readonly SettleItem[],
): Promise<SettleResult[]> {
  const { rows } = await pool.query<[number, string | null]>({
    name: 'settle_calls',
    text: sql,
    values: settleValues(items, clock),
    rowMode: 'array',
  });
  const results: SettleResult[] = items.map(({ state }) => ({ state, isApplied: true }));
  for (const [ord, state] of rows) {
    results[ord - 1] = { state: state ?? 'absent', isApplied: false };
  }
  return results;
}

function settleValues(items: readonly SettleItem[], clock: Clock): unknown[] {
  const wallets = walletsOf(items);
  return [
    clock.databaseNow(),
    plainArray(wallets.map(({ accountId }) => accountId)),
    plainArray(wallets.map(({ mode }) => mode)),
    plainArray(items.map(({ accountId }) => accountId)),
    plainArray(items.map(({ callId }) => callId)),
    plainArray(items.map(({ state }) => state)),
    textArray(items.map(({ providerCode }) => providerCode)),
    orNull(
      items.map(({ providerRef }) => providerRef),
      textArray,
    ),
    orNull(
      items.map(({ evidence }) => evidence),
      textArray,
    ),
    orNull(
      items.map(({ reply }) => reply?.status ?? null),
      plainArray,
    ),
    orNull(
      items.map(({ reply }) => reply?.sealed ?? null),
      bytesArray,
    ),
    orNull(
      items.map(({ check }) => check),
      textArray,
    ),
  ];
}

/** The wallets that a batch touches, each once. */
function walletsOf(items: readonly SettleItem[]): SettleItem[] {
  const wallets = new Map<number, SettleItem>();
  for (const item of items) {
    wallets.set(item.mode === 'test' ? item.accountId : -item.accountId, item);
  }
  return [...wallets.values()];
}
