import type { Principal } from '../callers/principal.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import type { Reply } from './request.ts';

/** Every reply to a key with a rate limit shows how much is left, not only the refusals. */
export function withRateFields(
  { rateLimiter }: { rateLimiter: RateLimiter },
  { keyId, perSecond }: Pick<Principal, 'keyId' | 'perSecond'>,
  reply: Reply,
): Reply {
  if (perSecond === null) return reply;
  return {
    ...reply,
    headers: {
      ...reply.headers,
      'ratelimit-policy': `"key";q=${perSecond};w=1`,
      // At most one second's worth of slots is used, so all of them are back within a second.
      ratelimit: `"key";r=${rateLimiter.left(keyId)};t=1`,
    },
  };
}
