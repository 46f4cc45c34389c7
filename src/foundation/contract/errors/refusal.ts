import { ApiError, type Reason } from './errors.ts';

export interface RatePolicy {
  name: string;
  quota: number;
  windowSeconds: number;
}

/** A temporary error says when to retry, in the three headers that clients know. */
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
