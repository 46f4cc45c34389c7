import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createChain } from './chain.ts';

test('has its values in the order in which they came, however they go', () => {
  const step = fc.oneof(fc.record({ add: fc.nat() }), fc.record({ remove: fc.nat({ max: 20 }) }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const chain = createChain<number>();
      const links: ReturnType<typeof chain.add>[] = [];
      const model = new Map<number, number>();
      for (const one of steps) {
        if ('add' in one) {
          model.set(links.length, one.add);
          links.push(chain.add(one.add));
        } else {
          const link = links[one.remove];
          if (link) chain.remove(link);
          model.delete(one.remove);
        }
        expect([...chain]).toEqual([...model.values()]);
      }
    }),
  );
});

test('goes on behind a value that is removed while it is used', () => {
  const chain = createChain<string>();
  const links = new Map(['a', 'b', 'c'].map((value) => [value, chain.add(value)]));
  const seen: string[] = [];
  for (const value of chain) {
    seen.push(value);
    chain.remove(links.get(value) as ReturnType<typeof chain.add>);
  }
  expect(seen).toEqual(['a', 'b', 'c']);
  expect([...chain]).toEqual([]);
});

test('a removed link keeps no other alive', () => {
  const chain = createChain<string>();
  const [, middle] = [chain.add('a'), chain.add('b'), chain.add('c')];
  chain.remove(middle);
  expect(middle).toEqual({ value: 'b', before: undefined, after: undefined });
});
