import Type from 'typebox';
import { expect, test } from 'vitest';
import { maskSettings, secretsOf } from './mask-settings.ts';
import { secret, text, whole } from './setting.ts';

const title = { en: 'x', zh: 'x' };
const vendor = {
  config: Type.Object({
    account: text({ title }),
    password: secret({ title }),
    window: whole({ title, minimum: 1, maximum: 9 }),
  }),
};
const settings = {
  account: 'me',
  password: 'hush',
  window: 3,
  callbackKey: 'way in',
  more: { inner: ['deep', 7, null] },
};

// @mutant src/vendors/providers/mask-settings.ts
// - properties[name] ?? { secret: true }
// + properties[name] ?? {}
test('a secret shows that it is there, and so does what the vendor does not name', () => {
  expect(maskSettings(vendor, settings)).toEqual({
    account: 'me',
    password: '********',
    window: 3,
    callbackKey: '********',
    more: '********',
  });
});

test('what is hidden is all that it holds, however deep', () => {
  expect(secretsOf(vendor, settings)).toEqual(['hush', 'way in', 'deep', '7']);
});
