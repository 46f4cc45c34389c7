import { expect, test } from 'vitest';
import { messageValues, redact, sanitize } from './redact.ts';

const values = messageValues('139-1234-5678', '+8613912345678', '验证码：246810，请勿转发');

// @mutant src/foundation/redact.ts
// - .sort((a, b) => b.length - a.length)
// + .sort((a, b) => a.length - b.length)
test.each([
  ['no such number 13912345678', 'no such number 139***'],
  ['no such number +8613912345678', 'no such number ***'],
  ['139-1234-5678 is barred', '*** is barred'],
  ['blocked: 验证码：246810，请勿转发', 'blocked: ***'],
  ['the code 246810 is spam', 'the code *** is spam'],
  ['LIMIT_EXCEEDED', 'LIMIT_EXCEEDED'],
])('a vendor text "%s" is stored as "%s"', (words, kept) => {
  expect(redact(words, values)).toBe(kept);
});

test('an endless vendor text is truncated', () => {
  expect(redact('x'.repeat(10_000), [])).toHaveLength(200);
});

test.each([
  ['a\u0000NUL in it', 'a NUL in it'],
  ['two\r\nlines\u2028and\u0085more', 'two lines and more'],
  ['\u0000\u0000', ''],
  ['half \uD83D a character', 'half   a character'],
  ['a whole one 😀 is kept', 'a whole one 😀 is kept'],
])('%j is stored as %j', (words, kept) => {
  expect(sanitize(words)).toBe(kept);
  expect(redact(words, [])).toBe(kept);
});

test('texts are cut between characters, and other values become text', () => {
  expect(sanitize('😀'.repeat(200), 5)).toBe('😀😀');
  expect([undefined, null, 17].map((words) => sanitize(words as never))).toEqual(['', '', '17']);
});
