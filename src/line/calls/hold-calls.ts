import { canonicalText } from '../../foundation/contract/text/characters.ts';
import {
  bytesArray,
  columnOrNull,
  plainArray,
  textArray,
} from '../../foundation/db/array-literal.ts';
import { functionCall } from '../../foundation/db/function-call.ts';
import { type Trace, writeTrace } from '../../foundation/trace-parent.ts';
import type { Vault } from '../../foundation/vault.ts';
import type { SealedMessages } from '../../products/messages/content.ts';
import { hashCode } from '../../products/verifications/code.ts';
import type { Principal } from '../callers/principal.ts';
import type { Claim } from '../idempotency/claim.ts';
import type { Price } from '../pricing/price-of.ts';
import type { HoldVerdict } from './hold-verdict.ts';
import type { Order, OrderedApproval, Recipient, StartedVerification } from './order.ts';

/** A call to be held. */
export interface HoldItem {
  caller: Principal;
  callId: string;
  order: Order;
  price: Price;
  claim: Claim | null;
  /** The caller's trace, if the request named one. */
  trace?: Trace | undefined;
}

export interface HoldResult {
  verdict: HoldVerdict;
  retryAfterMs: number | null;
  /** The verification of a held start. */
  started?: StartedVerification;
}

const held: HoldResult = { verdict: 'held', retryAfterMs: null };

/**
 * One result row of the hold statement, which returns only the calls that were not held, and each further message of
 * a verification with the verification and, if it is another than planned, its provider: `held 0190… oak`. If the
 * batch starts verifications, a row of the ordinal 0 says when they begin: `now 1763170447120`.
 */
export type HoldRow = [
  kind: 'hold',
  ord: number,
  verdict: HoldVerdict | `held ${string}` | `now ${string}`,
  retryAfterMs: number | null,
];

export function holdResults(items: readonly HoldItem[], rows: readonly HoldRow[]): HoldResult[] {
  const [, , now = '', cooldownMs] = rows.find(([, ord]) => ord === 0) ?? [];
  const timeAfter = timesFrom(Number(now.slice('now '.length)));
  const results = items.map((item) => asStarted(item, timeAfter, item.callId, cooldownMs));
  for (const [, ord, verdict, retryAfterMs] of rows) {
    if (ord === 0) continue;
    const [, verificationId, turnedTo] = verdict.split(' ');
    results[ord - 1] = verificationId
      ? asStarted(items[ord - 1] as HoldItem, timeAfter, verificationId, retryAfterMs, turnedTo)
      : { verdict: verdict as HoldVerdict, retryAfterMs };
  }
  return results;
}

/** Times after one moment. Most starts of a batch name the same two. */
function timesFrom(beganMs: number): (ms: number) => string {
  const texts = new Map<number, string>();
  return (ms) => {
    const text = texts.get(ms) ?? new Date(beganMs + ms).toISOString();
    texts.set(ms, text);
    return text;
  };
}

/** A held call. A new verification is named after its call; a further message names its own. */
function asStarted(
  { order }: HoldItem,
  timeAfter: (ms: number) => string,
  verificationId: string,
  cooldownMs: number | null = 0,
  turnedTo?: string,
): HoldResult {
  const verification = verificationOf(order);
  if (!verification) return held;
  const started = {
    verificationId,
    expiresAt: timeAfter(verification.ttlSeconds * 1_000),
    resendAfter: timeAfter(cooldownMs ?? 0),
    ...(turnedTo === undefined ? {} : { turnedTo }),
  };
  return { ...held, started };
}

export function verificationOf(order: Order) {
  return order.kind === 'message' ? order.verification : undefined;
}

/** Calls that share a recipient or an idempotency key are decided one after the other. */
export function conflictKeysOf({ caller, order, claim }: HoldItem): readonly string[] {
  const keys: string[] = [];
  if (claim) keys.push(claim.name);
  if (order.recipient?.limits || verificationOf(order)) {
    keys.push(`${caller.accountId} ${caller.mode} ${order.recipient?.to}`);
  }
  return keys;
}

/** Calls that are held together. */
interface HoldBatch {
  items: readonly HoldItem[];
  /**
   * The distinct callers of the batch: the wallets to lock, with the versions that the calls were decided on.
   */
  callers: readonly Principal[];
  /** The time that the database uses as now; null for its own clock. */
  now: Date | null;
  /** The time zone in which a day begins at midnight. */
  timeZone: string;
  /** Whether a settle in the same statement already locked the wallets. */
  isLocked: boolean;
  /** Hashes numbers and codes. */
  vault: Vault;
  /** The sealed messages of the batch. */
  sealed: SealedMessages | null;
}

