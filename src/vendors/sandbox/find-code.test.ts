import { expect, test } from 'vitest';
import { findCode } from './find-code.ts';

test.each([
  ['Your verification code is 482913. Do not share it with anyone.', '482913'],
  ['【Demo】您的验证码是 246810，5 分钟内有效，请勿告诉他人。', '246810'],
  ['【北京2024】验证码730214有效期5分钟', '730214'],
  ['Code: 000123, good for 10 minutes', '000123'],
  ['Use A7K2Q9 to sign in', 'A7K2Q9'],
  ['[Shop 1234] no code in here', null],
  ['It costs 1234.50 today', null],
  ['Call +1-415-555-2671', null],
  ['', null],
])('the code in %j is %j', (text, code) => {
  expect(findCode(text)).toBe(code);
});
