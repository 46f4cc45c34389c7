import { expect, test } from 'vitest';
import { sessionCost } from './session-cost.ts';

const costs = { each: '0.8000' };

test('the answer stands over the list, even when it says that nothing is charged', () => {
  expect(sessionCost({ state: 'passed', cost: 9_000n }, costs)).toEqual({
    cost: 9_000n,
    source: 'answer',
  });
  expect(sessionCost({ state: 'expired', cost: 0n }, costs)).toEqual({
    cost: 0n,
    source: 'answer',
  });
});

test('the list counts for a check that was done, and for no other', () => {
  const listed = { cost: 8_000n, source: 'list' };
  expect(sessionCost({ state: 'passed' }, costs)).toEqual(listed);
  expect(sessionCost({ state: 'failed' }, costs)).toEqual(listed);
  for (const state of ['open', 'cancelled', 'expired'] as const) {
    expect(sessionCost({ state }, costs)).toBeNull();
  }
  expect(sessionCost({ state: 'open', cost: 1n }, costs)).toBeNull();
  expect(sessionCost({ state: 'passed' }, {})).toBeNull();
});
