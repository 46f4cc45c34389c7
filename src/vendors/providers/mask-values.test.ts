import { expect, test } from 'vitest';
import { maskValues } from './mask-values.ts';

const secret = 'p&ss "wörd"/+=';
const mask = maskValues([secret, '张三', '']);

test.each([
  ['as it is', `key=${secret};`, 'key=***;'],
  ['in an address', `?key=${encodeURIComponent(secret)}&a=1`, '?key=***&a=1'],
  [
    'in an address in small letters',
    `?key=${encodeURIComponent(secret).toLowerCase()}&a=1`,
    '?key=***&a=1',
  ],
  ['in a form', `${new URLSearchParams({ key: secret })}&a=1`, 'key=***&a=1'],
  ['in JSON', JSON.stringify({ key: secret, name: '张三' }), '{"key":"***","name":"***"}'],
  ['in JSON of ASCII', '{"name":"\\u5f20\\u4e09"}', '{"name":"***"}'],
  ['in base64', `Basic ${Buffer.from(`me:${secret}`).toString('base64')}`, 'Basic ***'],
])('a value is hidden %s', (_, text, masked) => {
  expect(mask(text)).toBe(masked);
});

test.each([
  [
    'in an address',
    'https://v.example/a?access_token=24.abc-1&b=1',
    'https://v.example/a?access_token=***&b=1',
  ],
  [
    'in JSON',
    '{"access_token": "24.abc-1","expires_in":1}',
    '{"access_token": "***","expires_in":1}',
  ],
])('an access token is hidden %s', (_, text, masked) => {
  expect(mask(text)).toBe(masked);
});

test('text without any of the values stays', () => {
  const text = 'POST https://vendor.example/send?nonce=Zm9vYmFyYmF6cXV4 {"a":"b"}';
  expect(mask(text)).toBe(text);
});

test('a value that starts like another is hidden whole, in any order', () => {
  for (const values of [
    ['abc', 'abcdef'],
    ['abcdef', 'abc'],
  ]) {
    expect(maskValues(values)('abcdef abc')).toBe('*** ***');
  }
});
