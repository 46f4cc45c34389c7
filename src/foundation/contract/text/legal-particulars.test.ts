import { describe, expect, test } from 'vitest';
import { legalParticularsProblems } from './legal-particulars.ts';

const good = {
  legalName: { en: 'Harbour Identity Ltd', zh: '海港身份科技有限公司' },
  contact: 'privacy@harbour.test, 400-800-8888',
  privacyUrl: 'https://harbour.test/privacy?lang=zh',
};

const wrongWith = (...given: Parameters<typeof legalParticularsProblems>) =>
  legalParticularsProblems(...given).map(({ en }) => en);

describe('the legal particulars of an operator or provider', () => {
  test('are complete when every field is present', () => {
    expect(legalParticularsProblems(good)).toEqual([]);
  });

  test('name every missing field', () => {
    expect(wrongWith({})).toEqual([
      'legalName.en is required',
      'legalName.zh is required',
      'contact is required',
      'privacyUrl is required',
    ]);
    const same = (name: string) => ({ en: name, zh: name });
    const called = {
      en: same('--en'),
      zh: same('--zh'),
      contact: same('--contact'),
      privacyUrl: same('--url'),
    };
    expect(wrongWith({ ...good, legalName: { en: 'A' } }, called)).toEqual(['--zh is required']);
  });

  test.each([
    [{ legalName: { en: 'A\u202eB', zh: '海' } }, 'legalName.en must have 1 to 200 characters'],
    [{ legalName: { en: 'A', zh: '' } }, 'legalName.zh must have 1 to 200 characters'],
    [{ legalName: { en: 'A', zh: 7 } }, 'legalName.zh must be a string'],
    [{ legalName: 'A' }, 'legalName.en is required'],
    [{ contact: 'x'.repeat(201) }, 'contact must have 1 to 200 characters'],
    [{ contact: ' x' }, 'contact must not begin or end with a space'],
    [{ contact: 'a\nb' }, 'contact must have 1 to 200'],
    [{ privacyUrl: 'http://harbour.test' }, 'must begin with https://'],
    [{ privacyUrl: 'https://a@harbour.test' }, 'no user name'],
    [{ privacyUrl: 'https://harbour.test/\u202e' }, 'nothing invisible'],
    [{ privacyUrl: 'https://harbour.test/a b' }, 'no spaces'],
    [{ privacyUrl: `https://harbour.test/${'x'.repeat(2048)}` }, 'at most 2048'],
    [{ privacyUrl: 7 }, 'must begin with https://'],
  ])('are not valid as %j', (change, why) => {
    expect(wrongWith({ ...good, ...change }).join('; ')).toContain(why);
  });
});
