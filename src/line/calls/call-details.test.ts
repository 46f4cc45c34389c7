import { expect, test } from 'vitest';
import type { Outcome } from '../../vendors/providers/provider.ts';
import type { Attempts } from './attempt-providers.ts';
import { callDetails } from './call-details.ts';

const order = { parts: 2, region: 'CN' };
const costs = { each: '0.05', regions: { CN: '0.03' } };
const attempt = (providerCode: string, outcome: Outcome) => ({
  ...{ providerCode, outcome },
  ...{ startedMs: 0, endedMs: 0 },
});
const done: Outcome = { kind: 'done', providerRef: 'r' };
const down: Outcome = {
  ...{ kind: 'unavailable', reason: 'provider_fault', detail: 'down', vendorCode: '7' },
};

function detailsOf(provider: Parameters<typeof callDetails>[2], ...attempts: object[]) {
  return JSON.parse(callDetails(attempts as unknown as Attempts, order, provider) ?? 'null');
}

test('plain success stores nothing at the sandbox, and the ids elsewhere', () => {
  expect(detailsOf(undefined, attempt('sandbox', done))).toBeNull();
  expect(detailsOf({}, attempt('mine', done))).toEqual({ refs: ['r'] });
  const inParts: Outcome = { ...done, partRefs: ['r', 's'] };
  expect(detailsOf({}, attempt('mine', inParts))).toEqual({ refs: ['r', 's'] });
  expect(detailsOf({}, attempt('mine', { ...done, providerRef: '' }))).toEqual({ refs: [] });
});

test.each<[string, Outcome, object]>([
  ['said', { ...done, cost: 7n }, { cost: 7, costSource: 'answer' }],
  ['said to be nothing', { ...done, cost: 0n }, { cost: 0, costSource: 'answer' }],
  ['not said', done, { cost: 600, costSource: 'list' }],
])('the cost is the reported one, or else the listed one: %s', (_, outcome, expected) => {
  expect(detailsOf({ costs }, attempt('mine', outcome))).toEqual({ refs: ['r'], ...expected });
});

test('all attempts are stored unless the result is plain success', () => {
  const details = detailsOf({ costs }, attempt('first', down), attempt('second', done));
  expect(details.attempts).toMatchObject([
    ...[{ provider: 'first', outcome: 'unavailable', reason: 'provider_fault', code: '7' }],
    ...[{ provider: 'second', outcome: 'done' }],
  ]);
  const failed = detailsOf({ costs }, attempt('first', down));
  expect(Object.keys(failed)).toEqual(['attempts']);
});

test('times of attempts are stored relative to now', () => {
  const now = performance.now();
  const asked = { ...attempt('first', down), startedMs: now - 5_000, endedMs: now - 2_000 };
  const [reported] = detailsOf({ costs }, asked).attempts;
  expect(reported.agoMs - reported.endedAgoMs).toBe(3_000);
  expect(reported.endedAgoMs).toBeGreaterThanOrEqual(2_000);
});

test('a message of a provider that does not call back is to be polled', () => {
  expect(detailsOf({ isPolled: true }, attempt('mine', done))).toEqual({ refs: ['r'], poll: true });
});
