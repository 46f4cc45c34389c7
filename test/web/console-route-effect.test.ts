import { expect, test } from 'vitest';
import { routeEffects } from '../../web/console/screens/providers/route-effect.ts';

const stops = (text: string) =>
  text.split(' ').map((stop) => {
    const [code = '', weight] = stop.split(':');
    return weight === undefined ? { code } : { code, weight: Number(weight) };
  });

test.each([
  ['a b c', 'a b c', []],
  ['a b c', 'c a b', [{ kind: 'moved', code: 'c', from: 3, to: 1 }]],
  ['a b', 'b a', [{ kind: 'moved', code: 'b', from: 2, to: 1 }]],
  // Of several that moved, the one that moved furthest is named, wherever it is now.
  ['a b c d', 'b c d a', [{ kind: 'moved', code: 'a', from: 1, to: 4 }]],
  ['a b', 'a b c', [{ kind: 'added', code: 'c' }]],
  ['a b', 'c a b', [{ kind: 'added', code: 'c' }]],
  // A replaced provider has not moved: one left and one came.
  [
    'a b',
    'c b',
    [
      { kind: 'added', code: 'c' },
      { kind: 'gone', code: 'a' },
    ],
  ],
  ['a:100 b:0', 'a:70 b:30', [{ kind: 'shares' }]],
])('from %s to %s', (before, after, effects) => {
  expect(routeEffects(stops(before), stops(after))).toEqual(effects);
});
