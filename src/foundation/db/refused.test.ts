import { expect, test } from 'vitest';
import { orRefuse, Refused } from './refused.ts';

const failing = (code: string | undefined, message: string) =>
  Promise.reject(Object.assign(new Error(message), { code }));
const sentences = { '23505': 'It is there already.' };

test('a statement that is taken says what it said', async () => {
  expect(await orRefuse(Promise.resolve(7), sentences)).toBe(7);
});

test('what the database refuses is said in a sentence, and why is kept', async () => {
  const refused = orRefuse(failing('23505', 'duplicate key'), sentences);
  await expect(refused).rejects.toThrow(new Refused('It is there already.'));
  await expect(refused).rejects.toHaveProperty('cause.message', 'duplicate key');
});

test('a function of ours has its own words', async () => {
  const refused = orRefuse(failing('CS000', 'The wallet cannot hold that much.'), sentences);
  await expect(refused).rejects.toThrow(new Refused('The wallet cannot hold that much.'));
});

test.each([
  ['23503', 'no such row'],
  ['08006', 'gone'],
  [undefined, 'a slip of ours'],
])('a fault %s that nobody has words for stays what it is', async (code, message) => {
  const fault = await orRefuse(failing(code, message), sentences).catch((error) => error);
  expect(fault).not.toBeInstanceOf(Refused);
  expect(fault).toHaveProperty('message', message);
});
