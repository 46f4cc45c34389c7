import { expect, test } from 'vitest';
import { Forbidden } from '../../src/foundation/outbound/guarded-connector.ts';
import { problemName } from '../../web/console/screens/webhooks/problem-name.ts';

test.each([
  [new Forbidden('10.0.0.1').message, 'nowhere'],
  ['connect ECONNREFUSED 203.0.113.7:443', 'refused'],
  ['The operation was aborted due to timeout', 'timeout'],
  ['Connect Timeout Error', 'timeout'],
  ['There was no answer.', 'silent'],
  ['unable to verify the first certificate', undefined],
])('the problem %j of a delivery has words in both languages: %s', (problem, name) => {
  expect(problemName(problem)).toBe(name);
});
