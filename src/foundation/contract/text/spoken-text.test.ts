import { expect, test } from 'vitest';
import { spokenText } from './spoken-text.ts';

test('the digits of a number are read one by one', () => {
  expect(spokenText('Code 4829. 验证码12。')).toBe('Code 4, 8, 2, 9. 验证码1, 2。');
});
