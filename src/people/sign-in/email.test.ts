import { expect, test } from 'vitest';
import { readEmail } from './email.ts';

test.each([
  [' Lin@Example.COM ', 'lin@example.com'],
  ['林@例子.中国', '林@例子.中国'],
  ['a+b@mail.example.org', 'a+b@mail.example.org'],
  ['cafe\u0301@example.com', 'caf\u00e9@example.com'],
  [`a@${'b'.repeat(248)}.com`, `a@${'b'.repeat(248)}.com`],
])('%s is normalized to %s', (typed, email) => {
  expect(readEmail(typed)).toBe(email);
});

test.each([
  '',
  'lin',
  'lin@',
  '@example.com',
  'lin@example',
  'a b@example.com',
  'a@b@example.com',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b'.repeat(249)}.com`,
  'a\u202e@example.com',
  '<a@example.com>',
])('%j is not an email address', (typed) => {
  expect(readEmail(typed)).toBeUndefined();
});
