import { expect, test } from 'vitest';
import { attemptStarts } from '../../web/console/screens/calls/attempt-starts.ts';

test('no attempt begins after the one that followed it', () => {
  const of = (...ms: number[]) =>
    attemptStarts(ms.map((at) => ({ startedAt: new Date(at).toISOString() }))).map(Date.parse);
  expect(of(39, 31)).toEqual([31, 31]);
  expect(of(10, 31, 60)).toEqual([10, 31, 60]);
  expect(of(10, 70, 60)).toEqual([10, 60, 60]);
});
