import type { Principal } from '../callers/principal.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import type { Reply } from './request.ts';

/** A caller whose key has a rate is told what is left of it with every reply, not only when it is used up. */
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
      // At most a whole second's places are missing, so a second brings all of them back.
      ratelimit: `"key";r=${rateLimiter.left(keyId)};t=1`,
    },
  };
}
