import { expect, test } from 'vitest';
import { historyOf } from './report.ts';

test('every figure of every table is a line of the history, without goals and gaps', () => {
  const text = [
    '# A bench',
    '',
    '| metric | measured | goal |',
    '| --- | --- | --- |',
    '| a ratio, small | 0.24 × | at least 0.65 × |',
    '',
    '|  | calls/s | CPU µs/call |',
    '| --- | --- | --- |',
    '| one | 5273 | – |',
    '',
  ].join('\n');
  expect(historyOf('RESULTS', text, '2026-11-18', 'abc1234')).toBe(
    '2026-11-18,abc1234,RESULTS,"a ratio, small",measured,0.24 ×\n' +
      '2026-11-18,abc1234,RESULTS,one,calls/s,5273\n',
  );
});
