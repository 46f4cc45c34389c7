import type { ApiError, Reason } from '../../foundation/contract/errors/errors.ts';
import { type RatePolicy, refusal } from '../../foundation/contract/errors/refusal.ts';
import type { NumberLimits } from '../limits/limits.ts';

/** What the hold can say against a call, and the error that the caller gets for it. */
const refusals = {
  balance_too_low: 'balance_too_low',
  key_spend_cap: 'key_spend_cap',
  account_spend_cap: 'account_spend_cap',
  duplicate_code: 'duplicate_code',
  prefix_closed: 'prefix_closed',
  number_per_minute: 'rate_limited_number',
  number_per_hour: 'rate_limited_number',
  number_per_day: 'rate_limited_number',
} as const satisfies Record<string, Reason>;

export type Refusal = keyof typeof refusals;

/**
 * All that the hold can say of a call. `stale`: its terms have changed, it is decided anew. `replay` and
 * `differs`: its idempotency key is taken, by a copy of it or by another call.
 */
export type HoldVerdict = 'held' | 'stale' | 'replay' | 'differs' | Refusal;

export function refusalOf(
  verdict: Refusal,
  retryAfterMs: number | null,
  limits: NumberLimits | null,
): ApiError {
  return refusal(refusals[verdict], retryAfterMs, policyOf(verdict, limits));
}

function policyOf(verdict: Refusal, limits: NumberLimits | null): RatePolicy | undefined {
  switch (verdict) {
    case 'number_per_minute':
      return { name: 'number-minute', quota: limits?.perMinute ?? 0, windowSeconds: 60 };
    case 'number_per_hour':
      return { name: 'number-hour', quota: limits?.perHour ?? 0, windowSeconds: 3_600 };
    case 'number_per_day':
      return { name: 'number-day', quota: limits?.perDay ?? 0, windowSeconds: 86_400 };
    default:
      return undefined;
  }
}
