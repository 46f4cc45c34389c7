import { expect, test } from 'vitest';
import { ApiProblem, noAnswer } from '../../web/console/client/api-problem.ts';

// @mutant web/console/client/api-problem.ts
// - return this.reason !== noAnswer && this.status < 500;
// + return this.reason !== noAnswer;
test.each([
  [400, 'invalid_request', true],
  [409, 'conflict', true],
  [429, 'rate_limited', true],
  [500, 'internal', false],
  [502, 'bad_gateway', false],
  [503, 'database_unavailable', false],
  [504, 'outcome_unknown', false],
  [0, noAnswer, false],
])('a reply of %i (%s) is known to have changed nothing: %s', (status, reason, isRefusal) => {
  expect(new ApiProblem(status, { reason, message: '' }).isRefusal).toBe(isRefusal);
});
