import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPlatformFile } from './read-platform-file.ts';

/** What is wrong with a text. */
function faultOf(text: string): string {
  try {
    readPlatformFile(text, 'platform.yaml');
  } catch (error) {
    return (error as Error).message;
  }
  return 'valid';
}

test('reads a file with every section', () => {
  const text = `platform: 1
operator: { legalName: { en: A, zh: 甲 }, contact: a@b.example, privacyUrl: https://a.example }
limits: { live: { perNumber: true, regions: ["*"] }, test: {} }
products: { sms_code: { price: "0.05", perPart: true, isOn: false } }
plans: { sms_code: { "2099-01-01T00:00:00Z": "0.06" } }
providers: { yp: { vendor: yunpian, settings: { apikey: { command: [pass, show, yp] } } } }
templates: { T: { product: sms_code, text: "Code {code}", forms: { yp: { code: "1", order: [code] } } } }
assignments: { sms_code: { default: T } }
routes: { sms_code: { CN: [{ code: yp, weight: 3 }] } }
people: { "https://id.example 1": { name: A, email: a@b.example, role: owner } }
locked: [products.price, routes]
`;
  expect(faultOf(text)).toBe('valid');
});

test.each(['en', 'zh'])('reads the example of the guide in %s', (language) => {
  const path = `../../../docs/guides/${language}/platform-as-code.md`;
  const guide = readFileSync(join(import.meta.dirname, path), 'utf8');
  const [, example = ''] = /```yaml\n(platform: 1[\s\S]*?)```/.exec(guide) ?? [];
  expect(faultOf(example)).toBe('valid');
});

test.each([
  ['an unknown section', 'platform: 1\nprices: {}', 'line 2, column 1: prices is not known here'],
  [
    'an unknown field',
    'platform: 1\nproducts:\n  sms_code:\n    price: "1"\n    colour: red',
    'line 5, column 5: products.sms_code.colour is not known here',
  ],
  [
    'an amount as a number',
    'platform: 1\nproducts:\n  sms_code:\n    price: 0.05',
    'line 4, column 12: products.sms_code.price must be a text: write it in quotes',
  ],
  [
    'a secret in the file',
    'platform: 1\nproviders:\n  yp:\n    vendor: yunpian\n    settings:\n      apikey: hush',
    'line 6, column 15: providers.yp.settings.apikey must be a reference such as { env: NAME }',
  ],
  [
    'an unknown setting of a vendor',
    'platform: 1\nproviders:\n  yp:\n    vendor: yunpian\n    settings:\n      apikey: { env: A }\n      apikee: x',
    'line 7, column 7: providers.yp.settings.apikee is not known here',
  ],
  [
    'a missing setting',
    'platform: 1\nproviders:\n  yp:\n    vendor: yunpian\n    settings: {}',
    'line 5, column 15: providers.yp.settings lacks apikey',
  ],
  [
    'an unknown vendor',
    'platform: 1\nproviders: { a: { vendor: x, settings: {} } }',
    'must be one of',
  ],
  ['a missing format', 'products: {}', 'lacks platform'],
  ['another format', 'platform: 2', 'line 1, column 11: platform must'],
  [
    'a name twice',
    'platform: 1\nroutes: {}\nroutes: {}',
    'line 3, column 1: Map keys must be unique',
  ],
  ['broken YAML', 'platform: 1\n  a: [', 'line 2'],
  ['a tag', 'platform: 1\nproducts: !!js/function "x"', 'line 2, column 11'],
  [
    'a setting of a wrong form',
    'platform: 1\nproviders: { t: { vendor: twilio, settings: { accountSid: AC1, authToken: { env: A }, sender: x } } }',
    'providers.t.settings.accountSid must match pattern',
  ],
  [
    'a wrong reference',
    'platform: 1\nproviders: { yp: { vendor: yunpian, settings: { apikey: { envv: A } } } }',
    'providers.yp.settings.apikey must be a reference such as',
  ],
  ['an unknown lock', 'platform: 1\nlocked: [wallets]', 'must be one of operator, limits'],
  ['an empty file', '', 'the file must be object'],
  ['a list', '- 1', 'the file must be object'],
])('refuses %s, with its place', (_what, text, fault) => {
  expect(faultOf(text)).toContain(fault);
});

test('refuses aliases before they are expanded', () => {
  const levels = Array.from({ length: 30 }, (_, at) =>
    at === 0 ? 'a0: &a0 [x, x]' : `a${at}: &a${at} [*a${at - 1}, *a${at - 1}]`,
  );
  // Expanded, they are a thousand million values.
  expect(faultOf(`platform: 1\n${levels.join('\n')}`)).toContain(
    'line 2, column 9: anchors and aliases are not supported',
  );
});

test('refuses a file that is nested too deeply or too long, and does not crash', () => {
  expect(faultOf(`platform: 1\nproducts: ${'['.repeat(20_000)}`)).toContain(
    'is not a valid platform file',
  );
  expect(faultOf(`platform: 1\n${'#'.repeat(1_000_001)}`)).toContain('longer than 1 MB');
});

test('names that belong to every object are only names', () => {
  expect(faultOf('platform: 1\n__proto__: { isOn: true }')).toContain(
    '__proto__ is not known here',
  );
  expect(faultOf('platform: 1\ntemplates: { constructor: { product: sms_code } }')).toContain(
    'templates.constructor lacks text',
  );
});
