import { expect, test } from 'vitest';
import { isSameOrigin } from './same-origin.ts';

const publicUrl = 'https://id.example';

// @mutant src/foundation/page/same-origin.ts
// - return site === 'same-origin';
// + return site !== 'cross-site';
test.each([
  [true, { 'sec-fetch-site': 'same-origin' }],
  [false, { 'sec-fetch-site': 'cross-site', origin: 'https://id.example' }],
  [false, { 'sec-fetch-site': 'none' }],
  [true, { origin: 'https://id.example' }],
  [true, { origin: 'http://127.0.0.1:8080', host: '127.0.0.1:8080' }],
  [false, { origin: 'https://evil.example', host: 'id.example' }],
  [false, { origin: 'null' }],
  [false, {}],
])('%s for %o', (expected, headers) => {
  expect(isSameOrigin(headers, publicUrl)).toBe(expected);
});
