import { expect, test } from 'vitest';
import { listedCost } from './listed-cost.ts';
import type { CostList } from './provider.ts';

test.each<[CostList, number, string | null, bigint | undefined]>([
  [{}, 1, 'CN', undefined],
  [{ each: '0.035' }, 1, 'CN', 350n],
  [{ each: '0.035' }, 3, null, 1_050n],
  [{ each: '0.035', regions: { US: '0.06' } }, 1, 'US', 600n],
  [{ each: '0.035', regions: { US: '0.06' } }, 2, 'CN', 700n],
  [{ each: '0.035', regions: { US: '0.06' } }, 1, null, 350n],
  [{ regions: { US: '0.06' } }, 1, 'CN', undefined],
  [{ each: 'free' }, 1, 'CN', undefined],
  [{ each: '0' }, 1, 'CN', 0n],
])('by the list %j, %d parts to %s cost %s', (costs, parts, region, cost) => {
  expect(listedCost(costs, parts, region)).toBe(cost);
});
