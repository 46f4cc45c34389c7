import { expect, test } from 'vitest';
import { withoutSlash } from './without-slash.ts';

test.each([
  ['/docs/', '/docs'],
  ['/docs/errors/', '/docs/errors'],
  ['/v/Abc-_1/?lang=zh&here=1', '/v/Abc-_1?lang=zh&here=1'],
  ['/v/Abc/return/', '/v/Abc/return'],
])('%s redirects to %s', (asked, found) => {
  const location = withoutSlash('GET', asked) as string;
  expect(withoutSlash('HEAD', asked)).toBe(location);
  expect(new URL(location, `http://x${asked}`).href).toBe(`http://x${found}`);
  expect(new URL(location, `http://x/pay${asked}`).href).toBe(`http://x/pay${found}`);
});

test.each([
  '/',
  '/docs',
  '//evil.example/',
  '/\\evil.example/',
  '//',
  '/docs//',
  '/%2f%2fevil.example/',
  '/../x/',
  '/./',
  '/api/v1/sms_code/',
  '/docs\r\nx: y/',
])('%s does not redirect', (asked) => {
  expect(withoutSlash('GET', asked)).toBeUndefined();
});

test('a request that may change something is not redirected', () => {
  expect(withoutSlash('POST', '/docs/')).toBeUndefined();
});
