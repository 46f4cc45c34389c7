import { timingSafeEqual } from 'node:crypto';

/** Compares signatures in constant time, so that the timing does not reveal how much matches. */
export function isSameSignature(given: string | undefined, expected: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
