import { expect, test } from 'vitest';
import { isSecret } from '../../../vendors/providers/mask-settings.ts';
import { vendors } from '../../../vendors/vendors.ts';
import { mergeSettings } from './merge-settings.ts';

const vendor = (code: string) => vendors.find((each) => each.code === code) ?? expect.fail(code);
const again = 'Enter the secrets again';

test('omitted settings stay, null removes one, and the callback key cannot be set', () => {
  const before = { appKey: 'a', appSecret: 's', endpoint: 'https://one.example/v1' };
  const after = mergeSettings(vendor('yunxin'), before, { appKey: 'b', callbackKey: 'mine' });
  expect(after).toEqual({ ...before, appKey: 'b' });
  const { endpoint: _, ...rest } = before;
  expect(() => mergeSettings(vendor('yunxin'), before, { endpoint: null })).toThrow(again);
  const typed = { endpoint: null, appSecret: 's' };
  expect(mergeSettings(vendor('yunxin'), before, typed)).toEqual(rest);
});

// @mutant src/surfaces/console/providers/merge-settings.ts
// - ${url.protocol}//${url.host}
// + ${url.host}
test.each([
  ['yunxin', 'endpoint', 'https'],
  ['smpp', 'address', 'ssmpp'],
  ['http-sms', 'sendUrl', 'https'],
  ['http-sms', 'queryUrl', 'https'],
  ['http-face', 'resultUrl', 'https'],
  ['alibaba-face', 'script', 'https'],
])('the secrets of %s stay with the server that its %s names', (code, name, scheme) => {
  const { config } = vendor(code);
  const secret =
    Object.keys(config.properties).find((each) => isSecret(config, each)) ?? expect.fail();
  const before = { [secret]: 's', [name]: `${scheme}://one.example:2775/v1` };
  const typed = (to: string) =>
    mergeSettings(vendor(code), before, { [name]: `${scheme}://${to}` });
  expect(() => typed('other.example:2775/v1')).toThrow(again);
  expect(typed('one.example:2775/v2')).toHaveProperty(secret, 's');
  // The same server, but in plain text.
  const plain = { [name]: `${scheme === 'https' ? 'http' : 'smpp'}://one.example:2775/v1` };
  expect(() => mergeSettings(vendor(code), before, plain)).toThrow(again);
});

test('every setting that is a URL counts as an address', () => {
  for (const { code, config } of vendors) {
    const urls = Object.entries(config.properties).filter(
      ([, { pattern = '' }]: [string, object & { pattern?: string }]) =>
        pattern.startsWith('^https?://'),
    );
    for (const [name] of urls) {
      const before = { ...secretsIn(code), [name]: 'https://one.example' };
      const move = () => mergeSettings(vendor(code), before, { [name]: 'https://two.example' });
      expect(move, `${code} ${name}`).toThrow(again);
    }
  }
});

function secretsIn(code: string): Record<string, string> {
  const { config } = vendor(code);
  const names = Object.keys(config.properties).filter((name) => isSecret(config, name));
  return Object.fromEntries(names.map((name) => [name, 's']));
}
