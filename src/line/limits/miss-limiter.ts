/**
 * How many keys that do not exist one network address may try. The count is kept in this process
 * alone, as that of the rate limiter is; it keeps a guesser from reaching the database, no more.
 */
export interface MissLimiter {
  /** In how many milliseconds the address may try a key that nobody has seen; 0 for now. */
  waitMs(address: string, nowMs: number): number;
  /** The address tried a key that does not exist. */
  miss(address: string, nowMs: number): void;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

const mostAddresses = 10_000;

/** What an address may try at once, and what it gains in a second. */
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
      // Those that were under way together are all counted, but make nobody wait for hours.
      const left = Math.max(tokens - 1, -missBurst);
      buckets.delete(network);
      buckets.set(network, { tokens: left, filledAt: nowMs });
      for (const oldest of buckets.keys()) {
        if (buckets.size <= mostAddresses) break;
        buckets.delete(oldest);
      }
    },
  };
}

/** Whoever has one IPv6 address has 2^64 of them, so they count as one. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':');
  if (tail === undefined) return groups.slice(0, 4).join(':');
  const after = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0');
  return [...groups, ...zeros, ...after].slice(0, 4).join(':');
}
