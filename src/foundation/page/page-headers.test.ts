import { expect, test } from 'vitest';
import { pageHeaders, replyHeaders, scriptFrameHeaders } from './page-headers.ts';

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

test('a page loads scripts only from its own host, and frames only if it needs one', () => {
  const policyOf = (hasFrame: boolean) =>
    pageHeaders({ camera: false, hasFrame })['content-security-policy'];
  expect(policyOf(false)).toContain("default-src 'none'; script-src 'self'; style-src");
  expect(policyOf(true)).toContain("script-src 'self'; frame-src 'self'; style-src");
});

// @mutant src/foundation/page/page-headers.ts
// - "form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts",
// + "form-action 'none'; frame-ancestors 'self'",
test("a vendor's script runs without an origin, with one file allowed and no connection", () => {
  expect(scriptFrameHeaders('https://cdn.test/a/b.js?v=1#x', "'sha256-x'")).toEqual({
    'content-security-policy':
      "default-src 'none'; script-src 'sha256-x' https://cdn.test/a/b.js; base-uri 'none'; " +
      "form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts",
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
  });
});

test('the URL of that file cannot inject another directive', () => {
  const script = "https://cdn.test/a; script-src * 'unsafe-inline',.js";
  expect(scriptFrameHeaders(script, "'sha256-x'")['content-security-policy']).toContain(
    "'sha256-x' https://cdn.test/a%3B%20script-src%20*%20'unsafe-inline'%2C.js; base-uri",
  );
});
