import { type Bilingual, prefixField } from '../../foundation/contract/text/bilingual.ts';
import { problems } from '../../foundation/contract/text/problems.ts';
import { type Money, parseMoney } from '../../foundation/money.ts';
import type { CostList } from './provider.ts';

/** The cost of a message by the price list; a check counts as one part. Undefined if the list has no price. */
export function listedCost(
  { each, regions }: CostList,
  parts: number,
  region: string | null,
): Money | undefined {
  const listed = regions?.[region ?? ''] ?? each;
  const ofPart = listed === undefined ? undefined : parseMoney(listed);
  return ofPart === undefined ? undefined : ofPart * BigInt(parts);
}

/** The problems of a price list; empty if every amount can be read. */
export function costsProblems({ each, regions = {} }: CostList): Bilingual[] {
  const amounts = [...(each === undefined ? [] : [each]), ...Object.values(regions)];
  return amounts.every((amount) => (parseMoney(amount) ?? -1n) >= 0n)
    ? []
    : [prefixField({ en: 'Costs', zh: '成本' }, problems.not_amount)];
}
