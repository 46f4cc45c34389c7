import Type from 'typebox';
import { expect, test } from 'vitest';
import { maskSettings, secretsOf } from './mask-settings.ts';
import { secret, text, whole } from './vendor-setting.ts';

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
test('a secret shows only that it is set, and so does a setting that the vendor does not declare', () => {
  expect(maskSettings(vendor, settings)).toEqual({
    account: 'me',
    password: '********',
    window: 3,
    callbackKey: '********',
    more: '********',
  });
});

test('everything inside a hidden setting is hidden, at any depth', () => {
  expect(secretsOf(vendor, settings)).toEqual(['hush', 'way in', 'deep', '7']);
});
