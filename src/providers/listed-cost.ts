import { type Money, parseMoney } from '../money.ts';
import type { CostList } from './provider.ts';

/** What a price list says that a message, or a check of one part, costs us; undefined when nothing. */
export function listedCost(
  { each, regions }: CostList,
  parts: number,
  region: string | null,
): Money | undefined {
  const listed = regions?.[region ?? ''] ?? each;
  const ofPart = listed === undefined ? undefined : parseMoney(listed);
  return ofPart === undefined ? undefined : ofPart * BigInt(parts);
}
