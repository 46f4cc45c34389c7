import { expect, test } from 'vitest';
import { pageHeaders, plainPagePolicy, replyHeaders } from './page-headers.ts';

test('a reply cannot be sniffed or framed, and sends no referrer', () => {
  expect(replyHeaders).toEqual({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
});

// @mutant src/foundation/page/page-headers.ts
// - "frame-ancestors 'none'",
test.each([
  [true, 'camera=(self), microphone=(), geolocation=()'],
  [false, 'camera=(), microphone=(), geolocation=()'],
])('a page with a camera: %s', (camera, permissions) => {
  expect(pageHeaders({ camera })).toEqual({
    ...replyHeaders,
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
      "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    'referrer-policy': 'same-origin',
    'permissions-policy': permissions,
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    vary: 'accept-language, user-agent',
  });
});

test('a plain page runs no script and loads only its own style', () => {
  expect(plainPagePolicy("'sha256-x'")).toBe(
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
      "img-src data:; style-src 'sha256-x'",
  );
});

const policyOf = (...scripts: string[]) =>
  pageHeaders({ camera: false, scripts })['content-security-policy'];

test('a page loads scripts only from its own host', () => {
  expect(policyOf()).toContain("script-src 'self';");
});

test('further files are allowed by URL, which cannot inject another directive', () => {
  expect(policyOf('https://cdn.test/a/b.js?v=1#x')).toContain(
    "script-src 'self' https://cdn.test/a/b.js; style-src",
  );
  expect(policyOf('https://a.test/a.js', 'https://b.test/b.js')).toContain(
    "script-src 'self' https://a.test/a.js https://b.test/b.js; style-src",
  );
  expect(policyOf("https://cdn.test/a; script-src * 'unsafe-inline',.js")).toContain(
    "script-src 'self' https://cdn.test/a%3B%20script-src%20*%20'unsafe-inline'%2C.js; style-src",
  );
});
