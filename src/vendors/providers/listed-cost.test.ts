import { expect, test } from 'vitest';
import { costsProblems, listedCost } from './listed-cost.ts';
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
])('with the price list %j, %d parts to %s cost %s', (costs, parts, region, cost) => {
  expect(listedCost(costs, parts, region)).toBe(cost);
});

test('a price list with an unreadable or negative amount is refused', () => {
  expect(costsProblems({})).toEqual([]);
  expect(costsProblems({ each: '0.0450', regions: { GB: '0', US: '1.2' } })).toEqual([]);
  for (const wrong of ['-0.0001', '0.00001', 'free', '']) {
    expect(costsProblems({ each: wrong })).toHaveLength(1);
    expect(costsProblems({ each: '0.0450', regions: { GB: '0.05', US: wrong } })).toHaveLength(1);
  }
});
