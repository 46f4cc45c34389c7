import { expect, test } from 'vitest';
import { sessionCost } from './session-cost.ts';

const costs = { each: '0.8000' };

test('the reported cost takes precedence over the listed one, even if it is zero', () => {
  expect(sessionCost({ state: 'passed', cost: 9_000n }, costs)).toEqual({
    cost: 9_000n,
    source: 'answer',
  });
  expect(sessionCost({ state: 'expired', cost: 0n }, costs)).toEqual({
    cost: 0n,
    source: 'answer',
  });
});

test('the listed cost applies to a completed check, and to no other', () => {
  const listed = { cost: 8_000n, source: 'list' };
  expect(sessionCost({ state: 'passed' }, costs)).toEqual(listed);
  expect(sessionCost({ state: 'failed' }, costs)).toEqual(listed);
  for (const state of ['open', 'cancelled', 'expired'] as const) {
    expect(sessionCost({ state }, costs)).toBeNull();
  }
  expect(sessionCost({ state: 'open', cost: 1n }, costs)).toBeNull();
  expect(sessionCost({ state: 'passed' }, {})).toBeNull();
});