export const holdCalls = functionCall<HoldBatch>('hold_calls', {
  p_now: ({ now }) => now,
  p_time_zone: ({ timeZone }) => timeZone,
  p_is_locked: ({ isLocked }) => isLocked,
  p_wallet_account: (batch) => ofCallers(batch, ({ accountId }) => accountId),
  p_wallet_mode: (batch) => ofCallers(batch, ({ mode }) => mode),
  p_account_version: (batch) => ofCallers(batch, ({ accountVersion }) => accountVersion),
  p_platform_version: (batch) => ofCallers(batch, ({ platformVersion }) => platformVersion),
  p_account: (batch) => plain(batch, ({ caller }) => caller.accountId),
  p_mode: (batch) => plain(batch, ({ caller }) => caller.mode),
  p_key: (batch) => plain(batch, ({ caller }) => caller.keyId),
  p_call: (batch) => plain(batch, ({ callId }) => callId),
  p_product: (batch) => plain(batch, ({ order }) => order.product),
  p_price_source: (batch) => plain(batch, ({ price }) => price.source),
  p_unit_price: (batch) => plain(batch, ({ price }) => price.unitPrice),
  p_parts: (batch) => plain(batch, ({ order }) => order.parts),
  p_amount: (batch) => plain(batch, ({ price }) => price.amount),
  // Records which provider a live call is about to reach, in case the process dies. Test calls only reach the
  // sandbox.
  p_provider: (batch) =>
    columnOrNull(
      batch,
      ({ caller, order }) => (caller.mode === 'live' ? (order.providers[0] ?? null) : null),
      textArray,
    ),
  p_template: ({ items }) => textArray(items.map(({ order }) => order.templateId)),
  p_content: ({ sealed }) => sealed?.contentId ?? null,
  p_sealed: ({ sealed }) => sealed?.sealed ?? null,
  p_idempotency: (batch) =>
    columnOrNull(batch, ({ claim }) => claim?.keyHash() ?? null, bytesArray),
  p_body: (batch) => columnOrNull(batch, ({ claim }) => claim?.bodyHash() ?? null, bytesArray),
  p_language: (batch) =>
    columnOrNull(batch, ({ claim, order }) => claim && order.language, plainArray),
  p_number: (batch) =>
    columnOrNull(batch, ({ order }) => numberHashOf(batch, order.recipient), bytesArray),
  p_code: (batch) =>
    columnOrNull(batch, ({ order }) => codeHashOf(batch, order.recipient), bytesArray),
  p_prefix: (batch) =>
    columnOrNull(batch, ({ order }) => order.recipient?.prefix ?? null, plainArray),
  p_per_minute: (batch) =>
    columnOrNull(batch, (item) => limitsOf(item)?.perMinute ?? null, plainArray),
  p_per_hour: (batch) => columnOrNull(batch, (item) => limitsOf(item)?.perHour ?? null, plainArray),
  p_per_day: (batch) => columnOrNull(batch, (item) => limitsOf(item)?.perDay ?? null, plainArray),
  p_key_cap: (batch) => columnOrNull(batch, ({ caller }) => caller.keyCap, plainArray),
  p_account_cap: (batch) =>
    columnOrNull(batch, ({ caller }) => caller.limits?.spendCapDay ?? null, plainArray),
  p_trace: (batch) =>
    columnOrNull(batch, ({ trace }) => (trace ? writeTrace(trace) : null), plainArray),
  p_purpose: (batch) =>
    columnOrNull(batch, ({ order }) => verificationOf(order)?.purpose ?? null, plainArray),
  p_verification_code: (batch) =>
    columnOrNull(batch, (item) => verificationHashOf(batch, item), bytesArray),
  p_ttl: (batch) =>
    columnOrNull(batch, ({ order }) => verificationOf(order)?.ttlSeconds ?? null, plainArray),
  p_reference: (batch) =>
    columnOrNull(batch, ({ order }) => verificationOf(order)?.reference ?? null, textArray),
  p_approval: (batch) => ofApprovals(batch, ({ callId }) => callId),
  p_approval_source: (batch) => ofApprovals(batch, ({ price }) => price.source),
  p_approval_price: (batch) => ofApprovals(batch, ({ price }) => price.amount),
  p_next_provider: (batch) => columnOrNull(batch, nextProviderOf, textArray),
  p_kept: (batch) =>
    columnOrNull(batch, ({ order }) => verificationOf(order)?.kept ?? null, plainArray),
});

function ofApprovals(batch: HoldBatch, read: (approval: OrderedApproval) => Plain) {
  const readItem = ({ order }: HoldItem) => {
    const approval = verificationOf(order)?.approval;
    return approval ? read(approval) : null;
  };
  return columnOrNull(batch, readItem, plainArray);
}

/** The provider of a further message, if the first one sent the last. Test calls only reach the sandbox. */
function nextProviderOf({ caller, order }: HoldItem): string | null {
  if (caller.mode === 'test' || !verificationOf(order)) return null;
  return order.providers[1] ?? null;
}

function verificationHashOf({ vault }: HoldBatch, { callId, order }: HoldItem): string | null {
  const verification = verificationOf(order);
  return verification ? hashCode(vault, callId, verification.code) : null;
}

/**
 * Hashes are computed when the batch is written, for all its calls in a row. Hashing each call separately,
 * between other work of the server, costs several times as much.
 */
function numberHashOf({ vault }: HoldBatch, recipient: Recipient | null): string | null {
  return recipient && vault.fingerprintHex('number', recipient.to);
}

/** The same code has the same hash, however it is formatted. */
export function codeHashOf(
  { vault }: Pick<HoldBatch, 'vault'>,
  recipient: Recipient | null,
): string | null {
  if (recipient?.code == null) return null;
  return vault.fingerprintHex('code', canonicalText(recipient.code));
}

type Plain = string | number | bigint;

function plain({ items }: HoldBatch, read: (item: HoldItem) => Plain): string {
  return plainArray(items.map(read));
}

function limitsOf({ order }: HoldItem) {
  return order.recipient?.limits;
}

function ofCallers({ callers }: HoldBatch, read: (caller: Principal) => Plain): string {
  return plainArray(callers.map(read));
}
