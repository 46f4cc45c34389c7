import { expect, test } from 'vitest';
import { basePathOf } from './base-path.ts';

test.each([
  ['https://id.example', ''],
  ['https://id.example/', ''],
  ['https://id.example/pay', '/pay'],
  ['https://id.example/pay/in//', '/pay/in'],
])('the assets of %s start with "%s", and never with two slashes', (publicUrl, path) => {
  expect(basePathOf(publicUrl)).toBe(path);
});
