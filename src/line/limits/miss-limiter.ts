import { networkOf } from '../../foundation/network-address.ts';

/**
 * Limits how many nonexistent keys one network address may try. Each process counts for itself, as in the
 * rate limiter: the only purpose is to keep key guessing away from the database.
 */
interface MissLimiter {
  /** Milliseconds until the address may try another unknown key; 0 if it may now. */
  waitMs(address: string, nowMs: number): number;
  /** Counts a nonexistent key against the address. */
  miss(address: string, nowMs: number): void;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

const maxAddresses = 10_000;

/** The burst of an address, which refills at `perSecond`. */
export const missBurst = 30;
const perSecond = 1;

export function createMissLimiter(): MissLimiter {
  const buckets = new Map<string, Bucket>();
  const tokensOf = ({ tokens, filledAt }: Bucket, nowMs: number) =>
    Math.min(missBurst, tokens + (Math.max(0, nowMs - filledAt) / 1000) * perSecond);
  return {
    waitMs(address, nowMs) {
      const bucket = buckets.get(networkOf(address));
      const tokens = bucket ? tokensOf(bucket, nowMs) : missBurst;
      return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) / perSecond) * 1000);
    },
    miss(address, nowMs) {
      const network = networkOf(address);
      const bucket = buckets.get(network);
      const tokens = bucket ? tokensOf(bucket, nowMs) : missBurst;
      // Concurrent misses all count, but the debt is capped so that no client has to wait for hours.
      const left = Math.max(tokens - 1, -missBurst);
      buckets.delete(network);
      buckets.set(network, { tokens: left, filledAt: nowMs });
      for (const oldest of buckets.keys()) {
        if (buckets.size <= maxAddresses) break;
        buckets.delete(oldest);
      }
    },
  };
}
