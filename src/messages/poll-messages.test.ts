import { expect, test } from 'vitest';
import { silenceQuestions } from './poll-messages.ts';

test.each([
  [72, [10, 120, 4_200]],
  [5, [10, 120, 180]],
  [3, [10, 120]],
  [1, [10]],
])('of a wait of %d hours, a silent message is asked about after %j minutes', (hours, ages) => {
  const questions = silenceQuestions(hours);
  expect(questions.map(({ ageMinutes }) => ageMinutes)).toEqual(ages);
  expect(questions.map(({ no }) => no)).toEqual(ages.map((_, n) => n + 1));
  // One that was missed is left to the next, and the last one to the end.
  expect(questions.map(({ lateMinutes }) => lateMinutes)).toEqual([...ages.slice(1), hours * 60]);
});
