import type { CallState, OutcomeKind, Owner } from '../../foundation/contract/products.ts';
import {
  bytesArray,
  columnOrNull,
  plainArray,
  textArray,
} from '../../foundation/db/array-literal.ts';
import { functionCall } from '../../foundation/db/function-call.ts';

/** A call that has its outcome. */
export interface SettleItem extends Owner {
  callId: string;
  state: OutcomeKind;
  providerCode: string;
  providerRef: string | null;
  /** The provider's words, or how the outcome was found out. */
  evidence: string | null;
  /** The reply, sealed, where there is an idempotency key and it cannot be made again. */
  reply: { status: number; sealed: Buffer } | null;
  check: string | null;
  /** What the sandbox's inbox keeps of the message. */
  script: string | null;
  /** Who was asked, what they call it and what they charge; see call-details.ts. */
  details: string | null;
}

/** The state that stands: the one asked for, unless somebody ended the call before. */
export interface SettleResult {
  state: CallState | 'absent';
  isApplied: boolean;
}

/** What the statement says of a settle; it names only the calls that had their outcome already. */
export type SettleRow = [kind: 'settle', ord: number, state: CallState | null, unused: null];

export function settleResults(
  items: readonly SettleItem[],
  rows: readonly SettleRow[],
): SettleResult[] {
  const results: SettleResult[] = items.map(({ state }) => ({ state, isApplied: true }));
  for (const [, ord, state] of rows) {
    results[ord - 1] = { state: state ?? 'absent', isApplied: false };
  }
  return results;
}

/** Calls that are settled together. */
export interface SettleBatch {
  items: readonly SettleItem[];
  /** What the database is to take for now; null for its own clock. */
  now: Date | null;
  /**
   * The wallets of the whole statement, each once. They are locked in one order, so the settle, which comes
   * first, locks those of the holds behind it too.
   */
  wallets: readonly Owner[];
}

export const settleCalls = functionCall<SettleBatch>('settle_calls', {
  p_now: ({ now }) => now,
  p_wallet_account: ({ wallets }) => plainArray(wallets.map(({ accountId }) => accountId)),
  p_wallet_mode: ({ wallets }) => plainArray(wallets.map(({ mode }) => mode)),
  p_account: ({ items }) => plainArray(items.map(({ accountId }) => accountId)),
  p_call: ({ items }) => plainArray(items.map(({ callId }) => callId)),
  p_state: ({ items }) => plainArray(items.map(({ state }) => state)),
  p_provider: ({ items }) => textArray(items.map(({ providerCode }) => providerCode)),
  p_provider_ref: (batch) => columnOrNull(batch, ({ providerRef }) => providerRef, textArray),
  p_evidence: (batch) => columnOrNull(batch, ({ evidence }) => evidence, textArray),
  p_status: (batch) => columnOrNull(batch, ({ reply }) => reply?.status ?? null, plainArray),
  p_reply: (batch) => columnOrNull(batch, ({ reply }) => reply?.sealed ?? null, bytesArray),
  p_check: (batch) => columnOrNull(batch, ({ check }) => check, textArray),
  p_script: (batch) => columnOrNull(batch, ({ script }) => script, plainArray),
  p_details: (batch) => columnOrNull(batch, ({ details }) => details, textArray),
});

/** The wallets that a statement touches, each once. */
export function walletsOf(...lists: readonly (readonly Owner[])[]): Owner[] {
  const wallets = new Map<number, Owner>();
  for (const list of lists) {
    for (const owner of list) {
      wallets.set(owner.mode === 'test' ? owner.accountId : -owner.accountId, owner);
    }
  }
  return [...wallets.values()];
}
