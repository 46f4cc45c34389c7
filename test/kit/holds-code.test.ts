import { expect, test } from 'vitest';
import { holdsCode } from './holds-code.ts';

test.each([
  '{"code":"482913"}',
  'is 482913.',
  '482913是您的验证码',
  'code=482913&x=1',
  '%22482913%22',
  '%7B%22code%22%3A482913%7D',
  'Your code:\\n482913\\nBye',
])('%s holds a code', (text) => {
  expect(holdsCode(text, '482913')).toBe(true);
});

test.each(['a482913f', '1482913', '4829130', '1794482913206', 'x9482913+/Q=', 'is ******.'])(
  '%s holds none',
  (text) => {
    expect(holdsCode(text, '482913')).toBe(false);
  },
);
