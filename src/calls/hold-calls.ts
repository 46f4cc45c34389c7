import type { Principal } from '../callers/principal.ts';
import type { Clock } from '../clock.ts';
import { bytesArray, orNull, plainArray, textArray } from '../db/array-literal.ts';
import type { Claim } from '../idempotency/claim.ts';
import type { SealedContents } from '../messages/content.ts';
import type { Price } from '../pricing/price-of.ts';
import type { Order } from './order.ts';

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

const held: HoldResult = { verdict: 'held', retryAfterMs: null };

/** How many parameters the function hold_calls has. */
export const holdParameters = 30;

/** The statement names only those that were not held. */
export function holdResults(
  items: readonly HoldItem[],
  rows: readonly [kind: string, ord: number, word: string | null, retryAfterMs: number | null][],
): HoldResult[] {
  const results: HoldResult[] = new Array(items.length).fill(held);
  for (const [kind, ord, verdict, retryAfterMs] of rows) {
    if (kind === 'hold' && verdict) results[ord - 1] = { verdict, retryAfterMs };
  }
  return results;
}

/** A number or an idempotency key that two calls share is decided one after the other. */
export function keysOf({ caller, order, claim }: HoldItem): readonly string[] {
  const keys: string[] = [];
  if (claim) keys.push(claim.name);
  if (order.recipient?.limits) {
    keys.push(`${caller.accountId} ${caller.mode} ${order.recipient.mobile}`);
  }
  return keys;
}

export function holdValues(
  items: readonly HoldItem[],
  clock: Clock,
  timeZone: string,
  isLocked: boolean,
  contents: SealedContents | null,
): unknown[] {
  const wallets = walletsOf(items);
  return [
    clock.databaseNow(),
    timeZone,
    isLocked,
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
    contents?.contentId ?? null,
    contents?.sealed ?? null,
    optional(items, ({ claim }) => claim?.keyHash() ?? null, bytesArray),
    optional(items, ({ claim }) => claim?.bodyHash() ?? null, bytesArray),
    optional(items, ({ claim, order }) => claim && order.language, plainArray),
    optional(items, ({ order }) => order.recipient?.numberHash() ?? null, bytesArray),
    optional(items, ({ order }) => order.recipient?.codeHash() ?? null, bytesArray),
    optional(items, ({ order }) => order.recipient?.prefix ?? null, plainArray),
    optional(items, ({ order }) => order.recipient?.limits?.perMinute ?? null, plainArray),
    optional(items, ({ order }) => order.recipient?.limits?.perHour ?? null, plainArray),
    optional(items, ({ order }) => order.recipient?.limits?.perDay ?? null, plainArray),
    optional(items, ({ caller }) => caller.keyCap, plainArray),
    optional(items, ({ caller }) => caller.limits?.spendCapDay ?? null, plainArray),
  ];
}

/** A column that most batches have nothing in. */
function optional<Value>(
  items: readonly HoldItem[],
  read: (item: HoldItem) => Value | null,
  write: (values: readonly (Value | null)[]) => string,
): string | null {
  return orNull(items.map(read), write);
}

/**
 * The callers of a batch, each once: the wallets to lock, with the versions that were decided on.
 * Callers are cached, so those of one key are one object, and the few that are not do no harm.
 */
function walletsOf(items: readonly HoldItem[]): Principal[] {
  return [...new Set(items.map(({ caller }) => caller))];
}
