import { describe, expect, test } from 'vitest';
import { legalParticularsProblems } from './legal-particulars.ts';

const good = {
  legalName: { en: 'Harbour Identity Ltd', zh: '海港身份科技有限公司' },
  contact: 'privacy@harbour.test, 400-800-8888',
  privacyUrl: 'https://harbour.test/privacy?lang=zh',
};

describe('what persons are told of somebody', () => {
  test('is good when there is all of it', () => {
    expect(legalParticularsProblems(good)).toEqual([]);
  });

  test('says of everything that is missing what it is called', () => {
    expect(legalParticularsProblems({})).toEqual([
      'legalName.en is missing.',
      'legalName.zh is missing.',
      'contact is missing.',
      'privacyUrl is missing.',
    ]);
    const called = { en: '--en', zh: '--zh', contact: '--contact', privacyUrl: '--url' };
    expect(legalParticularsProblems({ ...good, legalName: { en: 'A' } }, called)).toEqual([
      '--zh is missing.',
    ]);
  });

  test.each([
    [{ legalName: { en: 'A\u202eB', zh: '海' } }, 'legalName.en has 1 to 200 characters'],
    [{ legalName: { en: 'A', zh: '' } }, 'legalName.zh has 1 to 200 characters'],
    [{ legalName: { en: 'A', zh: 7 } }, 'legalName.zh is a text'],
    [{ legalName: 'A' }, 'legalName.en is missing'],
    [{ contact: 'x'.repeat(201) }, 'contact has 1 to 200 characters'],
    [{ contact: ' x' }, 'contact has no space at its ends'],
    [{ contact: 'a\nb' }, 'contact has 1 to 200'],
    [{ privacyUrl: 'http://harbour.test' }, 'begins with https://'],
    [{ privacyUrl: 'https://a@harbour.test' }, 'a user name'],
    [{ privacyUrl: 'https://harbour.test/\u202e' }, 'cannot be seen'],
    [{ privacyUrl: 'https://harbour.test/a b' }, 'without spaces'],
    [{ privacyUrl: `https://harbour.test/${'x'.repeat(2048)}` }, 'at most 2048'],
    [{ privacyUrl: 7 }, 'begins with https://'],
  ])('is not %j', (change, why) => {
    const problems = legalParticularsProblems({ ...good, ...change });
    expect(problems.join(' ')).toContain(why);
  });
});
