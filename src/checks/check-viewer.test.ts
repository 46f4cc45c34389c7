import { expect, test } from 'vitest';
import { languageOf } from './check-viewer.ts';
import type { LinkedCheck } from './queries.ts';

const pick = (language: string | null, accepted?: string, lang?: string) =>
  languageOf(
    {
      query: lang === undefined ? {} : { lang },
      headers: accepted === undefined ? {} : { 'accept-language': accepted },
    },
    language === null ? null : ({ language } as LinkedCheck),
  );

test('a page speaks as the person chose, then as the browser says, then as the call did', () => {
  expect(pick('zh', 'en-GB', 'zh-TW')).toEqual({ language: 'zh-TW', isLanguageChosen: true });
  expect(pick('zh', 'en-GB')).toEqual({ language: 'en', isLanguageChosen: false });
  expect(pick('en', 'zh-CN').language).toBe('zh-CN');
  for (const silent of [undefined, 'fr', '*']) {
    expect(pick('zh', silent).language).toBe('zh-CN');
    expect(pick('en', silent).language).toBe('en');
    expect(pick(null, silent).language).toBe('en');
  }
});
