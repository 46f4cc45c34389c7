import { expect, test } from 'vitest';
import { problem, problems } from './problems.ts';

test('every problem is told in both languages, with the same words to fill in', () => {
  for (const [name, { en, zh }] of Object.entries(problems)) {
    const words = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    expect(words(zh), name).toEqual(words(en));
    expect(en, name).not.toMatch(/\p{Script=Han}/u);
    expect(zh, name).toMatch(/\p{Script=Han}/u);
  }
});

test('what is filled in is not filled in again', () => {
  const found = '{limit}';
  expect(problem('misnamed', { found, limit: 5 }).en).toBe(
    'is required; did you misspell it as {limit}?',
  );
});
