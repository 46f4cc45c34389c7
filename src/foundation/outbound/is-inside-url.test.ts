import { expect, test } from 'vitest';
import { isInsideUrl } from './is-inside-url.ts';

test.each([
  ['http://127.0.0.1:8080/x', true],
  ['http://[::1]/x', true],
  ['http://localhost/x', true],
  ['http://169.254.169.254/latest/meta-data', true],
  ['smpp://10.0.0.7:2775', true],
  ['http://nobody.invalid/', true],
  ['no address', true],
  ['https://93.184.216.34/send', false],
  ['https://[2606:2800:220:1::1]/send', false],
])('%s is internal: %s', async (url, isInside) => {
  expect(await isInsideUrl(url)).toBe(isInside);
});
