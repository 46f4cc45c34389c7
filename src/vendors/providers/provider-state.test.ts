import { expect, test } from 'vitest';
import { failingOf, stateOfProvider } from './provider-state.ts';

const reason = 'provider_unreachable' as const;
const since = new Date('2026-11-18T06:00:39Z');

function runOf(recent: string) {
  const failedInRow = /x*$/.exec(recent)?.[0].length ?? 0;
  const failingSince = failedInRow > 0 ? since : null;
  return { providerCode: 'a', recent, failedInRow, failingSince, reason };
}

test.each([
  ['nothing was asked yet', undefined],
  ['four failures in a row', runOf(`${'.'.repeat(80)}xxxx`)],
  ['four failures alone', runOf('xxxx')],
  ['exactly 90 % succeeded', runOf(`${'.'.repeat(80)}${'x'.repeat(10)}${'.'.repeat(10)}`)],
  ['the last twenty succeeded', runOf(`${'x'.repeat(80)}${'.'.repeat(20)}`)],
])('is not failing when %s', (_, run) => {
  expect(failingOf(run, false)).toBeNull();
});

// @mutant src/vendors/providers/provider-state.ts
// - if (failedInRow >= leastFailures) {
// + if (failedInRow > leastFailures) {
test('is failing from five failures in a row, whatever came before', () => {
  const run = runOf(`${'.'.repeat(95)}xxxxx`);
  expect(failingOf(run, false)).toEqual({ failed: 5, asked: 5, reason, since });
});

test('is failing below 90 %, though some attempts succeed', () => {
  const run = runOf(`${'.'.repeat(70)}${'x'.repeat(11)}${'.'.repeat(19)}`);
  expect(failingOf(run, false)).toEqual({ failed: 11, asked: 100, reason, since: null });
});

test('is failing while its breaker keeps calls away', () => {
  expect(failingOf(runOf('...xx'), true)).toEqual({ failed: 2, asked: 5, reason, since: null });
});

test('has one state, and being off hides the others', () => {
  const failing = failingOf(runOf('xxxxx'), false);
  expect(stateOfProvider({ isOn: false, untold: [1], failing })).toBe('off');
  expect(stateOfProvider({ isOn: true, untold: [1], failing })).toBe('failing');
  expect(stateOfProvider({ isOn: true, untold: [1], failing: null })).toBe('untold');
  expect(stateOfProvider({ isOn: true, untold: [], failing: null })).toBe('active');
});
