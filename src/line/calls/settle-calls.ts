import type { CallState, OutcomeKind, Owner } from '../../foundation/contract/products.ts';
import {
  bytesArray,
  columnOrNull,
  plainArray,
  textArray,
} from '../../foundation/db/array-literal.ts';
import { functionCall } from '../../foundation/db/function-call.ts';

/** A call to be settled with its outcome. */
export interface SettleItem extends Owner {
  callId: string;
  state: OutcomeKind;
  providerCode: string;
  providerRef: string | null;
  /** The provider's own words, or how the resolver found the outcome. */
  evidence: string | null;
  /** The sealed reply, stored only for a call with an idempotency key whose reply cannot be rebuilt. */
  reply: { status: number; sealed: Buffer } | null;
  check: string | null;
  /** The sandbox inbox's copy of the message. */
  script: string | null;
  /** Which providers were asked, their references and their costs; see call-details.ts. */
  details: string | null;
}

/** The final state: the requested one, unless the call had already ended. */
export interface SettleResult {
  state: CallState | 'absent';
  isApplied: boolean;
}

/** One result row of the settle statement, which returns only the calls that had already ended. */
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
interface SettleBatch {
  items: readonly SettleItem[];
  /** The time that the database uses as now; null for its own clock. */
  now: Date | null;
  /**
   * The distinct wallets of the whole statement. Wallets are locked in one order, so the settle, which runs
   * first, also locks the wallets of the holds after it.
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

/** The distinct wallets that a statement touches. */
export function walletsOf(...lists: readonly (readonly Owner[])[]): Owner[] {
  const wallets = new Map<number, Owner>();
  for (const list of lists) {
    for (const owner of list) {
      wallets.set(owner.mode === 'test' ? owner.accountId : -owner.accountId, owner);
    }
  }
  return [...wallets.values()];
}
