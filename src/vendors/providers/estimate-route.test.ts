import { expect, test } from 'vitest';
import { estimateRoute, type Measured } from './estimate-route.ts';

const measured: Record<string, Measured> = {
  good: { done: 0.98, unavailable: 0.02 },
  poor: { done: 0.7, unavailable: 0.25 },
};
const measuredOf = (code: string) => measured[code] ?? { done: 1, unavailable: 0 };
const always = () => true;

function taken(providers: { code: string; weight?: number }[], isAsked = always) {
  const estimate = estimateRoute([{ calls: 1_000, route: { providers } }], measuredOf, isAsked);
  return {
    ...Object.fromEntries([...estimate.taken].map(([code, calls]) => [code, Math.round(calls)])),
    done: Math.round(estimate.done),
  };
}

test('a call that the first cannot take goes to the next, and no other does', () => {
  // Of the 750 that poor ends, 50 are rejected or unknown: no other provider is asked for these.
  expect(taken([{ code: 'poor' }, { code: 'good' }])).toEqual({ poor: 750, good: 245, done: 945 });
  expect(taken([{ code: 'good' }, { code: 'poor' }])).toEqual({ good: 980, poor: 15, done: 994 });
});

test('shares decide who is asked first; a share of zero is a fallback', () => {
  const shared = taken([
    { code: 'poor', weight: 50 },
    { code: 'good', weight: 50 },
  ]);
  expect(shared).toEqual({ poor: 383, good: 613, done: 970 });
  const spare = taken([
    { code: 'poor', weight: 0 },
    { code: 'good', weight: 1 },
  ]);
  expect(spare).toEqual({ good: 980, poor: 15, done: 994 });
});

test('a skipped provider takes nothing, and without a route no provider does', () => {
  const onlyGood = taken(
    [{ code: 'poor' }, { code: 'good' }],
    ((code: string) => code !== 'poor') as never,
  );
  expect(onlyGood).toEqual({ good: 980, done: 980 });
  expect(estimateRoute([{ calls: 5, route: undefined }], measuredOf, always)).toEqual({
    taken: new Map(),
    done: 0,
    calls: 5,
  });
});
