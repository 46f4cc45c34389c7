import type { ApiError, Reason } from '../../foundation/contract/errors/errors.ts';
import { type RatePolicy, refusal } from '../../foundation/contract/errors/refusal.ts';
import type { NumberLimits } from '../limits/limits.ts';

/** The reasons to refuse a hold, with the error that the caller gets for each. */
const refusals = {
  balance_too_low: 'balance_too_low',
  wallet_negative: 'wallet_negative',
  key_spend_cap: 'key_spend_cap',
  account_spend_cap: 'account_spend_cap',
  duplicate_code: 'duplicate_code',
  verification_too_soon: 'verification_too_soon',
  prefix_closed: 'prefix_closed',
  number_per_minute: 'rate_limited_number',
  number_per_hour: 'rate_limited_number',
  number_per_day: 'rate_limited_number',
} as const satisfies Record<string, Reason>;

export type Refusal = keyof typeof refusals;

/**
 * All results of a hold. `stale`: the caller's terms changed, so the call is decided again. `replay` and
 * `differs`: the idempotency key is already used, by the same request or by a different one.
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
