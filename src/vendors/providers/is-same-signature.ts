import { timingSafeEqual } from 'node:crypto';

/** Whether what came is what was expected, in a time that tells nothing about how much of it is. */
export function isSameSignature(given: string | undefined, expected: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
