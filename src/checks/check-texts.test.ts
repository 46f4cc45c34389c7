import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type CheckTextName, checkTexts, consentVersion, sayIn } from './check-texts.ts';

/** What a person agrees to: changing any of it is a new version of the consent. */
const consentTexts: CheckTextName[] = [
  'consentHeading',
  'faceChecked',
  'dataFace',
  'dataResult',
  'dataErased',
  'consentLabel',
];

test('the text of a version of the consent never changes', () => {
  const fingerprints = (['en', 'zh'] as const).map((language) => {
    const text = consentTexts.map((name) => checkTexts[name][language]).join('\n');
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
    return `${consentVersion(language)} ${hash}`;
  });
  expect(fingerprints).toEqual(['check-1.en a46feb929af01e19', 'check-1.zh 70dd9d4bca1b4aed']);
});

test('both languages have the same words to fill in', () => {
  for (const [name, { en, zh }] of Object.entries(checkTexts)) {
    const words = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
    expect(words(zh), name).toEqual(words(en));
  }
});

test('what is filled in is not filled in again', () => {
  const say = sayIn('en', { asker: '{provider} {n}', provider: 'P' });
  expect(say('back')).toBe('Back to {provider} {n}');
});

test('a name from right to left does not reorder the sentence around it', () => {
  expect(sayIn('en', { asker: 'بنك' })('back')).toBe('Back to \u2068بنك\u2069');
  expect(sayIn('en', { asker: 'A\u202eB\u2069' })('back')).toBe('Back to AB');
  expect(sayIn('zh', { asker: '罗恩银行' })('back')).toBe('返回 罗恩银行');
});
