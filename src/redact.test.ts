import { expect, test } from 'vitest';
import { messageValues, redact } from './redact.ts';

const values = messageValues('139-1234-5678', '+8613912345678', '验证码：246810，请勿转发');

test.each([
  ['no such number 13912345678', 'no such number 139***'],
  ['no such number +8613912345678', 'no such number ***'],
  ['139-1234-5678 is barred', '*** is barred'],
  ['blocked: 验证码：246810，请勿转发', 'blocked: ***'],
  ['the code 246810 is spam', 'the code *** is spam'],
  ['LIMIT_EXCEEDED', 'LIMIT_EXCEEDED'],
])('a vendor that says "%s" is kept as "%s"', (words, kept) => {
  expect(redact(words, values)).toBe(kept);
});

test('a vendor’s words are kept in part when they have no end', () => {
  expect(redact('x'.repeat(10_000), [])).toHaveLength(200);
});
