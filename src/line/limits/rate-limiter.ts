/**
 * Limits the requests per second of one key. Each process counts for itself, so with several processes behind
 * one address a key gets its rate from each. That is enough to keep one customer's loop from starving the
 * others, and costs no round trip.
 */
export interface RateLimiter {
  /** Takes a slot and returns 0, or returns the milliseconds until one is free. */
  take(keyId: number, perSecond: number, nowMs: number): number;
  /** The number of slots that the key had left after its last request. */
  left(keyId: number): number;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

const maxBuckets = 100_000;

export function createRateLimiter(): RateLimiter {
  const buckets = new Map<number, Bucket>();
  return {
    take(keyId, perSecond, nowMs) {
      let bucket = buckets.get(keyId);
      if (!bucket) {
        if (buckets.size >= maxBuckets) buckets.clear();
        bucket = { tokens: perSecond, filledAt: nowMs };
        buckets.set(keyId, bucket);
      }
      const gained = ((nowMs - bucket.filledAt) / 1000) * perSecond;
      bucket.tokens = Math.min(perSecond, bucket.tokens + gained);
      bucket.filledAt = nowMs;
      if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) / perSecond) * 1000);
      bucket.tokens -= 1;
      return 0;
    },
    left: (keyId) => Math.floor(buckets.get(keyId)?.tokens ?? 0),
  };
}
