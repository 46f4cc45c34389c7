import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type CheckTextName, checkTexts, consentVersion, sayIn } from './check-texts.ts';

/** What a person agrees to: changing any of it is a new version of the consent. */
const consentTexts: CheckTextName[] = [
  'consentHeading',
  'faceChecked',
  'whoChecks',
  'oneChecks',
  'contact',
  'keeps',
  'privacyNotice',
  'dataFace',
  'dataBrowser',
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
  expect(fingerprints).toEqual(['check-2.en 6dbee6bb07d664b2', 'check-2.zh d2277c4a123d3fb6']);
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

test('of several names one is meant, and each keeps its own direction', () => {
  const say = (language: 'en' | 'zh', provider: string[]) =>
    sayIn(language, { provider })('readyText');
  expect(say('en', ['A', 'B', 'C'])).toContain('the one of A, B, or C;');
  expect(say('zh', ['甲', '乙'])).toContain('将打开 甲或乙 的页面');
  expect(say('en', ['بنك', 'B'])).toContain('\u2068بنك\u2069 or B');
});
