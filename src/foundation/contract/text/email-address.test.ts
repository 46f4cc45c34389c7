import { expect, test } from 'vitest';
import { parseEmail } from './email-address.ts';

const local = (length: number) => `${'a'.repeat(length)}@example.com`;

test.each([
  ['Ann.Lee+shop@Example.COM', 'ann.lee+shop@example.com'],
  [local(64), local(64)],
])('reads %s', (text, address) => {
  expect(parseEmail(text)).toBe(address);
});

test.each([
  'ann',
  'ann@example',
  'ann..lee@example.com',
  '.ann@example.com',
  'ann.@example.com',
  'ann@exa mple.com',
  'ann@example.com\r\nBcc: eve@example.com',
  'ann@-example.com',
  local(65),
])('rejects %j', (text) => {
  expect(parseEmail(text)).toBeUndefined();
});

test('decides in linear time', () => {
  const from = performance.now();
  parseEmail(`${'a.'.repeat(31)}a!${'.a'.repeat(95)}`);
  expect(performance.now() - from).toBeLessThan(1_000);
});
