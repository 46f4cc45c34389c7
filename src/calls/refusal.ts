import { ApiError, type Reason } from '../contract/errors.ts';
import type { NumberLimits } from '../limits/limits.ts';

/**
 * What the hold can say other than yes, and the error that the caller gets for it. `stale`, `replay`
 * and `differs` are not refusals; run-call sees to them.
 */
const refusals: Readonly<Record<string, Reason>> = {
  balance_too_low: 'balance_too_low',
  key_spend_cap: 'key_spend_cap',
  account_spend_cap: 'account_spend_cap',
  duplicate_code: 'duplicate_code',
  prefix_closed: 'prefix_closed',
  number_per_minute: 'rate_limited_number',
  number_per_hour: 'rate_limited_number',
  number_per_day: 'rate_limited_number',
};

export function refusalOf(
  verdict: string,
  retryAfterMs: number | null,
  limits: NumberLimits | null,
): ApiError {
  const reason = refusals[verdict];
  if (!reason) return new ApiError('internal', { cause: new Error(`verdict ${verdict}`) });
  return refusal(reason, retryAfterMs, policyOf(verdict, limits));
}

export interface RatePolicy {
  name: string;
  quota: number;
  windowSeconds: number;
}

function policyOf(verdict: string, limits: NumberLimits | null): RatePolicy | undefined {
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

/** A refusal that passes with time says when, in the three fields that clients know. */
export function refusal(
  reason: Reason,
  retryAfterMs: number | null,
  policy?: RatePolicy,
): ApiError {
  if (retryAfterMs === null) return new ApiError(reason);
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  const name = policy?.name ?? reason.replaceAll('_', '-');
  return new ApiError(reason, {
    headers: {
      'retry-after': String(seconds),
      'ratelimit-policy': `"${name}";q=${policy?.quota ?? 1};w=${policy?.windowSeconds ?? seconds}`,
      ratelimit: `"${name}";r=0;t=${seconds}`,
    },
  });
}
