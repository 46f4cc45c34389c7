import { expect, test } from 'vitest';
import { problem, problems } from './problems.ts';

test('every problem has both languages with the same placeholders', () => {
  for (const [name, { en, zh }] of Object.entries(problems)) {
    const words = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    expect(words(zh), name).toEqual(words(en));
    expect(en, name).not.toMatch(/\p{Script=Han}/u);
    expect(zh, name).toMatch(/\p{Script=Han}/u);
  }
});

test('does not fill placeholders inside filled values', () => {
  const found = '{limit}';
  expect(problem('misnamed', { found, limit: 5 }).en).toBe(
    'is required; did you misspell it as {limit}?',
  );
});
