import { expect, test } from 'vitest';
import { completedShare } from '../../web/console/screens/overview/completed-share.ts';

// @mutant web/console/screens/overview/completed-share.ts
// - return completed + failed > 0 ? completed / (completed + failed) : undefined;
// + return completed + failed > 0 ? completed / of.calls : undefined;
test('the share of completed calls is that of the calls with an outcome', () => {
  expect(completedShare({ calls: 10, completed: 6, waiting: 1, unknown: 0 })).toBeCloseTo(6 / 9);
  expect(completedShare({ calls: 3, completed: 0, waiting: 1, unknown: 1 })).toBe(0);
  expect(completedShare({ calls: 2, completed: 0, waiting: 1, unknown: 1 })).toBeUndefined();
});
