import { expect, test } from 'vitest';
import { errorTable } from '../errors/errors.ts';
import { failureReasons } from '../errors/failure-reasons.ts';
import { operationTable } from '../operations/operations.ts';
import { problems } from '../text/problems.ts';
import { eventTitles } from './event-schemas.ts';
import { checkMessages } from './messages.ts';

test('Chinese texts for callers use one word for a check and one for a delivery', () => {
  const said = [
    ...Object.values(operationTable).map(({ message }) => message),
    ...Object.values(checkMessages),
    ...Object.values(failureReasons),
    ...Object.values(problems),
    ...Object.values(eventTitles),
    ...Object.values(errorTable).flatMap(({ message, cause, fix }) => [message, cause, fix]),
  ].map(({ zh }) => zh);
  expect(said.length).toBeGreaterThan(200);
  expect(said.filter((zh) => /认证|投递/.test(zh))).toEqual([]);
});
