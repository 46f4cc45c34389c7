import { expect, test } from 'vitest';
import { firstsOf, putFirst } from './put-first.ts';

const stops = (text: string) =>
  text.split(' ').map((each) => {
    const [code = '', weight] = each.split(':');
    return weight === undefined ? { code } : { code, weight: Number(weight) };
  });

test.each([
  ['a b c', ['a']],
  ['a:0 b:0', ['a']],
  ['a:0 b:30 c:70', ['b', 'c']],
])('knows who is asked first on the route %s', (route, firsts) => {
  expect(firstsOf(stops(route))).toEqual(firsts);
});

test.each([
  ['a b c', 'b a c'],
  ['c a b', 'b c a'],
  ['a:100 b:0', 'b:100 a:0'],
  ['a:60 c:10 b:30', 'b:90 a:0 c:10'],
  ['a:0 b:0', 'b:0 a:0'],
])('puts b first instead of a on %s, with the weight of a', (before, after) => {
  expect(putFirst(stops(before), 'b', 'a')).toEqual(stops(after));
});

test('takes the minimum weight away with the weight', () => {
  const before = [
    { code: 'a', weight: 60, minWeight: 10 },
    { code: 'b', weight: 30, minWeight: 5 },
  ];
  expect(putFirst(before, 'b', 'a')).toEqual([
    { code: 'b', weight: 90, minWeight: 5 },
    { code: 'a', weight: 0 },
  ]);
});
