import { expect, test } from 'vitest';
import { groupOf } from '../../src/line/search/row-status.ts';
import { callStatuses, toneOf } from '../../web/console/screens/calls/call-tones.ts';

const groupOfTone: Record<string, string> = {
  ...{ good: 'completed', sent: 'completed', pending: 'waiting', unknown: 'unknown' },
  ...{ bad: 'failed', refused: 'failed', off: 'failed' },
};

test('the totals count each call by what its row shows', () => {
  const shown = callStatuses.map((status) => [status, groupOfTone[toneOf(status)]]);
  expect(callStatuses.map((status) => [status, groupOf(status)])).toEqual(shown);
});
