import fc from 'fast-check';
import type { CalledProduct, Mode } from '../../src/foundation/contract/products.ts';
import type { Money } from '../../src/foundation/money.ts';

/** A call of a history, and what becomes of it; times are minutes after the one before. */
export interface ModelCall {
  account: 0 | 1;
  mode: Mode;
  product: CalledProduct;
  provider: 'north' | 'south';
  amount: Money;
  /** Null if no provider said what it cost. */
  cost: number | null;
  acceptedAt: number;
  /** What the line settled it as; `held` if its process died. */
  outcome: 'done' | 'rejected' | 'unavailable' | 'unknown' | 'held';
  /** What an unknown call, or a call that was released by mistake, became later. */
  resolution: { after: number; state: 'done' | 'unavailable' } | null;
  receipt: 'delivered' | 'undelivered' | null;
  refundAfter: number | null;
}

/** When money was booked for a call, by the rules alone. */
export interface Booked {
  chargedAt: number | null;
  refundedAt: number | null;
  state: 'held' | 'unknown' | 'done' | 'rejected' | 'unavailable';
}

const hour = 60;
const day = 24 * hour;
const within = (minutes: number) => fc.integer({ min: 1, max: minutes });

/** Most calls are close to a midnight of some zone, where days are told apart. */
const acceptedAt = fc
  .record({
    day: fc.integer({ min: 0, max: 3 }),
    border: fc.constantFrom(0, 5, 6, 16, 18.5),
    by: fc.oneof(fc.constantFrom(-1, 0), fc.integer({ min: -90, max: 90 })),
  })
  .map(({ day: days, border, by }) => (days + 1) * day + border * hour + by);

export const modelCall: fc.Arbitrary<ModelCall> = fc.record({
  account: fc.constantFrom(0, 1),
  mode: fc.constantFrom('live', 'live', 'test'),
  product: fc.constantFrom('sms_code', 'sms_notice'),
  provider: fc.constantFrom('north', 'south'),
  amount: fc.bigInt({ min: 0n, max: 900n }),
  cost: fc.option(fc.integer({ min: 0, max: 600 })),
  acceptedAt,
  outcome: fc.constantFrom('done', 'done', 'done', 'rejected', 'unavailable', 'unknown', 'held'),
  resolution: fc.option(
    fc.record({ after: within(2 * day), state: fc.constantFrom('done', 'done', 'unavailable') }),
  ),
  receipt: fc.constantFrom('delivered', 'delivered', 'undelivered', null),
  refundAfter: fc.option(within(2 * day), { freq: 3 }),
});

/** The time of the outcome, a minute after the hold, so that it can be on another day. */
export const endedAt = ({ acceptedAt }: ModelCall) => acceptedAt + 1;

/** A released call is charged after all only if a receipt contradicted its release. */
export function resolvesAs(call: ModelCall): 'done' | 'unavailable' | null {
  if (!call.resolution) return null;
  if (call.outcome === 'unknown' || call.outcome === 'held') return call.resolution.state;
  const isContradicted = call.outcome === 'unavailable' && call.receipt === 'delivered';
  return isContradicted && call.resolution.state === 'done' ? 'done' : null;
}

export const resolvedAt = (call: ModelCall) => endedAt(call) + (call.resolution?.after ?? 0);

export function bookedOf(call: ModelCall): Booked {
  const resolved = resolvesAs(call);
  const state = resolved ?? call.outcome;
  if (state !== 'done') return { chargedAt: null, refundedAt: null, state };
  const chargedAt = resolved ? resolvedAt(call) : endedAt(call);
  const isRefunded = call.refundAfter !== null && call.amount > 0n;
  const refundedAt = isRefunded ? chargedAt + (call.refundAfter as number) : null;
  return { chargedAt, refundedAt, state };
}

/** The money of a call that stays charged. */
export function chargeOf(call: ModelCall): Money {
  const { chargedAt, refundedAt } = bookedOf(call);
  return chargedAt !== null && refundedAt === null ? call.amount : 0n;
}

/** What the books say of a span of minutes: charges minus refunds that were booked in it. */
export function bookedIn(call: ModelCall, isIn: (minute: number) => boolean): Money {
  const { chargedAt, refundedAt } = bookedOf(call);
  const charged = chargedAt !== null && isIn(chargedAt) ? call.amount : 0n;
  return refundedAt !== null && isIn(refundedAt) ? charged - call.amount : charged;
}
