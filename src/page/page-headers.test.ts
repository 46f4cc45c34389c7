import { expect, test } from 'vitest';
import { pageHeaders } from './page-headers.ts';

const policyOf = (script?: string) =>
  pageHeaders({ camera: false, script })['content-security-policy'];

test('a page loads scripts of its own host alone', () => {
  expect(policyOf()).toContain("script-src 'self';");
});

test('one file more is allowed by its address, which cannot say anything else', () => {
  expect(policyOf('https://cdn.test/a/b.js?v=1#x')).toContain(
    "script-src 'self' https://cdn.test/a/b.js; style-src",
  );
  expect(policyOf("https://cdn.test/a; script-src * 'unsafe-inline',.js")).toContain(
    "script-src 'self' https://cdn.test/a%3B%20script-src%20*%20'unsafe-inline'%2C.js; style-src",
  );
});
