import { expect, test } from 'vitest';
import { stackSeries } from '../../web/console/kit/chart-stack.ts';

test('bars stand on each other, and an earlier period is no part of them', () => {
  const series = [
    { label: 'Code SMS', colour: 'sms_code', values: [1, 0, null] },
    { label: 'Notice SMS', colour: 'sms_notice', values: [2, 3, null] },
    { label: 'A week ago', colour: 'rest', values: [9, null, 9], isPast: true },
  ] as const;
  expect(stackSeries(series).map(({ values }) => values)).toEqual([
    [3, 3, null],
    [2, 3, null],
    [9, null, 9],
  ]);
});
