import { describe, expect, test } from 'vitest';
import { certainBounds, weighStops } from './weigh-stops.ts';

const counts = (text: string) =>
  new Map(
    text.split(' ').map((each) => {
      const [code = '', approved, numbers] = each.split(/[:/]/);
      return [code, { approved: Number(approved), numbers: Number(numbers) }];
    }),
  );
const stops = [
  { code: 'a', weight: 50, minWeight: 10 },
  { code: 'b', weight: 50, minWeight: 10 },
];
const weigh = (text: string, on = stops) =>
  weighStops(on, counts(text))
    .map(({ code, weight = 0 }) => `${code}:${Math.round(weight)}`)
    .join(' ');

test('bounds are those of Wilson', () => {
  // Newcombe 1998 (10.1002/(SICI)1097-0258(19980430)17:8<857::AID-SIM777>3.0.CO;2-E), table I, method 3.
  const rounded = ({ low, high }: { low: number; high: number }) => [
    low.toFixed(4),
    high.toFixed(4),
  ];
  expect(rounded(certainBounds({ approved: 81, numbers: 263 }))).toEqual(['0.2553', '0.3662']);
  expect(rounded(certainBounds({ approved: 15, numbers: 148 }))).toEqual(['0.0624', '0.1605']);
  expect(rounded(certainBounds({ approved: 0, numbers: 20 }))).toEqual(['0.0000', '0.1611']);
});

describe('the weights of a and b', () => {
  test.each([
    ['stay without evidence', 'a:0/0 b:0/0', 'a:50 b:50'],
    ['stay with too little evidence', 'a:0/3 b:3/3', 'a:50 b:50'],
    ['stay while both may be equal', 'a:650/1000 b:690/1000', 'a:50 b:50'],
    ['stay if nobody enters anything', 'a:0/900 b:0/900', 'a:50 b:50'],
    ['fall a little for a small difference', 'a:3000/5000 b:3500/5000', 'a:41 b:50'],
    ['fall to the minimum and not below', 'a:0/500 b:350/500', 'a:10 b:50'],
  ])('%s', (_, figures, expected) => {
    expect(weigh(figures)).toBe(expected);
  });

  // @mutant src/vendors/providers/weigh-stops.ts
  // - return { ...stop, weight: minWeight + (weight - minWeight) * kept };
  // + return { ...stop, weight: weight * kept };
  test('never reach zero, whatever is counted', () => {
    for (const figures of ['a:0/100000 b:100000/100000', 'a:0/50 b:50/50']) {
      const [a] = weighStops(stops, counts(figures));
      expect(a?.weight).toBe(10);
    }
  });

  test('change for a provider with a minimum only, and no fallback is compared', () => {
    const fixed = [{ code: 'a', weight: 50 }, ...stops.slice(1)] as typeof stops;
    expect(weigh('a:0/500 b:350/500', fixed)).toBe('a:50 b:50');
    const fallback = [stops[0], { code: 'b', weight: 0 }] as typeof stops;
    expect(weigh('a:0/500 b:350/500', fallback)).toBe('a:50 b:0');
  });

  test('are moved little by a stranger with few numbers among many', () => {
    // 40 numbers of 2 000 that enter the codes of b alone.
    expect(weigh('a:690/1000 b:710/1000')).toBe('a:50 b:50');
    expect(weigh('a:6900/10000 b:7100/10000')).toBe('a:50 b:50');
  });
});
