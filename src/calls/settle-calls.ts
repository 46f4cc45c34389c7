import type { Clock } from '../clock.ts';
import type { Mode } from '../contract/products.ts';
import { bytesArray, orNull, plainArray, textArray } from '../db/array-literal.ts';
import type { HoldItem } from './hold-calls.ts';

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
  /** The reply, sealed, where there is an idempotency key and it cannot be made again. */
  reply: { status: number; sealed: Buffer } | null;
  check: string | null;
  /** What the sandbox's inbox keeps of the message. */
  script: string | null;
}

/** The state that stands: the one asked for, unless somebody ended the call before. */
export interface SettleResult {
  state: string;
  isApplied: boolean;
}

/** How many parameters the function settle_calls has. */
export const settleParameters = 15;

/** The statement names only those that had their outcome already. */
export function settleResults(
  items: readonly SettleItem[],
  rows: readonly [kind: string, ord: number, word: string | null, retryAfterMs: number | null][],
): SettleResult[] {
  const results: SettleResult[] = items.map(({ state }) => ({ state, isApplied: true }));
  for (const [kind, ord, state] of rows) {
    if (kind === 'settle') results[ord - 1] = { state: state ?? 'absent', isApplied: false };
  }
  return results;
}

/**
 * Wallets are locked in one order over the whole statement, so the settle, which comes first, locks
 * those of the holds behind it too.
 */
export function settleValues(
  items: readonly SettleItem[],
  clock: Clock,
  holds: readonly HoldItem[],
): unknown[] {
  const [first, last] = boundsOf(items);
  const wallets = walletsOf([...items, ...holds.map(({ caller }) => caller)]);
  return [
    clock.databaseNow(),
    plainArray(wallets.map(({ accountId }) => accountId)),
    plainArray(wallets.map(({ mode }) => mode)),
    plainArray(items.map(({ accountId }) => accountId)),
    plainArray(items.map(({ callId }) => callId)),
    first,
    last,
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
    orNull(
      items.map(({ script }) => script),
      plainArray,
    ),
  ];
}

/** The first and the last id of a batch: UUIDs of one form order as their texts do. */
function boundsOf(items: readonly SettleItem[]): [string, string] {
  let first = items[0]?.callId ?? '';
  let last = first;
  for (const { callId } of items) {
    if (callId < first) first = callId;
    if (callId > last) last = callId;
  }
  return [first, last];
}

interface Wallet {
  accountId: number;
  mode: Mode;
}

/** The wallets that a batch touches, each once. */
function walletsOf(owners: readonly Wallet[]): Wallet[] {
  const wallets = new Map<number, Wallet>();
  for (const owner of owners) {
    wallets.set(owner.mode === 'test' ? owner.accountId : -owner.accountId, owner);
  }
  return [...wallets.values()];
}
