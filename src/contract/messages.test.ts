import { expect, test } from 'vitest';
import { errorTable } from './errors.ts';
import { eventTitles } from './events.ts';
import { failureReasons } from './failure-reasons.ts';
import { checkMessages, successMessages } from './messages.ts';
import { problems } from './problems.ts';

test('Chinese has one word for a check and one for a delivery, wherever callers read', () => {
  const said = [
    ...Object.values(successMessages),
    ...Object.values(checkMessages),
    ...Object.values(failureReasons),
    ...Object.values(problems),
    ...Object.values(eventTitles),
    ...Object.values(errorTable).flatMap(({ message, cause, fix }) => [message, cause, fix]),
  ].map(({ zh }) => zh);
  expect(said.length).toBeGreaterThan(200);
  expect(said.filter((zh) => /认证|投递/.test(zh))).toEqual([]);
});
